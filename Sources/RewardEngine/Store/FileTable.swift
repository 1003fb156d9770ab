internal import SQLite

/// The table `file`: the files that brought rows.
struct FileTable {
    let connection: Connection

    /// Whether some file has brought rows before the one that is being read.
    func haveRows() throws -> Bool {
        try connection.integer(sql: "SELECT EXISTS (SELECT 1 FROM file WHERE accepted > 0)") == 1
    }

    /// - Parameter sha256: of what the file holds.
    func add(name: String, sha256: String, manifest: Manifest?, ingestedAt: Int) throws -> Int {
        var insert = try connection.prepare(
            sql: """
                INSERT INTO file (name, ingested_at, accepted, duplicate, rejected, sha256, source, sequence, booking_day)
                VALUES (?1, ?2, 0, 0, 0, ?3, ?4, ?5, ?6)
                """)
        try insert.bind(text: name, at: 1)
        try insert.bind(ingestedAt, at: 2)
        try insert.bind(text: sha256, at: 3)
        try insert.bind(text: manifest?.source ?? "", at: 4)
        try insert.bind(manifest?.sequence, at: 5)
        try insert.bind((manifest?.bookingDay?.number).map(Int.init), at: 6)
        try insert.run()
        return connection.lastInsertedRowId
    }

    struct Known {
        var name: String
        var sha256: String
        var sequence: Int?
    }

    /// The first file of that content.
    func file(ofContent sha256: String) throws -> Known? {
        var select = try connection.prepare(
            sql: "SELECT name, sha256, sequence FROM file WHERE sha256 = ?1 ORDER BY file_id LIMIT 1")
        try select.bind(text: sha256, at: 1)
        return try select.firstRow {
            Known(name: $0.text(at: 0), sha256: $0.text(at: 1), sequence: $0.optionalInteger(at: 2))
        }
    }

    /// The file that has a number of a source.
    func file(source: String, sequence: Int) throws -> Known? {
        var select = try connection.prepare(
            sql: "SELECT name, sha256, sequence FROM file WHERE source = ?1 AND sequence = ?2")
        try select.bind(text: source, at: 1)
        try select.bind(sequence, at: 2)
        return try select.firstRow {
            Known(name: $0.text(at: 0), sha256: $0.text(at: 1), sequence: $0.optionalInteger(at: 2))
        }
    }

    /// Numbers and booking days between the first and the last file of a source of which none has come, as ranges.
    struct Gaps: Equatable {
        var source: String
        var sequences: [ClosedRange<Int>] = []
        var days: [ClosedRange<Int>] = []
    }

    /// Of every source that counts its files or names their days.
    func gaps() throws -> [Gaps] {
        var numbers: [String: (sequences: [Int], days: [Int])] = [:]
        for (column, isDay) in [("sequence", false), ("booking_day", true)] {
            var select = try connection.prepare(
                sql: "SELECT source, \(column) FROM file WHERE \(column) IS NOT NULL ORDER BY \(column)")
            try select.forEachRow { row in
                let source = row.text(at: 0)
                if isDay {
                    numbers[source, default: ([], [])].days.append(Int(try row.day(at: 1).number))
                } else {
                    numbers[source, default: ([], [])].sequences.append(row.integer(at: 1))
                }
            }
        }
        return numbers.keys.sorted().compactMap { source in
            let (sequences, days) = numbers[source] ?? ([], [])
            let gaps = Gaps(
                source: source, sequences: FileTable.missing(in: sequences), days: FileTable.missing(in: days))
            return gaps.sequences.isEmpty && gaps.days.isEmpty ? nil : gaps
        }
    }

    /// - Parameter numbers: ascending.
    private static func missing(in numbers: [Int]) -> [ClosedRange<Int>] {
        zip(numbers, numbers.dropFirst()).compactMap { number, next in
            next - number > 1 ? number + 1...next - 1 : nil
        }
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
