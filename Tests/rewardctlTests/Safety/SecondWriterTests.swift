import Glibc
import SQLite
import Testing

@Suite("One writer at a time: the second stops at once with 75, readers go on")
struct SecondWriterTests {
    private let book: Book

    init() throws {
        book = Book(scratch: try Scratch())
        try book.scratch.write(BankRows.file(800, prefix: "A", seed: 1), to: "first.csv")
        try book.scratch.write(BankRows.file(3000, prefix: "B", seed: 2), to: "second.csv")
        for command in [
            SecondWriterTests.ingest("first.csv"), SecondWriterTests.run("2017-01-25", "--rules", "flagship"),
        ] {
            #expect(try book.scratch.rewardctl(command).exitCode == 0)
        }
    }

    private static func ingest(_ file: String) -> [String] { ["ingest", "--db", "bank.db", file] }
    private static func run(_ day: String, _ more: String...) -> [String] {
        ["run", "--db", "bank.db", "--through", day] + more
    }

    private static let writers = [
        ingest("second.csv"), ingest("first.csv"), run("2017-03-31"), run("2017-03-31", "--dry-run"),
        run("2017-03-31", "--rules", "flagship", "--amend"),
    ]

    /// One clear sentence, and nothing on the results' side.
    private func expectBusy(_ command: [String]) throws {
        let finished = try book.scratch.rewardctl(command)
        let expected = """
            rewardctl: bank.db: another program is using the database
            help: nothing was changed; try again later

            """
        #expect(finished == Finished(output: "", errors: expected, exitCode: 75), "\(command)")
    }

    @Test("while another connection holds the write lock", arguments: ["IMMEDIATE", "EXCLUSIVE"])
    func lockHeld(kind: String) throws {
        let digest = try book.digest()
        let connection = try book.open()
        try connection.execute(sql: "BEGIN \(kind)")
        for command in SecondWriterTests.writers { try expectBusy(command) }
        #expect(try book.digest() == digest)
        try connection.execute(sql: "ROLLBACK")
        for command in SecondWriterTests.writers {
            let finished = try book.scratch.rewardctl(command)
            #expect(finished.exitCode == 0, "\(command): \(finished.errors)")
        }
    }

    @Test("while an ingest that has begun stands still; its ledger is as if it had been alone")
    func stoppedIngest() throws {
        let digest = try book.digest()
        let ledger = try book.listings()
        let stopped = try book.scratch.start(SecondWriterTests.ingest("second.csv"))
        while book.journal == nil, !stopped.isOver { usleep(50) }
        stopped.pause()
        #expect(!stopped.isOver, "it was too quick to be stopped")
        for command in SecondWriterTests.writers { try expectBusy(command) }
        #expect(try book.listings() == ledger, "readers see what was committed")
        #expect(try book.digest().hasPrefix(digest.prefix(64)))
        stopped.resume()
        #expect(try stopped.finish().exitCode == 0)
        #expect(try book.counts()?[3] == 3800)
    }

    @Test("a reader waits for a commit, and a commit for a reader")
    func readersAndCommits() throws {
        let connection = try book.open()
        try connection.execute(sql: "BEGIN EXCLUSIVE")
        let reader = try book.scratch.start(["ledger", "--db", "bank.db", "--format", "csv"])
        usleep(500_000)
        #expect(!reader.isOver)
        try connection.execute(sql: "ROLLBACK")
        #expect(try reader.finish().exitCode == 0)

        let before = try book.counts()
        try connection.execute(sql: "BEGIN")
        #expect(try connection.integer(sql: "SELECT count(*) FROM ledger") == before?[9])
        let writer = try book.scratch.start(SecondWriterTests.run("2017-03-31"))
        while book.journal == nil, !writer.isOver { usleep(50) }
        usleep(1_000_000)
        #expect(!writer.isOver, "it waits")
        #expect(
            try connection.integer(sql: "SELECT count(*) FROM ledger") == before?[9], "a reader's view stands still")
        try connection.execute(sql: "COMMIT")
        let finished = try writer.finish()
        #expect(finished.exitCode == 0, "\(finished.errors)")
        #expect(try book.counts() != before)
    }

    @Test("six that start at once on a database that is not there yet: each stores its file or says 75")
    func startedAtOnce() throws {
        let many = Book(scratch: book.scratch, name: "many.db")
        for number in 1...6 {
            try many.scratch.write(BankRows.file(200, prefix: "N\(number)-", seed: UInt64(number)), to: "\(number).csv")
        }
        let commands = (1...6).map { ["ingest", "--db", "many.db", "\($0).csv"] }
        let processes = try commands.map { try many.scratch.start($0) }
        var done = 0
        for process in processes {
            let finished = try process.finish()
            expectOrderly(finished, "\(finished)")
            #expect([0, 75].contains(finished.exitCode), "\(finished)")
            done += finished.exitCode == 0 ? 1 : 0
        }
        for command in commands { #expect(try many.scratch.rewardctl(command).exitCode == 0) }
        #expect(done > 0)
        #expect(try many.counts().map { $0[3] } == 1200)
        try many.expectSound()
    }
}
