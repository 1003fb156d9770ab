import Foundation
import SQLite

/// A fresh directory on disk, removed when the test is over.
final class Scratch {
    let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: "sqlite-tests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: directory)
    }

    func path(_ name: String) -> String {
        directory.appending(path: name).path(percentEncoded: false)
    }

    /// A new database with a table `note (id, body)`.
    func notes(_ name: String = "notes.db") throws -> Connection {
        let connection = try Connection.open(path: path(name), mode: .create)
        try connection.execute(sql: "CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT) STRICT")
        return connection
    }
}

extension Connection {
    func count() throws -> Int? {
        try integer(sql: "SELECT count(*) FROM note")
    }
}

/// What `body` throws when SQLite says no; nil when it does not throw.
func refusal(_ body: () throws -> Void) throws -> SQLiteError? {
    do {
        try body()
        return nil
    } catch let error as SQLiteError {
        return error
    }
}
