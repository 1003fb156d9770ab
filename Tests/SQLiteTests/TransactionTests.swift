import Foundation
import SQLite
import Testing

@Suite("Transactions: all or nothing, one writer, steady reads")
struct TransactionTests {
    struct Stop: Error, Equatable {}

    let scratch: Scratch
    let connection: Connection

    init() throws {
        scratch = try Scratch()
        connection = try scratch.notes()
    }

    private func second() throws -> Connection {
        try Connection.open(path: scratch.path("notes.db"), mode: .readWrite)
    }

    @Test("what the closure returns comes out, and what it wrote stays")
    func commits() throws {
        let result = try connection.transaction {
            try connection.execute(sql: "INSERT INTO note VALUES (1, 'x')")
            return "done"
        }
        #expect(result == "done")
        #expect(try second().count() == 1)
    }

    @Test("an error undoes everything, and is the one that comes out")
    func rollsBack() throws {
        #expect(throws: Stop()) {
            try connection.transaction {
                try connection.execute(sql: "INSERT INTO note VALUES (1, 'x')")
                throw Stop()
            }
        }
        #expect(!connection.isInTransaction)
        #expect(try connection.count() == 0)
        try connection.transaction { try connection.execute(sql: "INSERT INTO note VALUES (2, 'y')") }
        #expect(try connection.count() == 1)
    }

    @Test("the first error survives, also where SQLite or the closure has already rolled back")
    func firstErrorSurvives() throws {
        #expect(throws: Stop()) {
            try connection.transaction {
                try connection.execute(sql: "ROLLBACK")
                throw Stop()
            }
        }
        try connection.execute(sql: "PRAGMA max_page_count = 4")
        let error = try refusal {
            try connection.transaction {
                try connection.execute(sql: "INSERT INTO note VALUES (1, hex(zeroblob(100000)))")
            }
        }
        #expect(error?.isFull == true)
        #expect(error?.isInputOutput == true)
        #expect(try connection.count() == 0)
    }

    @Test("what is deferred until the commit fails there, and undoes everything")
    func failingCommit() throws {
        try connection.execute(
            sql: """
                CREATE TABLE mark (note_id INTEGER REFERENCES note (id) DEFERRABLE INITIALLY DEFERRED)
                """)
        let error = try refusal {
            try connection.transaction { try connection.execute(sql: "INSERT INTO mark VALUES (1)") }
        }
        #expect(error?.isConstraint == true)
        #expect(!connection.isInTransaction)
        #expect(try connection.integer(sql: "SELECT count(*) FROM mark") == 0)
    }

    @Test("a transaction inside of another is refused; the outer one decides")
    func nested() throws {
        try connection.transaction {
            try connection.execute(sql: "INSERT INTO note VALUES (1, 'x')")
            #expect(throws: SQLiteError.self) { try connection.transaction {} }
            #expect(connection.isInTransaction)
        }
        #expect(try connection.count() == 1)
    }

    @Test("the second writer is busy at once, before its closure runs")
    func secondWriter() throws {
        let other = try second()
        try connection.transaction {
            var ran = false
            let error = try refusal { try other.transaction { ran = true } }
            #expect(error?.isBusy == true)
            #expect(!ran)
        }
        try other.transaction { try other.execute(sql: "INSERT INTO note VALUES (1, 'x')") }
        #expect(try connection.count() == 1)
    }

    @Test("a reader sees nothing that is not committed", arguments: ["DELETE", "WAL"])
    func nothingUncommitted(journal: String) throws {
        #expect(try connection.text(sql: "PRAGMA journal_mode = \(journal)") == journal.lowercased())
        let reader = try Connection.open(path: scratch.path("notes.db"), mode: .readOnly)
        try connection.transaction {
            try connection.execute(sql: "INSERT INTO note VALUES (1, 'x')")
            #expect(try reader.count() == 0)
        }
        #expect(try reader.count() == 1)
    }

    @Test("a read transaction stays at its moment, and keeps nothing that it writes")
    func steadyReads() throws {
        try connection.execute(sql: "PRAGMA journal_mode = WAL")
        let reader = try second()
        try reader.readTransaction {
            #expect(try reader.count() == 0)
            try connection.execute(sql: "INSERT INTO note VALUES (1, 'x')")
            #expect(try reader.count() == 0)
        }
        #expect(try reader.count() == 1)
        try reader.readTransaction { try reader.execute(sql: "DELETE FROM note") }
        #expect(try reader.count() == 1)
    }

    @Test("a connection that goes away in the midst leaves nothing")
    func closedInTheMidst() throws {
        var other: Connection? = try second()
        try other?.execute(sql: "BEGIN IMMEDIATE; INSERT INTO note VALUES (1, 'x')")
        other = nil
        #expect(try connection.count() == 0)
        try connection.transaction { try connection.execute(sql: "INSERT INTO note VALUES (2, 'y')") }
    }

    @Test("a process that dies in the midst leaves nothing: its half-written file is rolled back by who opens it next")
    func killedInTheMidst() throws {
        let body = String(repeating: "x", count: 2000)
        var insert = try connection.prepare(sql: "INSERT INTO note VALUES (?, ?)")
        func write(_ ids: ClosedRange<Int>) throws {
            for id in ids {
                try insert.bind(id, at: 1)
                try insert.bind(text: body, at: 2)
                try insert.run()
            }
        }
        try connection.transaction { try write(1...100) }
        // A cache this small makes SQLite write into the file long before the commit.
        try connection.execute(sql: "PRAGMA cache_size = 2; BEGIN IMMEDIATE; UPDATE note SET body = 'changed'")
        try write(101...300)

        // The files as a kill at this moment would leave them.
        for suffix in ["", "-journal"] {
            try FileManager.default.copyItem(
                atPath: scratch.path("notes.db\(suffix)"), toPath: scratch.path("killed.db\(suffix)"))
        }
        let size = try FileManager.default.attributesOfItem(atPath: scratch.path("killed.db"))[.size] as? Int
        #expect((size ?? 0) > 300_000, "the uncommitted rows were not in the file: this test tests nothing")
        let survivor = try Connection.open(path: scratch.path("killed.db"), mode: .readWrite)
        #expect(try survivor.count() == 100)
        #expect(try survivor.integer(sql: "SELECT count(*) FROM note WHERE length(body) = 2000") == 100)
        #expect(try survivor.text(sql: "PRAGMA integrity_check") == "ok")
    }
}
