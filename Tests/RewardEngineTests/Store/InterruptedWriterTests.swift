import Foundation
import RewardEngine
import SQLite
import Testing

@Suite("A writer that was killed in the middle of its work")
struct InterruptedWriterTests {
    /// The two files as a kill leaves them: pages of a transaction in the database, and the journal that undoes them.
    private func interrupted(in folder: URL) throws -> String {
        let whole = folder.appending(path: "whole.db").path(percentEncoded: false)
        let database = try Database.openOrCreate(path: whole, utcOffset: nil)
        let copy = folder.appending(path: "killed.db").path(percentEncoded: false)
        _ = try? database.write {
            // Without a cache the transaction is written out long before its commit.
            try database.connection.execute(sql: "PRAGMA cache_size = 1; PRAGMA cache_spill = 1")
            try database.connection.execute(
                sql: """
                    INSERT INTO file (name, ingested_at, accepted, duplicate, rejected, sha256, source)
                    SELECT printf('%0500d', value), 0, 0, 0, 0, '', ''
                    FROM (WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < 2000)
                        SELECT value FROM n)
                    """)
            for suffix in ["", "-journal"] {
                try FileManager.default.copyItem(atPath: whole + suffix, toPath: copy + suffix)
            }
            throw CancellationError()
        }
        return copy
    }

    @Test("whoever reads next sees the database as it was before")
    func readingUndoes() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "interrupted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = try interrupted(in: folder)
        #expect(FileManager.default.fileExists(atPath: path + "-journal"))
        let error = #expect(throws: SQLiteError.self) {
            try Connection.open(path: path, mode: .readOnly).integer(sql: "SELECT count(*) FROM file")
        }
        #expect(error?.isInterruptedTransaction == true, "\(String(describing: error))")

        let database = try Database.openForReading(path: path)
        #expect(try database.connection.integer(sql: "SELECT count(*) FROM file") == 0)
        #expect(try database.connection.text(sql: "PRAGMA integrity_check") == "ok")
    }
}
