internal import SQLite

/// The ledger as `rewardctl ledger` prints it, in the order of its entries.
package struct LedgerListing: RowListing {
    private let database: Database
    private let filter: BookFilter

    package static let columns = [
        "entry_id", "campaign", "rule_version", "cardholder_id", "card_id", "txn_id", "kind", "amount", "step",
        "channel", "cycle", "day", "run_id", "takes_back", "reason", "entered_by", "approved_by",
    ]

    package init(of database: Database, filter: BookFilter) {
        self.database = database
        self.filter = filter
    }

    /// Writes the entries into a sink. Codes: busy, inputOutput, internalError.
    package func write<Sink: CellSink & ~Copyable>(to sink: inout Sink) throws(Failure) {
        try database.read {
            try forEachEntry { row in
                sink.integer(row.integer(at: 0))
                for column in 1...3 { row.withText(at: column) { sink.text($0) } }
                row.withText(at: 4) { sink.optionalText($0) }
                row.withText(at: 5) { sink.optionalText($0) }
                row.withText(at: 6) { sink.text($0) }
                sink.yuan(fromFen: try row.amountFen(at: 7))
                sink.optionalInteger(row.optionalInteger(at: 8))
                row.withText(at: 9) { sink.optionalText($0) }
                sink.optionalDay(try row.optionalDay(at: 10))
                sink.day(try row.day(at: 11))
                sink.optionalInteger(row.optionalInteger(at: 12))
                sink.optionalInteger(row.optionalInteger(at: 13))
                for column in 14...16 { row.withText(at: column) { sink.optionalText($0) } }
                try sink.endRow()
            }
        }
    }

    /// The entries for people, with what they come to.
    package func table() throws(Failure) -> (table: TextTable, total: String) {
        try database.read { try readTable() }
    }

    /// As `table`, within a transaction that is open already.
    func readTable() throws -> (table: TextTable, total: String) {
        var table = TextTable([
            ("entry", .right), ("campaign", .left), ("cardholder", .left), ("txn_id", .left), ("kind", .left),
            ("amount", .right), ("step", .right), ("channel", .left), ("cycle", .left), ("day", .left), ("run", .right),
            ("takes back", .right),
        ])
        var totals: [String: (count: Int, amountFen: Int)] = [:]
        try forEachEntry { row in
            let amountFen = try row.amountFen(at: 7)
            totals[row.text(at: 6), default: (0, 0)].count += 1
            totals[row.text(at: 6), default: (0, 0)].amountFen += amountFen
            table.add(
                [
                    "\(row.integer(at: 0))", row.text(at: 1), row.text(at: 3), row.text(at: 5), row.text(at: 6),
                    yuanText(fen: amountFen), row.optionalInteger(at: 8).map { "\($0)" } ?? "", row.text(at: 9),
                    try row.optionalDay(at: 10)?.text ?? "",
                    try row.day(at: 11).text, row.optionalInteger(at: 12).map { "\($0)" } ?? "",
                    row.optionalInteger(at: 13).map { "\($0)" } ?? "",
                ],
                tone: amountFen > 0 ? .good : .caution)
        }
        let parts = ["award", "clawback", "adjustment"].compactMap { kind -> String? in
            let (count, amountFen) = totals[kind] ?? (0, 0)
            if count == 0, kind == "adjustment" { return nil }
            return "\(count) \(kind)\(count == 1 ? "" : "s") \(yuanText(fen: amountFen))"
        }
        let sumFen = totals.values.reduce(0) { $0 + $1.amountFen }
        return (table, "\(parts.joined(separator: ", ")), in all \(yuanText(fen: sumFen))")
    }

    private func forEachEntry(_ body: (borrowing Row) throws -> Void) throws {
        let condition = filter.condition(
            cardholder: "ledger.cardholder_id", campaign: "campaign.id", run: "ledger.run_id")
        let cycle = filter.cycle.map { " AND ledger.cycle = \($0.number)" } ?? ""
        var select = try database.connection.prepare(
            sql: """
                SELECT ledger.entry_id, campaign.id, rule_version.hash, ledger.cardholder_id, ledger.card_id, txn.txn_id,
                    ledger.kind, ledger.amount_fen, ledger.step, ledger.channel, ledger.cycle, ledger.booking_day,
                    ledger.run_id, ledger.takes_back, ledger.reason, ledger.entered_by, ledger.approved_by
                FROM ledger
                    JOIN campaign ON campaign.campaign_id = ledger.campaign_id
                    JOIN rule_version ON rule_version.version_id = ledger.version_id
                    LEFT JOIN txn ON txn.row_id = ledger.row_id
                WHERE \(condition.sql)\(cycle)
                ORDER BY ledger.entry_id
                """)
        for (index, text) in condition.texts.enumerated() { try select.bind(text: text, at: index + 1) }
        try select.forEachRow(body)
    }
}

extension CellSink where Self: ~Copyable {
    /// Empty text is an empty cell.
    mutating func optionalText(_ text: Span<UInt8>) {
        if text.isEmpty { empty() } else { self.text(text) }
    }

    mutating func optionalInteger(_ value: Int?) {
        if let value { integer(value) } else { empty() }
    }

    mutating func optionalDay(_ value: Day?) {
        if let value { day(value) } else { empty() }
    }
}
