internal import SQLite

/// Looks up what a row of the book does not say itself, and keeps it: a card that changes hands later leaves what was
/// decided where it was.
struct RowLookup {
    private let connection: Connection
    private let masters: MasterTable
    private let knowsBindings: Bool
    /// Found, and still to be kept.
    private var cardholders: [Int: String] = [:]
    private var channels: [Int: String] = [:]

    init(connection: Connection) throws {
        self.connection = connection
        masters = MasterTable(connection: connection)
        knowsBindings = try masters.knowsBindings()
    }

    private struct Known {
        var card: String
        var token: String
        var time: LocalTime
        var kind: RowKind
        var original: String
    }

    private func known(_ rowId: Int) throws -> Known? {
        var select = try connection.prepare(
            sql: "SELECT card_id, token_id, txn_time, type, original_txn_id FROM txn WHERE row_id = ?1")
        try select.bind(rowId, at: 1)
        return try select.firstRow { row in
            Known(
                card: row.text(at: 0), token: row.text(at: 1), time: try row.time(at: 2),
                kind: RowKind(named: row.optionalText(at: 3)), original: row.text(at: 4))
        }
    }

    /// Whose row it is: money back on a purchase by the same card is that purchase's cardholder's, and of any other row the
    /// card master says so.
    /// - Parameter isToBeKept: false where the row is only looked at, and decided another time.
    mutating func cardholder(ofRow rowId: Int, isToBeKept: Bool) throws -> String? {
        guard let row = try known(rowId), !row.card.isEmpty else { return nil }
        var found = row.kind.isMoneyBack ? try cardholder(ofPurchase: row.original, card: row.card) : nil
        if found == nil { found = try masters.holdings(ofCard: row.card).cardholder(on: row.time.day) }
        if isToBeKept { cardholders[rowId] = found }
        return found
    }

    private func cardholder(ofPurchase txnId: String, card: String) throws -> String? {
        var select = try connection.prepare(
            sql: """
                SELECT cardholder_id, card_id, txn_time, type FROM txn WHERE txn_id = ?1 ORDER BY is_pending LIMIT 1
                """)
        try select.bind(text: txnId, at: 1)
        return try select.firstRow { row -> String? in
            let isPurchase = RowKind(named: row.optionalText(at: 3)) == .purchase
            guard isPurchase, row.text(at: 1) == card else { return nil }
            if let cardholder = row.optionalText(at: 0) { return cardholder }
            return try masters.holdings(ofCard: card).cardholder(on: try row.time(at: 2).day)
        } ?? nil
    }

    mutating func channel(ofRow rowId: Int) throws -> String? {
        guard knowsBindings, let row = try known(rowId) else { return nil }
        let found = boundChannel(
            at: row.time, ofToken: try masters.bindings(of: row.token, column: "token_id"),
            ofCard: try masters.bindings(of: row.card, column: "card_id"))
        channels[rowId] = found
        return found
    }

    func keep() throws {
        for (column, found) in [("cardholder_id", cardholders), ("channel", channels)] where !found.isEmpty {
            let flag = column == "channel" ? "channel_looked_up" : "cardholder_looked_up"
            var update = try connection.prepare(
                sql: "UPDATE txn SET \(column) = ?2, \(flag) = 1 WHERE row_id = ?1 AND \(column) IS NULL")
            for (rowId, text) in found {
                try update.bind(rowId, at: 1)
                try update.bind(text: text, at: 2)
                try update.run()
            }
        }
    }
}
