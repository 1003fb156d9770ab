import Foundation
import Testing

/// CardDemo's daily file of 300 rows, with its table of cards as the card master.
@Suite(
    "Nights in a row over real files: late, doubled, split, cut and in the wrong order",
    .enabled(if: SharedFiles.found("data/carddemo/dailytran.txt")))
struct NightsTests {
    private let scratch: Scratch
    private let lines: [String]

    private static let campaign = """
        id: two-per-cent
        title: Two per cent back
        currency: CNY
        utcOffset: "+08:00"
        period: { from: 2022-06-01, through: 2022-06-30 }
        gates: []
        reward: { percent: { rate: 2 } }
        limits:
          - { id: holder, per: cardholder, within: month, amount: 30 }
          - { id: quota, per: campaign, within: campaign, awards: 120 }

        """

    init() throws {
        scratch = try Scratch()
        lines = try SharedFiles.text("data/carddemo/dailytran.txt").split(separator: "\n").map(String.init)
        try scratch.write(Self.campaign, to: "campaign.yaml")
        try scratch.write(String(repeating: "k", count: 32), to: "card.key")
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scratch.path("card.key"))
        let cards = try SharedFiles.text("data/carddemo/cardxref.txt").split(separator: "\n")
        try scratch.write(
            "card_id,cardholder_id\n" + cards.map { "\($0.prefix(16)),\($0.dropFirst(16).prefix(9))\n" }.joined(),
            to: "cards.csv")
    }

    private func ingest(_ database: String, _ words: String...) throws -> Finished {
        try scratch.rewardctl(
            ["ingest", "--db", database, "--tokenize", "card.key", "--feed", "carddemo", "--rejects", "."] + words)
    }

    private func run(_ database: String, _ day: String) throws {
        let finished = try scratch.rewardctl(
            "run", "--db", database, "--through", day, "--rules", "campaign.yaml")
        #expect(finished.exitCode == 0, "\(finished.errors)")
    }

    /// Whom what was given for which transaction.
    private func ledger(_ database: String) throws -> [[String]] {
        let table = OracleTable(try scratch.rewardctl("ledger", "--db", database, "--format", "csv").output)
        let columns = ["cardholder_id", "card_id", "txn_id", "kind", "amount", "step"].compactMap { name in
            table.header.firstIndex(of: name)
        }
        return table.records.map { record in columns.map { record.fields[$0] } }.sorted { $0.joined() < $1.joined() }
    }

    private func write(_ rows: some Sequence<String>, to name: String) throws {
        try scratch.write(rows.map { $0 + "\n" }.joined(), to: name)
    }

    @Test("however the files come, the ledger is that of the undisturbed night")
    func disturbed() throws {
        try write(lines, to: "all.txt")
        #expect(try ingest("calm.db", "--cards", "cards.csv", "all.txt").exitCode == 3)
        try run("calm.db", "2022-06-10")
        let calm = try ledger("calm.db")
        #expect(calm.count == 120, "the quota binds")

        try write(lines.suffix(150), to: "second.txt")
        try write(lines.prefix(100), to: "first.txt")
        try write(lines[60..<200].reversed(), to: "middle.txt")
        try scratch.write(lines.prefix(40).joined(separator: "\n").dropLast(30) + "", to: "cut.txt")
        #expect(try scratch.shell("gzip -k first.txt && head -c 500 first.txt.gz > damaged.gz").exitCode == 0)
        try scratch.write("{\"rows\": 99}", to: "first.txt.manifest.json")

        // The first night: the last part first, one that is cut, one that is not what its manifest says; nobody knows a card.
        #expect(try ingest("rough.db", "second.txt").exitCode == 3)
        for refused in ["cut.txt", "damaged.gz", "first.txt"] {
            #expect(try ingest("rough.db", refused).exitCode == 65, "\(refused)")
        }
        try run("rough.db", "2022-06-09")
        // The second night: what is left, twice, overlapping, compressed, and one file too many that is taken back.
        #expect(try ingest("rough.db", "middle.txt", "first.txt.gz", "middle.txt").exitCode == 3)
        try write(lines.prefix(5).map { "9" + $0.dropFirst() }, to: "wrong.txt")
        #expect(try ingest("rough.db", "wrong.txt").exitCode == 3)
        #expect(try scratch.rewardctl("withdraw", "--db", "rough.db", "wrong.txt").exitCode == 0)
        try run("rough.db", "2022-06-10")
        #expect(try ledger("rough.db").isEmpty)
        let held = try scratch.rewardctl("exceptions", "--db", "rough.db", "--held-days", "0", "--format", "csv")
        #expect(held.exitCode == 0)
        // The third night: the cards are known.
        #expect(try ingest("rough.db", "--cards", "cards.csv").exitCode == 0)
        for day in ["2022-06-11", "2022-06-11", "2022-06-12"] { try run("rough.db", day) }
        #expect(try ledger("rough.db") == calm)
        #expect(try ingest("rough.db", "all.txt", "second.txt").exitCode == 3)
        try run("rough.db", "2022-06-13")
        #expect(try ledger("rough.db") == calm)
    }
}
