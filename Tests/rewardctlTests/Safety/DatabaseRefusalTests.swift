import Foundation
import SQLite
import Testing

@Suite("What is no rewards database, or is damaged, is told and left alone")
struct DatabaseRefusalTests {
    private let book: Book

    init() throws {
        book = Book(scratch: try Scratch())
        try book.scratch.write(BankRows.file(200, prefix: "A", seed: 4), to: "rows.csv")
        try book.scratch.write(BankRows.file(100, prefix: "B", seed: 5), to: "more.csv")
    }

    private func fill() throws {
        #expect(try book.scratch.rewardctl("ingest", "--db", "bank.db", "rows.csv").exitCode == 0)
        let run = ["run", "--db", "bank.db", "--through", "2017-02-01", "--rules", "flagship"]
        #expect(try book.scratch.rewardctl(run).exitCode == 0)
    }

    private static func readers(_ name: String) -> [[String]] {
        [["ledger", "--db", name], ["decisions", "--db", name, "--format", "csv"]]
    }

    private static func writers(_ name: String) -> [[String]] {
        [
            ["run", "--db", name, "--through", "2017-03-01", "--rules", "flagship"],
            ["run", "--db", name, "--through", "2017-03-01", "--rules", "flagship", "--dry-run"],
            ["ingest", "--db", name, "more.csv"],
        ]
    }

    /// All commands refuse the file, and leave it as it is.
    private func expectRefused(_ name: String, _ commands: [[String]], _ code: Int32, _ message: String) throws {
        let other = Book(scratch: book.scratch, name: name)
        let digest = try other.digest()
        for command in commands {
            expectRefusal(try book.scratch.rewardctl(command), code, message, "\(command)")
            #expect(try other.digest() == digest, "\(command)")
        }
    }

    private static func all(_ name: String) -> [[String]] { readers(name) + writers(name) }

    @Test("a database that is newer than the program")
    func newer() throws {
        try fill()
        try book.open().execute(sql: "PRAGMA user_version = 9")
        try expectRefused("bank.db", DatabaseRefusalTests.all("bank.db"), 78, "the database has the format 9")
        try book.open().execute(sql: "PRAGMA user_version = -1")
        try expectRefused("bank.db", DatabaseRefusalTests.all("bank.db"), 78, "this is not a rewards database")
    }

    @Test("another program's database, a text, a short text")
    func foreign() throws {
        let other = Book(scratch: book.scratch, name: "other.db")
        _ = try book.scratch.write("", to: "other.db")
        try other.open().execute(sql: "CREATE TABLE note (text TEXT)")
        try book.scratch.write(String(repeating: "a line of a note\n", count: 500), to: "long.txt")
        try book.scratch.write("note\n", to: "short.txt")
        for name in ["other.db", "long.txt", "short.txt"] {
            try expectRefused(name, DatabaseRefusalTests.all(name), 78, "this is not a rewards database")
        }
    }

    @Test("an empty file: only ingest fills it")
    func empty() throws {
        try book.scratch.write("", to: "empty.db")
        let commands = DatabaseRefusalTests.all("empty.db").dropLast()
        try expectRefused("empty.db", Array(commands), 78, "the database is empty")
        #expect(try book.scratch.rewardctl("ingest", "--db", "empty.db", "more.csv").exitCode == 0)
    }

    @Test("a directory, a pipe that nobody fills, a device: at once")
    func noFile() throws {
        #expect(try book.scratch.shell("mkdir folder; mkfifo pipe").exitCode == 0)
        for (name, code, message) in [
            ("folder", 66, "this is a directory"), ("pipe", 78, "not a rewards database"),
            ("/dev/null", 78, "not a rewards database"),
        ] as [(String, Int32, String)] {
            for command in DatabaseRefusalTests.all(name) {
                let finished = try book.scratch.start(command).finish(seconds: 20)
                expectRefusal(finished, code, message, "\(command)")
            }
        }
    }

    @Test("one that is not there: 66 for all but ingest, which cannot make one in a folder that is not there either")
    func missing() throws {
        for command in DatabaseRefusalTests.all("none.db").dropLast() {
            expectRefusal(try book.scratch.rewardctl(command), 66, "no such database", "\(command)")
        }
        #expect(FileMark(path: book.scratch.path("none.db")) == nil)
        let finished = try book.scratch.rewardctl("ingest", "--db", "none/none.db", "more.csv")
        expectRefusal(finished, 74, "the database cannot be created: no such file or directory")
        // Nor is one made for a file that is not there.
        expectRefusal(try book.scratch.rewardctl("ingest", "--db", "new.db", "none.csv"), 66, "there is no such file")
        #expect(FileMark(path: book.scratch.path("new.db")) == nil)
    }

    @Test("a database that was cut short", arguments: [50, 99, 100, 4096, 16_384, 40_000])
    func truncated(size: Int) throws {
        try fill()
        let whole = try Data(contentsOf: URL(filePath: book.path))
        try whole.prefix(size).write(to: URL(filePath: book.scratch.path("cut.db")))
        for command in DatabaseRefusalTests.all("cut.db") {
            let finished = try book.scratch.rewardctl(command)
            #expect(finished.exitCode == 78, "\(command)")
            expectOrderly(finished, "\(command)")
        }
    }

    @Test("bytes changed at random: never a crash (DAMAGE_SEED sees it again)")
    func damaged() throws {
        try fill()
        let environment = ProcessInfo.processInfo.environment
        let first = environment["DAMAGE_SEED"].flatMap { UInt64($0) } ?? UInt64.random(in: 0..<1_000_000)
        print("damage test: seeds from \(first)")
        let whole = [UInt8](try Data(contentsOf: URL(filePath: book.path)))
        for seed in first..<first + 25 {
            var random = SplitMix64(seed: seed)
            var bytes = whole
            for _ in 0..<random.pick([1, 3, 20, 200]) {
                let place = random.int(0...(random.chance(20) ? 99 : bytes.count - 1))
                bytes[place] = random.pick([0, 0x7f, 0x80, 0xff, UInt8(random.int(0...255))])
            }
            let commands = DatabaseRefusalTests.all("damaged.db")
            for command in [random.pick(commands), random.pick(commands)] {
                try Data(bytes).write(to: URL(filePath: book.scratch.path("damaged.db")))
                let finished = try book.scratch.rewardctl(command)
                expectOrderly(finished, "DAMAGE_SEED=\(seed): \(command)", internalErrors: true)
            }
        }
    }

    @Test("a stored value that no row can have brought, and rules that are not those that were registered")
    func damagedValues() throws {
        let changes = [
            ("UPDATE txn SET booking_day = 1 << 40 WHERE row_id = 1", "a day is out of its range"),
            ("UPDATE txn SET txn_time = -1 << 60 WHERE row_id = 1", "a time is out of its range"),
            ("UPDATE txn SET amount_fen = 1 << 60 WHERE row_id = 1", "an amount is out of its range"),
            (
                "UPDATE rule_version SET rules = replace(rules, 'atLeast: 100', 'atLeast: 10')",
                "are not those that were registered"
            ),
            ("DELETE FROM setting", "its zone is missing"),
        ]
        try fill()
        for (sql, message) in changes {
            #expect(try book.scratch.shell("cp bank.db changed.db").exitCode == 0)
            let changed = Book(scratch: book.scratch, name: "changed.db")
            try changed.open().execute(sql: sql)
            let finished = try book.scratch.rewardctl("decisions", "--db", "changed.db", "--format", "csv")
            expectRefusal(finished, 78, message, "\(sql)")
        }
    }
}
