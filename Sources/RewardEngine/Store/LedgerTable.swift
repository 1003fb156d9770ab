internal import SQLite

/// The table `ledger`: entries are only ever added.
struct LedgerTable {
    let connection: Connection

    /// An entry as a run makes it.
    struct NewEntry {
        var entryId: Int
        var campaignId: Int
        var versionId: Int
        /// The row that caused it: its cardholder, card and booking day are the entry's.
        var rowId: Int
        /// The purchase: its channel is the entry's. A clawback has the cycle of its award.
        var purchaseRowId: Int
        /// Signed.
        var amountFen: Int
        var step: Int
        var cycle: Day?
        var runId: Int
        var takesBack: Int?
    }

    func nextEntryId() throws -> Int {
        (try connection.integer(sql: "SELECT max(entry_id) FROM ledger") ?? 0) + 1
    }

    func add(_ entries: [NewEntry]) throws {
        var insert = try connection.prepare(
            sql: """
                INSERT INTO ledger (entry_id, campaign_id, version_id, cardholder_id, card_id, row_id, kind, amount_fen,
                    step, channel, cycle, booking_day, run_id, takes_back)
                SELECT ?1, ?2, ?3, cause.cardholder_id, cause.card_id, cause.row_id,
                    iif(?6 > 0, 'award', 'clawback'), ?6, ?7, purchase.channel,
                    iif(?10 IS NULL, ?8, (SELECT cycle FROM ledger WHERE entry_id = ?10)), cause.booking_day, ?9, ?10
                FROM txn AS cause, txn AS purchase
                WHERE cause.row_id = ?4 AND purchase.row_id = ?5
                """)
        for entry in entries {
            try insert.bind(entry.entryId, at: 1)
            try insert.bind(entry.campaignId, at: 2)
            try insert.bind(entry.versionId, at: 3)
            try insert.bind(entry.rowId, at: 4)
            try insert.bind(entry.purchaseRowId, at: 5)
            try insert.bind(entry.amountFen, at: 6)
            try insert.bind(entry.step, at: 7)
            try insert.bind((entry.cycle?.number).map(Int.init), at: 8)
            try insert.bind(entry.runId, at: 9)
            try insert.bind(entry.takesBack, at: 10)
            try insert.run()
        }
    }

    /// An entry as the replay of the ledger needs it.
    struct Replayed {
        var entryId: Int
        var versionId: Int
        var rowId: Int
        var amountFen: Int
        var step: Int
        var takesBack: Int?
        /// Of the row that caused it.
        var kind: RowKind
    }

    /// All entries of a campaign in their order.
    func entries(campaignId: Int) throws -> [Replayed] {
        var entries: [Replayed] = []
        var select = try connection.prepare(
            sql: """
                SELECT ledger.entry_id, ledger.version_id, ledger.row_id, ledger.amount_fen, ledger.step,
                    ledger.takes_back, txn.type
                FROM ledger JOIN txn USING (row_id) WHERE ledger.campaign_id = ?1 ORDER BY ledger.entry_id
                """)
        try select.bind(campaignId, at: 1)
        try select.forEachRow { row in
            entries.append(
                Replayed(
                    entryId: try row.number(at: 0), versionId: row.integer(at: 1), rowId: try row.number(at: 2),
                    amountFen: try row.amountFen(at: 3), step: try step(of: row), takesBack: row.optionalInteger(at: 5),
                    kind: RowKind(named: row.optionalText(at: 6))))
        }
        return entries
    }

    /// The steps below are held by earlier awards, so that there are at least as many entries.
    private func step(of row: borrowing Row) throws -> Int {
        let step = row.integer(at: 4)
        guard 1...max(1, row.integer(at: 0)) ~= step else { throw DamagedValue(what: "a step is out of its range") }
        return step
    }
}
