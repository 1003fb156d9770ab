internal import SQLite

/// The table `file`: the files that brought rows.
struct FileTable {
    let connection: Connection

    /// Whether some file has brought rows before the one that is being read.
    func haveRows() throws -> Bool {
        try connection.integer(sql: "SELECT EXISTS (SELECT 1 FROM file WHERE accepted > 0)") == 1
    }

    func add(name: String, ingestedAt: Int) throws -> Int {
        var insert = try connection.prepare(
            sql: "INSERT INTO file (name, ingested_at, accepted, duplicate, rejected) VALUES (?1, ?2, 0, 0, 0)")
        try insert.bind(text: name, at: 1)
        try insert.bind(ingestedAt, at: 2)
        try insert.run()
        return connection.lastInsertedRowId
    }

    func finish(_ fileId: Int, _ counts: RowCounts) throws {
        try connection.execute(
            sql: """
                UPDATE file SET accepted = \(counts.accepted), duplicate = \(counts.duplicate),
                    rejected = \(counts.rejected)
                WHERE file_id = \(fileId)
                """)
    }
}
