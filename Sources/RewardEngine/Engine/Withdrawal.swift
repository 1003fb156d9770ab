internal import SQLite

/// Takes a file back that was ingested and not yet decided, as one unit.
package struct Withdrawal {
    private let database: Database

    package init(database: Database) {
        self.database = database
    }

    private var connection: Connection { database.connection }

    /// - Parameter name: as it was ingested, or its number.
    /// Gives the file's name and how many rows were taken back. Codes: refused, busy, inputOutput, internalError.
    package func withdraw(_ name: String) throws(Failure) -> (name: String, rows: Int) {
        try database.write {
            let file = try file(named: name)
            let problems = try decided(of: file) + repeats(of: file) + outranked(of: file)
            if !problems.isEmpty { throw Failure(.refused, problems) }
            let rows = try connection.integer(sql: "SELECT count(*) FROM txn WHERE file_id = \(file.id)") ?? 0
            try connection.execute(
                sql: """
                    DELETE FROM decision WHERE row_id IN (SELECT row_id FROM txn WHERE file_id = \(file.id));
                    DELETE FROM repeated WHERE file_id = \(file.id);
                    DELETE FROM conflict
                    WHERE file_id = \(file.id) OR row_id IN (SELECT row_id FROM txn WHERE file_id = \(file.id));
                    DELETE FROM txn WHERE file_id = \(file.id);
                    DELETE FROM file WHERE file_id = \(file.id);
                    -- Numbers that are free again are those of rows still to come.
                    UPDATE campaign SET last_row_id = min(last_row_id, (SELECT coalesce(max(row_id), 0) FROM txn));
                    """)
            return (file.name, rows)
        }
    }

    private struct File {
        var id: Int
        var name: String
        var rows: Int
    }

    private func file(named name: String) throws -> File {
        var files: [File] = []
        var select = try connection.prepare(
            sql:
                "SELECT file_id, name, accepted FROM file WHERE name = ?1 OR CAST(file_id AS TEXT) = ?1 ORDER BY file_id"
        )
        try select.bind(text: name, at: 1)
        try select.forEachRow {
            files.append(File(id: $0.integer(at: 0), name: $0.text(at: 1), rows: $0.integer(at: 2)))
        }
        if files.count == 1, let file = files.first { return file }
        let shown = ShownText.of(name)
        if files.isEmpty {
            throw Failure(
                .refused, at: database.path, "no file `\(shown)` is in the book",
                help: "name it as it was ingested, with its folder")
        }
        let list = files.map { "\($0.id) (\($0.rows) rows)" }.joined(separator: ", ")
        throw Failure(
            .refused, at: database.path, "several files `\(shown)` are in the book",
            help: "name one by its number: \(list)")
    }

    private func decided(of file: File) throws -> [Problem] {
        var select = try connection.prepare(
            sql: """
                SELECT count(DISTINCT txn.row_id), min(txn.line) FROM txn JOIN decision USING (row_id)
                WHERE txn.file_id = ?1 AND decision.provisional = 0
                """)
        try select.bind(file.id, at: 1)
        let found = try select.firstRow { ($0.integer(at: 0), $0.integer(at: 1)) } ?? (0, 0)
        if found.0 == 0 { return [] }
        return [
            Problem(
                at: file.name,
                "\(found.0) of its rows \(found.0 == 1 ? "is" : "are") decided, the first on line \(found.1)",
                help: "what is decided stays: ingest refunds or reversals of the purchases that were wrong")
        ]
    }

    /// Files whose rows are not stored, since this one had brought them before.
    private func repeats(of file: File) throws -> [Problem] {
        var select = try connection.prepare(
            sql: """
                SELECT other.name, count(*), min(txn.line)
                FROM txn JOIN repeated USING (row_id) JOIN file AS other ON other.file_id = repeated.file_id
                WHERE txn.file_id = ?1 GROUP BY other.file_id ORDER BY other.file_id
                """)
        try select.bind(file.id, at: 1)
        var problems: [Problem] = []
        try select.forEachRow { row in
            let (other, count) = (ShownText.of(row.text(at: 0)), row.integer(at: 1))
            problems.append(
                Problem(
                    at: file.name,
                    "`\(other)` repeated \(count) of its rows, the first on line \(row.integer(at: 2)), and would lose "
                        + (count == 1 ? "it" : "them"),
                    help: "withdraw `\(other)` first, and ingest it again afterwards"))
        }
        return problems
    }

    /// Files whose final rows stand for pending ones of this file; and pending ones that a run has set aside for final rows
    /// of this file.
    private func outranked(of file: File) throws -> [Problem] {
        var select = try connection.prepare(
            sql: """
                SELECT other.name, count(*), min(mine.line), mine.is_pending
                FROM txn AS mine JOIN txn AS theirs ON theirs.txn_id = mine.txn_id
                    AND theirs.is_pending <> mine.is_pending AND theirs.file_id <> mine.file_id
                    JOIN file AS other ON other.file_id = theirs.file_id
                WHERE mine.file_id = ?1
                    AND (mine.is_pending OR EXISTS (SELECT 1 FROM decision WHERE row_id = theirs.row_id))
                GROUP BY other.file_id, mine.is_pending ORDER BY other.file_id
                """)
        try select.bind(file.id, at: 1)
        var problems: [Problem] = []
        try select.forEachRow { row in
            let (other, count) = (ShownText.of(row.text(at: 0)), row.integer(at: 1))
            let isOutranked = row.integer(at: 3) == 1
            problems.append(
                Problem(
                    at: file.name,
                    isOutranked
                        ? "`\(other)` has the final rows of \(count) that are pending here, the first on line \(row.integer(at: 2))"
                        : "it has the final rows of \(count) that are pending in `\(other)`, the first on line \(row.integer(at: 2)), and a run went by them",
                    help: isOutranked
                        ? "withdraw `\(other)` first, and ingest it again afterwards"
                        : "ingest refunds or reversals of the purchases that were wrong"))
        }
        return problems
    }
}
