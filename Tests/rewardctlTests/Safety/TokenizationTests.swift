import Foundation
import Testing

@Suite(
    "CardDemo's file holds whole card numbers, and none gets anywhere",
    .enabled(if: SharedFiles.found("data/carddemo/dailytran.txt")))
struct TokenizationTests {
    private let scratch: Scratch
    private let file = SharedFiles.path("data/carddemo/dailytran.txt")

    init() throws {
        scratch = try Scratch()
        try scratch.write(String(repeating: "k", count: 32), to: "card.key")
        try scratch.write(String(repeating: "x", count: 32), to: "other.key")
        for key in ["card.key", "other.key"] {
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: scratch.path(key))
        }
    }

    private func ingest(_ database: String, _ more: String...) throws -> Finished {
        try scratch.rewardctl(
            ["ingest", "--db", database, "--feed", "carddemo", file, "--rejects", "."] + more)
    }

    @Test("without a key it is refused, and leaves nothing; with one each number becomes a token")
    func tokens() throws {
        let refused = try ingest("bank.db")
        #expect(refused.exitCode == 65 && refused.errors.contains("--tokenize KEYFILE"))
        let text = try SharedFiles.text("data/carddemo/dailytran.txt")
        let numbers = Set(text.split(separator: "\n").map { String($0.dropFirst(262).prefix(16)) })
        #expect(numbers.count == 50)

        let taken = try ingest("bank.db", "--tokenize", "card.key")
        #expect(
            taken.exitCode == 3 && taken.output.contains("300 rows read = 250 accepted + 0 duplicate + 50 rejected"),
            "\(taken)")
        let assumed = try ingest(
            "kept.db", "--tokenize", "card.key", "--assume", "cardholder_id=h1", "--keep", "card_num")
        #expect(assumed.output.contains("300 rows read = 250 accepted + 0 duplicate + 50 rejected"), "\(assumed)")
        for name in try FileManager.default.contentsOfDirectory(atPath: scratch.directory.path) {
            let data = try Data(contentsOf: scratch.directory.appending(path: name))
            for number in numbers {
                #expect(data.range(of: Data(number.utf8)) == nil, "\(name) has \(number.prefix(6))…")
            }
        }
        for output in [refused, taken, assumed].flatMap({ [$0.output, $0.errors] }) {
            #expect(!numbers.contains { output.contains($0) })
        }
    }

    @Test("the same key makes the same tokens in another database, and another key others")
    func keys() throws {
        for (database, key) in [("a.db", "card.key"), ("b.db", "card.key"), ("c.db", "other.key")] {
            _ = try ingest(database, "--tokenize", key, "--assume", "cardholder_id=h1")
        }
        let ledgers = try ["a.db", "b.db", "c.db"].map { database in
            try Data(contentsOf: URL(filePath: scratch.path(database)))
        }
        func tokens(_ data: Data) -> Set<String> {
            Set(String(decoding: data, as: UTF8.self).matches(of: /t[0-9a-f]{32}/).map { String($0.0) })
        }
        let found = ledgers.map(tokens)
        #expect(found[0].count >= 45 && found[0] == found[1] && found[0].isDisjoint(with: found[2]))
    }
}
