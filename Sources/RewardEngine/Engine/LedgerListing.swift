internal import SQLite

/// The ledger as `rewardctl ledger` prints it, in the order of its entries.
package struct LedgerListing: RowListing {
    private let database: Database
    private let filter: BookFilter

    package static let columns = [
        "entry_id", "campaign", "rule_version", "cardholder_id", "card_id", "txn_id", "kind", "amount", "step",
        "channel", "cycle", "day", "run_id", "takes_back",
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
                for column in 5...6 { row.withText(at: column) { sink.text($0) } }
                sink.yuan(fromFen: try row.amountFen(at: 7))
                sink.integer(row.integer(at: 8))
                row.withText(at: 9) { sink.optionalText($0) }
                sink.optionalDay(try row.optionalDay(at: 10))
                sink.day(try row.day(at: 11))
                sink.integer(row.integer(at: 12))
                sink.optionalInteger(row.optionalInteger(at: 13))
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
        var (awards, awardedFen, clawbacks, clawedBackFen) = (0, 0, 0, 0)
        try forEachEntry { row in
            let amountFen = try row.amountFen(at: 7)
            if amountFen > 0 { (awards, awardedFen) = (awards + 1, awardedFen + amountFen) }
            if amountFen < 0 { (clawbacks, clawedBackFen) = (clawbacks + 1, clawedBackFen + amountFen) }
            table.add(
                [
                    "\(row.integer(at: 0))", row.text(at: 1), row.text(at: 3), row.text(at: 5), row.text(at: 6),
                    yuanText(fen: amountFen), "\(row.integer(at: 8))", row.text(at: 9),
                    try row.optionalDay(at: 10)?.text ?? "",
                    try row.day(at: 11).text, "\(row.integer(at: 12))",
                    row.optionalInteger(at: 13).map { "\($0)" } ?? "",
                ],
                tone: amountFen > 0 ? .good : .caution)
        }
        let total =
            "\(awards) award\(awards == 1 ? "" : "s") \(yuanText(fen: awardedFen)), \(clawbacks) "
            + "clawback\(clawbacks == 1 ? "" : "s") \(yuanText(fen: clawedBackFen)), "
            + "in all \(yuanText(fen: awardedFen + clawedBackFen))"
        return (table, total)
    }

    private func forEachEntry(_ body: (borrowing Row) throws -> Void) throws {
        let condition = filter.condition(
            cardholder: "ledger.cardholder_id", campaign: "campaign.id", run: "ledger.run_id")
        let cycle = filter.cycle.map { " AND ledger.cycle = \($0.number)" } ?? ""
        var select = try database.connection.prepare(
            sql: """
                SELECT ledger.entry_id, campaign.id, rule_version.hash, ledger.cardholder_id, ledger.card_id, txn.txn_id,
                    ledger.kind, ledger.amount_fen, ledger.step, ledger.channel, ledger.cycle, ledger.booking_day,
                    ledger.run_id, ledger.takes_back
                FROM ledger
                    JOIN campaign ON campaign.campaign_id = ledger.campaign_id
                    JOIN rule_version ON rule_version.version_id = ledger.version_id
                    JOIN txn ON txn.row_id = ledger.row_id
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
