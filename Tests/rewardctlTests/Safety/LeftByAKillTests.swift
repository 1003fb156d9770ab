import Foundation
import SQLite
import Testing

@Suite("What a kill in the middle of a commit has left is undone by whoever comes first")
struct LeftByAKillTests {
    private let book: Book

    /// A database whose last writer was killed while it changed the file: the files are copied out of an open
    /// transaction, whose small cache has made it write already.
    init() throws {
        book = Book(scratch: try Scratch())
        try book.scratch.write(BankRows.file(1500, prefix: "A", seed: 6), to: "rows.csv")
        #expect(try book.scratch.rewardctl("ingest", "--db", "whole.db", "rows.csv").exitCode == 0)
        let run = ["run", "--db", "whole.db", "--through", "2017-02-15", "--rules", "flagship"]
        #expect(try book.scratch.rewardctl(run).exitCode == 0)
        let connection = try Book(scratch: book.scratch, name: "whole.db").open()
        try connection.execute(
            sql: "PRAGMA cache_size = 1; BEGIN IMMEDIATE; DELETE FROM decision; DELETE FROM txn WHERE 0")
        try connection.execute(sql: "UPDATE txn SET amount_fen = 1")
        let copy = "cp whole.db bank.db; cp whole.db-journal bank.db-journal"
        #expect(try book.scratch.shell(copy).exitCode == 0)
        try connection.execute(sql: "ROLLBACK")
        #expect(book.isJournalHot)
    }

    private static let commands = [
        ["ledger", "--db", "bank.db"], ["decisions", "--db", "bank.db"], ["ingest", "--db", "bank.db", "rows.csv"],
        ["run", "--db", "bank.db", "--through", "2017-02-15"],
        ["run", "--db", "bank.db", "--through", "2017-02-20", "--dry-run"],
    ]

    @Test("by a reader as by a writer", arguments: commands)
    func undone(first: [String]) throws {
        let finished = try book.scratch.rewardctl(first)
        #expect(finished.exitCode == 0, "\(finished.errors)")
        #expect(book.journal == nil)
        let whole = Book(scratch: book.scratch, name: "whole.db")
        #expect(try book.listings() == whole.listings())
        #expect(try book.counts() == whole.counts())
        try book.expectSound()
        #expect(try book.scratch.shell("cmp bank.db whole.db") == Finished(output: "", errors: "", exitCode: 0))
    }

    @Test("not by somebody who may only read: 74 and what to do")
    func readOnly() throws {
        let disk = try SmallDisk(in: book.scratch, kilobytes: 20_000)
        guard let disk else { return }
        #expect(try book.scratch.shell("cp bank.db bank.db-journal disk/").exitCode == 0)
        try disk.makeReadOnly()
        for command in ["ledger", "decisions"] {
            let finished = try book.scratch.rewardctl(command, "--db", "disk/bank.db")
            expectRefusal(finished, 74, "a writer was stopped")
            #expect(finished.errors.contains("help: "))
        }
    }
}
