internal import SQLite

/// The table `txn`: adds the accepted rows of one file, one by one.
struct TransactionTable: ~Copyable {
    /// What became of a row.
    enum Added {
        case new
        /// The id has such a row already, and it says the same (or both are pending).
        case duplicate
        /// The id has a final row already, which says something else.
        case conflict
    }

    private let connection: Connection
    private var insert: Statement
    private var compare: Statement
    private var repeats: Statement

    private init(
        connection: Connection, insert: consuming Statement, compare: consuming Statement, repeats: consuming Statement
    ) {
        self.connection = connection
        self.insert = insert
        self.compare = compare
        self.repeats = repeats
    }

    static func open(connection: Connection, fileId: Int) throws -> TransactionTable {
        let insert = try connection.prepare(
            sql: """
                INSERT INTO txn (txn_id, is_pending, txn_time, booking_day, posted_on, amount_fen, card_id, cardholder_id,
                    currency, type, status, pay_method, channel, mcc, merchant_id, original_txn_id, kept, line, token_id, file_id)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, \(fileId))
                ON CONFLICT (txn_id, is_pending) DO NOTHING
                """)
        // Of the kept columns, those count that both rows were stored with; of a cardholder and a channel what the file
        // said itself.
        let compare = try connection.prepare(
            sql: """
                SELECT 1 FROM txn WHERE txn_id = ?1 AND is_pending = ?2
                    AND txn_time = ?3 AND ?4 IS NOT NULL AND posted_on IS ?5 AND amount_fen = ?6 AND card_id IS ?7
                    AND iif(cardholder_looked_up, NULL, cardholder_id) IS ?8 AND token_id IS ?19 AND currency IS ?9
                    AND coalesce(type, 'purchase') = coalesce(?10, 'purchase')
                    AND coalesce(status, 'settled') = coalesce(?11, 'settled')
                    AND pay_method IS ?12 AND iif(channel_looked_up, NULL, channel) IS ?13 AND mcc IS ?14 AND merchant_id IS ?15
                    AND original_txn_id IS ?16 AND ?18 IS NOT NULL
                    AND NOT EXISTS (
                        SELECT 1 FROM json_each(txn.kept) AS stored JOIN json_each(?17) AS given USING (key)
                        WHERE stored.value IS NOT given.value)
                """)
        let repeats = try connection.prepare(
            sql: """
                INSERT INTO repeated (row_id, file_id)
                SELECT row_id, \(fileId) FROM txn WHERE txn_id = ?1 AND is_pending = ?2 AND file_id <> \(fileId)
                ON CONFLICT (row_id, file_id) DO NOTHING
                """)
        return TransactionTable(connection: connection, insert: insert, compare: compare, repeats: repeats)
    }

    /// The row that the parser has read last. `kept` is the JSON object of its kept columns.
    mutating func add(_ parser: borrowing RowParser, kept: [UInt8]?, in bytes: Span<UInt8>) throws -> Added {
        try TransactionTable.bind(parser, kept, bytes, to: &insert)
        try insert.run()
        if connection.changes > 0 { return .new }
        if parser.row.status != .pending {
            try TransactionTable.bind(parser, kept, bytes, to: &compare)
            if try compare.firstRow({ _ in true }) == nil { return .conflict }
        }
        try TransactionTable.bind(parser.row.txnId, at: 1, parser, bytes, to: &repeats)
        try repeats.bind(parser.row.status == .pending ? 1 : 0, at: 2)
        try repeats.run()
        return .duplicate
    }

    /// Keeps that the parser's row conflicts with the stored one of its id.
    func keepConflict(_ parser: borrowing RowParser, fileId: Int, in bytes: Span<UInt8>) throws {
        var insert = try connection.prepare(
            sql: """
                INSERT INTO conflict (file_id, line, row_id)
                SELECT ?2, ?3, row_id FROM txn WHERE txn_id = ?1 AND is_pending = 0
                """)
        try insert.bind(text: parser.string(of: parser.row.txnId, in: bytes), at: 1)
        try insert.bind(fileId, at: 2)
        try insert.bind(parser.row.line, at: 3)
        try insert.run()
    }

    /// Where the final row came from that the book has of the id of the parser's row: `2017-01-22.csv:7`.
    func place(ofFinalRowOf parser: borrowing RowParser, in bytes: Span<UInt8>) throws -> String {
        var select = try connection.prepare(
            sql: """
                SELECT file.name, txn.line FROM txn JOIN file USING (file_id)
                WHERE txn.txn_id = ?1 AND txn.is_pending = 0
                """)
        try select.bind(text: parser.string(of: parser.row.txnId, in: bytes), at: 1)
        return try select.firstRow { "\($0.text(at: 0)):\($0.integer(at: 1))" } ?? ""
    }

    private static func bind(
        _ parser: borrowing RowParser, _ kept: [UInt8]?, _ bytes: Span<UInt8>, to statement: inout Statement
    ) throws {
        let row = parser.row
        try bind(row.txnId, at: 1, parser, bytes, to: &statement)
        try statement.bind(row.status == .pending ? 1 : 0, at: 2)
        try statement.bind(row.time.seconds, at: 3)
        try statement.bind(Int((row.postedOn ?? row.time.day).number), at: 4)
        try statement.bind((row.postedOn?.number).map(Int.init), at: 5)
        try statement.bind(row.amountFen, at: 6)
        try bind(row.cardId, at: 7, parser, bytes, to: &statement)
        try bind(row.cardholderId, at: 8, parser, bytes, to: &statement)
        try bind(row.currency, at: 9, parser, bytes, to: &statement)
        try statement.bind(text: row.typeIsGiven ? row.kind.name : nil, at: 10)
        try statement.bind(text: row.statusIsGiven ? row.status.name : nil, at: 11)
        try bind(row.payMethod, at: 12, parser, bytes, to: &statement)
        try bind(row.channel, at: 13, parser, bytes, to: &statement)
        try bind(row.mcc, at: 14, parser, bytes, to: &statement)
        try bind(row.merchantId, at: 15, parser, bytes, to: &statement)
        try bind(row.originalTxnId, at: 16, parser, bytes, to: &statement)
        if let kept { try statement.bind(text: kept, at: 17) } else { try statement.bindNull(at: 17) }
        try statement.bind(row.line, at: 18)
        try bind(row.tokenId, at: 19, parser, bytes, to: &statement)
    }

    private static func bind(
        _ field: TextField, at index: Int, _ parser: borrowing RowParser, _ bytes: Span<UInt8>,
        to statement: inout Statement
    ) throws {
        if field.isEmpty { return try statement.bindNull(at: index) }
        // `Statement` cannot be captured, so the text is lent and bound in one go.
        try parser.withText(of: field, in: bytes) { text throws(SQLiteError) in
            try statement.bind(text: text, at: index)
        }
    }
}
