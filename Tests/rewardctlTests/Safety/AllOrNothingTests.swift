import Foundation
import Glibc
import Testing

@Suite("All of a file or nothing of it; everything can be repeated")
struct AllOrNothingTests {
    private let book: Book

    init() throws {
        book = Book(scratch: try Scratch())
        try book.scratch.write(BankRows.charges("A1", "A2"), to: "a.csv")
        try book.scratch.write(BankRows.charges("B1", "B2"), to: "b.csv")
    }

    private func ingest(_ files: String...) throws -> Finished {
        try book.scratch.rewardctl(["ingest", "--db", "bank.db"] + files)
    }

    private func run(_ through: String, _ more: String...) throws -> Finished {
        try book.scratch.rewardctl(["run", "--db", "bank.db", "--through", through] + more)
    }

    private static let refusals: [(last: [UInt8], message: String)] = [
        (Array("C2,card-1,holder-1".utf8), "cut off"),
        (Array("\"C2,card-1,holder-1,2017-01-02,100.00,purchase,settled,apple_pay,app,\n".utf8), "opens on line 3"),
        ([0xff, 0xff, 0x0a], "neither UTF-8 nor GB18030"), ([0x43, 0, 0x0a], "NUL"),
    ]

    @Test("a file that is refused in its last line leaves nothing; the files before it stay", arguments: refusals)
    func refusedAtTheEnd(last: [UInt8], message: String) throws {
        let bytes = Array(BankRows.charges("C1").utf8) + last
        try Data(bytes).write(to: URL(filePath: book.scratch.path("c.csv")))
        let alone = try ingest("c.csv")
        expectRefusal(alone, 65, message)
        #expect(try book.counts().map { $0[1...].allSatisfy { $0 == 0 } } ?? true)

        let several = try ingest("a.csv", "c.csv", "b.csv")
        expectRefusal(several, 65, "rewardctl: c.csv: ")
        #expect(several.output == "a.csv: 2 rows read = 2 accepted + 0 duplicate + 0 rejected\n")
        #expect(try book.counts()?[3] == 2)
        let digest = try book.digest()
        expectRefusal(try ingest("c.csv"), 65, message)
        #expect(try book.digest() == digest)
    }

    @Test("a file that is not there, or goes while the ones before are stored: 66, the earlier ones stay")
    func vanished() throws {
        let finished = try ingest("a.csv", "gone.csv", "b.csv")
        expectRefusal(finished, 66, "rewardctl: gone.csv: there is no such file")
        #expect(try book.counts()?[3] == 2)
    }

    @Test("a file that is cut short while it is read: 74, nothing of it is stored", arguments: ["ingest", "simulate"])
    func cutShort(command: String) throws {
        _ = try ingest("a.csv")
        try book.scratch.write(BankRows.file(40_000, prefix: "L", seed: 8), to: "long.csv")
        let arguments =
            command == "ingest" ? ["ingest", "--db", "bank.db", "long.csv"] : ["simulate", "long.csv", "--summary"]
        let process = try book.scratch.start(arguments)
        if command == "ingest" {
            while book.journal == nil, !process.isOver { usleep(50) }
        } else {
            usleep(30_000)
        }
        unsafe #expect(truncate(book.scratch.path("long.csv"), 100) == 0)
        let finished = try process.finish()
        expectOrderly(finished, "\(finished)")
        // Where it had not been opened yet, it is a short file that is cut off.
        #expect([74, 65].contains(finished.exitCode) || command == "simulate", "\(finished)")
        #expect(try book.counts()?[3] == 2)
    }

    @Test("a file again, twice in one command, and a second run: not a byte is changed")
    func repeated() throws {
        let twice = try ingest("a.csv", "a.csv")
        #expect(
            twice.output == """
                a.csv: 2 rows read = 2 accepted + 0 duplicate + 0 rejected
                a.csv: 2 rows read = 0 accepted + 2 duplicate + 0 rejected

                """)
        #expect(try run("2017-01-10", "--rules", "flagship").exitCode == 0)
        let (digest, listings) = (try book.digest(), try book.listings())
        let repeats = [
            try ingest("a.csv"), try run("2017-01-10"), try run("2017-01-10", "--rules", "flagship"),
            try run("2017-01-10", "--rules", "flagship", "--amend"), try run("2016-12-31"),
        ]
        for finished in repeats {
            #expect(finished.exitCode == 0, "\(finished)")
            #expect(try book.digest() == digest, "\(finished.output)")
        }
        #expect(try book.listings() == listings)
    }

    @Test("a dry run leaves the database as it was, to the byte")
    func dryRun() throws {
        #expect(try ingest("a.csv").exitCode == 0)
        var digest = try book.digest()
        let first = try run("2017-01-10", "--rules", "flagship", "--dry-run")
        #expect(first.exitCode == 0 && first.output.hasSuffix("dry run: nothing was written\n"))
        #expect(try book.digest() == digest)
        #expect(try run("2017-01-10", "--rules", "flagship").exitCode == 0)
        #expect(try ingest("b.csv").exitCode == 0)
        digest = try book.digest()
        #expect(try run("2017-02-10", "--dry-run").output.contains("awards"))
        try book.scratch.write(BankRows.coffee, to: "coffee.json")
        #expect(try run("2017-02-10", "--dry-run", "--rules", "coffee.json").output.contains("coffee"))
        #expect(try book.digest() == digest)
    }

    @Test("refusals of a run change nothing")
    func refusedRuns() throws {
        #expect(try ingest("a.csv").exitCode == 0)
        var digest = try book.digest()
        expectRefusal(try run("2017-01-10"), 65, "no campaign is registered")
        expectRefusal(try run("9999-12-31", "--rules", "flagship"), 64, "is later than today")
        #expect(try book.digest() == digest)
        #expect(try run("2017-01-10", "--rules", "flagship").exitCode == 0)

        let flagship = try String(contentsOf: packageRoot.appending(path: "Rules/flagship.yaml"), encoding: .utf8)
        let other = flagship.split(separator: "\n").joined(separator: "\n").replacing(
            "atLeast: 100", with: "atLeast: 50")
        try book.scratch.write(other, to: "other.yaml")
        try book.scratch.write(BankRows.coffee.replacing("\"amount\",", with: "\"product\","), to: "unknown.json")
        try book.scratch.write(BankRows.coffee.replacing("+08:00", with: "+09:00"), to: "zone.json")
        digest = try book.digest()
        expectRefusal(try run("2017-01-20", "--rules", "other.yaml"), 65, "is registered with other rules")
        expectRefusal(try run("2017-01-20", "--rules", "zone.json"), 65, "has the offset +09:00")
        expectRefusal(try run("2017-01-20", "--rules", "unknown.json"), 65, "unknown.json")
        expectRefusal(try run("2017-01-20", "--rules", "none.json"), 66, "none.json")
        #expect(try book.digest() == digest)
        #expect(try run("9999-12-31", "--allow-future").exitCode == 0)
        #expect(try run("9999-12-31", "--rules", "other.yaml", "--amend", "--allow-future").exitCode == 0)
    }
}
