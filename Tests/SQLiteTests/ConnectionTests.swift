import Foundation
import SQLite
import Testing

@Suite("Opening a database")
struct ConnectionTests {
    let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    @Test("only `create` makes a file, and for its owner alone")
    func modes() throws {
        for mode in [Connection.Mode.readOnly, .readWrite] {
            let error = try refusal { _ = try Connection.open(path: scratch.path("none.db"), mode: mode) }
            #expect(error?.isInputOutput == true)
        }
        #expect(!FileManager.default.fileExists(atPath: scratch.path("none.db")))

        _ = try scratch.notes("new.db")
        let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("new.db"))
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test("a second `create` opens what is there")
    func createTwice() throws {
        try scratch.notes().execute(sql: "INSERT INTO note VALUES (1, 'kept')")
        let again = try Connection.open(path: scratch.path("notes.db"), mode: .create)
        #expect(try again.text(sql: "SELECT body FROM note") == "kept")
    }

    @Test("a read-only connection does not write")
    func readOnly() throws {
        _ = try scratch.notes()
        let reader = try Connection.open(path: scratch.path("notes.db"), mode: .readOnly)
        #expect(try reader.count() == 0)
        let error = try refusal { try reader.execute(sql: "INSERT INTO note VALUES (1, 'x')") }
        #expect(error?.isInputOutput == true)
    }

    @Test("a path is a file's, whatever it looks like", arguments: ["", "no/such/directory.db", "a\0b"])
    func badPaths(path: String) throws {
        let error = try refusal { _ = try Connection.open(path: path, mode: .create) }
        #expect(error?.isInputOutput == true)
    }

    @Test("a file that is no database is told when it is first read")
    func notADatabase() throws {
        let path = scratch.path("card.csv")
        try Data(repeating: UInt8(ascii: "x"), count: 4096).write(to: URL(filePath: path))
        let connection = try Connection.open(path: path, mode: .readWrite)
        let error = try refusal { _ = try connection.integer(sql: "PRAGMA user_version") }
        #expect(error?.isNotADatabase == true)
    }

    @Test("a damaged database is told")
    func corrupt() throws {
        let path = scratch.path("notes.db")
        try scratch.notes().execute(sql: "INSERT INTO note VALUES (1, 'x')")
        var bytes = try Data(contentsOf: URL(filePath: path))
        bytes.replaceSubrange(100..<200, with: Data(repeating: 0xff, count: 100))
        try bytes.write(to: URL(filePath: path))
        let connection = try Connection.open(path: path, mode: .readWrite)
        let error = try refusal { _ = try connection.count() }
        #expect(error?.isCorrupt == true)
    }

    @Test("foreign keys hold, text in double quotes is no string, and the schema cannot be written to")
    func safeguards() throws {
        let connection = try scratch.notes()
        try connection.execute(
            sql: "CREATE TABLE mark (note_id INTEGER NOT NULL REFERENCES note (id)); INSERT INTO note VALUES (1, 'x')")
        let orphan = try refusal { try connection.execute(sql: "INSERT INTO mark VALUES (2)") }
        #expect(orphan?.isConstraint == true)
        #expect(throws: SQLiteError.self) { try connection.execute(sql: "SELECT \"no such column\"") }
        #expect(throws: SQLiteError.self) {
            try connection.execute(sql: "PRAGMA writable_schema = ON; DELETE FROM sqlite_schema")
        }
        #expect(try connection.count() == 1)
    }

    @Test("a trigger that refuses is a constraint, with its own words")
    func refusingTrigger() throws {
        let connection = try scratch.notes()
        try connection.execute(
            sql: """
                INSERT INTO note VALUES (1, 'x');
                CREATE TRIGGER fixed BEFORE DELETE ON note BEGIN SELECT raise(ABORT, 'notes stay'); END;
                """)
        let error = try refusal { try connection.execute(sql: "DELETE FROM note") }
        #expect(error?.isConstraint == true)
        #expect(error?.message == "notes stay")
    }

    @Test("execute stops at the first statement that fails")
    func executeStops() throws {
        let connection = try scratch.notes()
        let sql = "INSERT INTO note VALUES (1, 'a'); INSERT INTO note VALUES (1, 'b'); INSERT INTO note VALUES (2, 'c')"
        #expect(try refusal { try connection.execute(sql: sql) }?.isConstraint == true)
        #expect(try connection.count() == 1)
    }

    @Test("changes and the last rowid")
    func counters() throws {
        let connection = try scratch.notes()
        try connection.execute(sql: "INSERT INTO note VALUES (7, 'a'), (9, 'b')")
        #expect(connection.changes == 2)
        #expect(connection.lastInsertedRowId == 9)
    }

    @Test("scalars: nil where there is no row, or NULL")
    func scalars() throws {
        let connection = try scratch.notes()
        #expect(try connection.integer(sql: "SELECT id FROM note") == nil)
        #expect(try connection.integer(sql: "SELECT NULL") == nil)
        #expect(try connection.integer(sql: "SELECT 5") == 5)
        #expect(try connection.text(sql: "SELECT NULL") == nil)
        #expect(try connection.text(sql: "SELECT ''") == "")
    }
}
