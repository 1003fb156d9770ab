internal import SQLite

/// Which columns the book holds for the campaigns that name them.
enum StoredColumn {
    /// The columns of the table in SPEC 1 whose text as given is stored. Of the others (`txn_time`, `posted_on`,
    /// `amount`) only the value is, so that a campaign which names their text needs `--keep`, as for any further column.
    static let withText: [Column] = [
        .txnId, .cardId, .tokenId, .cardholderId, .currency, .type, .status, .payMethod, .channel, .mcc, .merchantId,
        .originalTxnId,
    ]

    static func hasText(_ name: String) -> Bool {
        withText.contains { $0.rawValue == name }
    }

    /// SQL for the text of a column as a campaign names it.
    static func expression(of name: String) -> String {
        if let column = Column(rawValue: name), withText.contains(column) { return "txn.\(column.rawValue)" }
        return "(SELECT value FROM json_each(txn.kept) WHERE key = \(quoted(name)))"
    }

    /// A text as SQL states it.
    private static func quoted(_ text: String) -> String {
        "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
    }
}

/// The table `stored_column`.
struct StoredColumnTable {
    let connection: Connection

    /// Of the columns that a campaign names, those that no file has brought.
    func missing(of names: [String]) throws -> [String] {
        guard try connection.integer(sql: "SELECT EXISTS (SELECT 1 FROM file)") == 1 else { return [] }
        let brought = try all()
        return names.filter { name in
            let isKept = !StoredColumn.hasText(name)
            return !brought.contains { $0.name == name && $0.isKept == isKept }
        }
    }

    /// The columns that `--keep` has named so far.
    func kept() throws -> [String] {
        try all().filter(\.isKept).map(\.name)
    }

    func add(_ name: String, isKept: Bool) throws {
        var insert = try connection.prepare(
            sql: "INSERT INTO stored_column (name, kept) VALUES (?1, ?2) ON CONFLICT (name, kept) DO NOTHING")
        try insert.bind(text: name, at: 1)
        try insert.bind(isKept ? 1 : 0, at: 2)
        try insert.run()
    }

    private func all() throws -> [(name: String, isKept: Bool)] {
        var columns: [(String, Bool)] = []
        var select = try connection.prepare(sql: "SELECT name, kept FROM stored_column ORDER BY name, kept")
        try select.forEachRow { row in columns.append((row.text(at: 0), row.integer(at: 1) == 1)) }
        return columns
    }
}
