internal import SQLite

/// Loads a `CampaignWorld`.
struct WorldLoader: ~Copyable {
    private var transactions: TransactionsBuilder
    private var rowIds: [Int] = []
    private var places = IntegerMap()
    private var txnIds = TextColumn()
    private var symbols: WorldSymbols
    /// What was decided of the rows that had their decision before.
    private var past: [CampaignWorld.Past] = []
    /// The money back that is to be decided, with the id that it names.
    private var moneyBack: [(row: Int, names: String)] = []
    private var pending: [Int] = []
    private var earlier: [Int: CampaignWorld.Earlier] = [:]
    private var decidedPurchases: [(row: Int, moneyBackFen: Int)] = []

    private var lookup: RowLookup
    /// The column of the channel, where the campaign asks for it.
    private let channelColumn: Int?
    /// The column of the cardholder, where the campaign names it as one.
    private let cardholderColumn: Int?

    private let connection: Connection
    private let campaignId: Int
    private let columns: String
    private let firstOpenDay: Int32

    init(of campaign: CampaignTable.Registered, symbols: WorldSymbols, connection: Connection) throws {
        self.symbols = symbols
        lookup = try RowLookup(connection: connection)
        channelColumn = symbols.vocabulary.columns.firstIndex(of: Column.channel.rawValue)
        cardholderColumn = symbols.vocabulary.columns.firstIndex(of: Column.cardholderId.rawValue)
        self.connection = connection
        campaignId = campaign.campaignId
        firstOpenDay = campaign.closedThrough.map { $0.advanced(by: 1).number } ?? .min
        transactions = TransactionsBuilder(columnCount: symbols.vocabulary.columns.count)
        let named = symbols.vocabulary.columns.map(StoredColumn.expression(of:))
        columns = (WorldColumn.allCases.map { "txn.\($0.rawValue)" } + named).joined(separator: ", ")
    }

    consuming func finish() -> CampaignWorld {
        CampaignWorld(
            transactions: Transactions(transactions), rowIds: rowIds, symbols: symbols, earlier: earlier, past: past,
            decidedPurchases: decidedPurchases, places: places,
            txnIds: txnIds)
    }
}

/// The columns that every row is loaded with, in this order.
private enum WorldColumn: String, CaseIterable {
    case rowId = "row_id"
    case txnId = "txn_id"
    case txnTime = "txn_time"
    case bookingDay = "booking_day"
    case amountFen = "amount_fen"
    case cardholderId = "cardholder_id"
    case currency, type, status
    case originalTxnId = "original_txn_id"

    var index: Int { WorldColumn.allCases.firstIndex(of: self) ?? 0 }
}

// MARK: - Loading

extension WorldLoader {
    /// Loads everything that closing the days up to `through` needs. Where they are closed already, only what the ledger
    /// holds, for the campaigns that hang together with this one.
    /// - Parameter remembers: also every decision there is.
    mutating func load(through: Day, closedThrough: Day?, lastRowId: Int, remembers: Bool) throws {
        if let closedThrough, closedThrough >= through { return try addAwarded() }
        try addRows(
            where: "txn.row_id > ?1 AND txn.booking_day <= ?2", lastRowId, Int(through.number), standing: .open)
        if let closedThrough {
            // The plus keeps SQLite from going through all rows that ever came, in place of those of the days.
            try addRows(
                where: "txn.booking_day > ?1 AND txn.booking_day <= ?2 AND +txn.row_id <= ?3",
                Int(closedThrough.number), Int(through.number), lastRowId, standing: .open)
            try addProvisional()
            try addAwarded()
            if remembers { try addPast() }
        }
        try supersede()
        try linkMoneyBack()
        try lookup.keep()
    }

    private mutating func addAwarded() throws {
        try addRows(
            from: "ledger CROSS JOIN txn USING (row_id)",
            where: "ledger.campaign_id = ?1 AND ledger.kind = 'award'", campaignId, standing: .context)
    }

    /// Every purchase that was decided, and the money back that it has had.
    private mutating func addPast() throws {
        var select = try connection.prepare(
            sql: """
                SELECT \(columns), decision.decided_on, decision.version_id, verdict.outcome, verdict.reason,
                    ledger.amount_fen, ledger.step, ledger.version_id,
                    (SELECT named.row_id FROM txn AS named
                     WHERE named.txn_id = txn.original_txn_id AND named.is_pending = 0)
                FROM decision CROSS JOIN txn USING (row_id) CROSS JOIN verdict USING (verdict_id)
                    LEFT JOIN ledger ON ledger.row_id = txn.row_id AND ledger.campaign_id = decision.campaign_id
                WHERE decision.campaign_id = ?1 AND decision.provisional = 0
                    AND verdict.outcome IN ('awarded', 'declined', 'clawed-back', 'no-effect')
                    AND verdict.reason NOT IN ('failed', 'currency')
                ORDER BY decision.row_id
                """)
        try select.bind(campaignId, at: 1)
        let next = WorldColumn.allCases.count + symbols.vocabulary.columns.count
        try select.forEachRow { row in
            let index = try add(row, standing: .context)
            transactions.decidedOn[index] = try row.day(at: next).number
            past.append(
                CampaignWorld.Past(
                    row: index, versionId: row.integer(at: next + 1), outcome: row.text(at: next + 2),
                    reason: row.text(at: next + 3),
                    amountFen: row.isNull(at: next + 4) ? nil : try row.amountFen(at: next + 4),
                    step: row.optionalInteger(at: next + 5) ?? 1, awardVersionId: row.optionalInteger(at: next + 6),
                    isMoneyBack: transactions.kind[index].isMoneyBack,
                    purchaseRowId: row.optionalInteger(at: next + 7)))
        }
    }

    private mutating func addRows(
        from tables: String = "txn", where condition: String, _ parameters: Int..., standing: Transactions.Standing
    ) throws {
        var select = try connection.prepare(sql: "SELECT \(columns) FROM \(tables) WHERE \(condition) ORDER BY row_id")
        for (index, parameter) in parameters.enumerated() { try select.bind(parameter, at: index + 1) }
        try select.forEachRow { row in _ = try add(row, standing: standing) }
    }

    private mutating func addProvisional() throws {
        var select = try connection.prepare(
            sql: """
                SELECT \(columns), decision.verdict_id, decision.decided_on, verdict.outcome
                FROM decision INDEXED BY decision_provisional
                    CROSS JOIN txn USING (row_id) CROSS JOIN verdict USING (verdict_id)
                WHERE decision.campaign_id = ?1 AND decision.provisional = 1 ORDER BY row_id
                """)
        try select.bind(campaignId, at: 1)
        let next = WorldColumn.allCases.count + symbols.vocabulary.columns.count
        try select.forEachRow { row in
            let index = try add(row, standing: .open)
            earlier[index] = CampaignWorld.Earlier(verdictId: row.integer(at: next))
            // Money back was taken on its day; what was held, or not enrolled for, is decided on the first open one.
            let outcome = row.text(at: next + 2)
            if outcome != Outcome.held.rawValue, outcome != Outcome.declined.rawValue {
                transactions.decidedOn[index] = try row.day(at: next + 1).number
            }
        }
    }

    private mutating func add(_ row: borrowing Row, standing: Transactions.Standing) throws -> Int {
        let rowId = try row.number(at: WorldColumn.rowId.index)
        let bookingDay = try row.day(at: WorldColumn.bookingDay.index).number
        let time = try row.time(at: WorldColumn.txnTime.index)
        let amountFen = try row.amountFen(at: WorldColumn.amountFen.index)
        let index = places.indexAdding(UInt64(rowId))
        if index < rowIds.count { return index }
        rowIds.append(rowId)
        row.withText(at: WorldColumn.txnId.index) { txnIds.append($0) }
        let kind = RowKind(named: row.optionalText(at: WorldColumn.type.index))
        let status = Status(named: row.optionalText(at: WorldColumn.status.index))
        var cardholder = row.withText(at: WorldColumn.cardholderId.index) { symbols.cardholders.intern($0) }
        var foundCardholder: String?
        if cardholder == SymbolTable.absent {
            foundCardholder = try lookup.cardholder(ofRow: rowId, isToBeKept: standing == .open)
            cardholder = foundCardholder.map { symbols.cardholders.intern($0) } ?? SymbolTable.absent
        }
        let isKnown = cardholder != SymbolTable.absent
        transactions.standing.append(standing == .open && !isKnown ? .unknownCard : standing)
        transactions.kind.append(kind)
        transactions.status.append(status)
        transactions.time.append(time.seconds)
        transactions.postedOn.append(bookingDay)
        transactions.decidedOn.append(max(bookingDay, firstOpenDay))
        transactions.amountFen.append(amountFen)
        transactions.cardholder.append(cardholder)
        transactions.currency.append(
            row.withText(at: WorldColumn.currency.index) {
                symbols.vocabulary.currencies.intern($0)
            })
        for column in symbols.vocabulary.columns.indices {
            var symbol = row.withText(at: WorldColumn.allCases.count + column) {
                symbols.vocabulary.tables[column].intern($0)
            }
            if column == channelColumn, symbol == SymbolTable.absent, standing == .open, kind == .purchase,
                let found = try lookup.channel(ofRow: rowId)
            {
                symbol = symbols.vocabulary.tables[column].intern(found)
            }
            if column == cardholderColumn, let foundCardholder {
                symbol = symbols.vocabulary.tables[column].intern(foundCardholder)
            }
            transactions.symbols.append(symbol)
        }
        if standing == .open {
            if status == .pending {
                pending.append(index)
            } else if kind.isMoneyBack {
                moneyBack.append((index, row.text(at: WorldColumn.originalTxnId.index)))
            }
        }
        return index
    }

    /// A pending row gives way once the final one of its id is there.
    private mutating func supersede() throws {
        var select = try connection.prepare(sql: "SELECT 1 FROM txn WHERE txn_id = ?1 AND is_pending = 0")
        for index in pending {
            try select.bind(text: txnIds[index], at: 1)
            if try select.firstRow({ _ in true }) != nil { transactions.standing[index] = .superseded }
        }
    }

    /// Finds the purchase of each money back: the final row of the id, else the pending one.
    private mutating func linkMoneyBack() throws {
        var identify = try connection.prepare(
            sql: "SELECT \(columns) FROM txn WHERE txn_id = ?1 ORDER BY is_pending LIMIT 1")
        let loaded = rowIds.count
        for (row, names) in moneyBack {
            try identify.bind(text: names, at: 1)
            guard let purchase = try identify.firstRow({ try add($0, standing: .context) }) else { continue }
            if transactions.kind[purchase] == .purchase { transactions.link(moneyBack: row, to: purchase) }
        }
        for purchase in transactions.purchaseOfCase where transactions.standing[purchase] == .context {
            if let moneyBackFen = try moneyBackFen(ofDecided: purchase, wasLoadedAsAwarded: purchase < loaded) {
                decidedPurchases.append((purchase, moneyBackFen))
            }
        }
    }

    /// How much money back a purchase has had by now; nil where it is not decided yet.
    private func moneyBackFen(ofDecided purchase: Int, wasLoadedAsAwarded: Bool) throws -> Int? {
        if !wasLoadedAsAwarded {
            let decided = try connection.integer(
                sql: """
                    SELECT 1 FROM decision
                    WHERE campaign_id = \(campaignId) AND row_id = \(rowIds[purchase]) AND provisional = 0
                    """)
            if decided == nil { return nil }
        }
        // CROSS JOIN keeps SQLite from going through all decisions of the campaign.
        var select = try connection.prepare(
            sql: """
                SELECT coalesce(sum(txn.amount_fen), 0)
                FROM txn CROSS JOIN decision USING (row_id) CROSS JOIN verdict USING (verdict_id)
                WHERE txn.original_txn_id = ?1 AND decision.campaign_id = ?2 AND decision.provisional = 0
                    AND (verdict.outcome = 'clawed-back'
                        OR verdict.outcome = 'no-effect' AND verdict.reason NOT IN ('failed', 'currency'))
                """)
        try select.bind(text: txnIds[purchase], at: 1)
        try select.bind(campaignId, at: 2)
        return try select.firstRow { $0.integer(at: 0) }
    }
}
