internal import SQLite

/// The decisions of the book as `rewardctl decisions` prints them: in the order in which their rows arrived, those of
/// several campaigns on one row in the order of registration.
package struct DecisionListing: RowListing {
    private let database: Database
    private let filter: BookFilter
    /// By version.
    private let campaigns: [Int: Campaign]

    package static let columns = Simulation.columns + ["file"]

    /// Codes: busy, inputOutput, internalError.
    package init(of database: Database, filter: BookFilter) throws(Failure) {
        self.database = database
        self.filter = filter
        campaigns = try database.read {
            var campaigns: [Int: Campaign] = [:]
            for version in try CampaignTable(connection: database.connection).all().flatMap(\.versions) {
                campaigns[version.versionId] = try version.campaign()
            }
            return campaigns
        }
    }

    /// Writes the decisions into a sink. Codes: busy, inputOutput, internalError.
    package func write<Sink: CellSink & ~Copyable>(to sink: inout Sink) throws(Failure) {
        try database.read {
            try forEachDecision { row, campaign, cycle in
                sink.integer(row.integer(at: Place.line))
                row.withText(at: Place.txnId) { sink.text($0) }
                sink.text(campaign.id)
                row.withText(at: Place.cardholder) { sink.text($0) }
                sink.time(try row.time(at: Place.time))
                sink.day(try row.day(at: Place.bookingDay))
                if let cycle { sink.day(cycle) } else { sink.empty() }
                sink.yuan(fromFen: try row.amountFen(at: Place.amountFen))
                row.withText(at: Place.outcome) { sink.text($0) }
                sink.yuan(fromFen: try row.amountFen(at: Place.awardFen))
                sink.optionalInteger(row.optionalInteger(at: Place.step))
                row.withText(at: Place.reason) { sink.optionalText($0) }
                row.withText(at: Place.file) { sink.text($0) }
                try sink.endRow()
            }
        }
    }

    /// The decisions for people.
    package func table() throws(Failure) -> TextTable {
        try database.read {
            var table = TextTable([
                ("line", .right), ("txn_id", .left), ("campaign", .left), ("cardholder", .left), ("time", .left),
                ("amount", .right), ("outcome", .left), ("award", .right), ("step", .right), ("why", .left),
                ("file", .left),
            ])
            try forEachDecision { row, campaign, _ in
                let outcome = Outcome(rawValue: row.text(at: Place.outcome)) ?? .held
                table.add(
                    [
                        "\(row.integer(at: Place.line))", row.text(at: Place.txnId), campaign.id,
                        row.text(at: Place.cardholder), try row.time(at: Place.time).tableText,
                        yuanText(fen: try row.amountFen(at: Place.amountFen)), outcome.rawValue,
                        row.isNull(at: Place.awardFen) ? "" : yuanText(fen: try row.amountFen(at: Place.awardFen)),
                        row.optionalInteger(at: Place.step).map { "\($0)" } ?? "",
                        try sentence(outcome, row, in: campaign), row.text(at: Place.file),
                    ],
                    tone: outcome.tone)
            }
            return table
        }
    }

    private func sentence(_ outcome: Outcome, _ row: borrowing Row, in campaign: Campaign) throws -> String {
        let name = row.text(at: Place.reason)
        if name.hasPrefix(Reason.takenByPrefix) {
            return "awarded by `\(name.dropFirst(Reason.takenByPrefix.count))` already"
        }
        guard name.isEmpty || Reason(named: name, in: campaign) != nil else { return name }
        let columns = StoredColumn.withText.map(\.rawValue)
        let texts = columns.indices.map { row.text(at: Place.firstColumn + $0) }
        let facts = RowFacts(
            amountFen: try row.amountFen(at: Place.amountFen), netFen: try row.amountFen(at: Place.netFen),
            time: try row.time(at: Place.time),
            bookingDay: try row.day(at: Place.bookingDay),
            currency: row.text(at: Place.currency), original: row.text(at: Place.original)
        ) { column in columns.firstIndex(of: column).map { texts[$0] } }
        return Verdict(outcome, Reason(named: name, in: campaign)).sentence(in: campaign, of: facts)
    }

    private func forEachDecision(
        _ body: (_ row: borrowing Row, _ campaign: Campaign, _ cycle: Day?) throws -> Void
    ) throws {
        let condition = filter.condition(
            cardholder: "txn.cardholder_id", campaign: "campaign.id", run: "decision.run_id")
        var select = try database.connection.prepare(
            sql: """
                SELECT \(Place.sql)
                FROM decision
                    JOIN txn ON txn.row_id = decision.row_id
                    JOIN campaign ON campaign.campaign_id = decision.campaign_id
                    JOIN verdict ON verdict.verdict_id = decision.verdict_id
                    JOIN file ON file.file_id = txn.file_id
                    LEFT JOIN ledger ON ledger.row_id = decision.row_id AND ledger.campaign_id = decision.campaign_id
                WHERE \(condition.sql)
                ORDER BY decision.row_id, decision.campaign_id
                """)
        for (index, text) in condition.texts.enumerated() { try select.bind(text: text, at: index + 1) }
        try select.forEachRow { row in
            guard let campaign = campaigns[row.integer(at: Place.versionId)] else { return }
            let day =
                campaign.clock == .transaction
                ? try row.time(at: Place.time).day
                : try row.day(at: Place.bookingDay)
            let cycle = campaign.cycleStartsOnDay.map { day.cycle(startsOnDay: $0) }
            if let wanted = filter.cycle, wanted != cycle { return }
            try body(row, campaign, cycle)
        }
    }
}

/// The columns of the query, and where they stand.
private enum Place {
    static let line = 0
    static let txnId = 1
    static let cardholder = 2
    static let time = 3
    static let bookingDay = 4
    static let amountFen = 5
    static let outcome = 6
    static let awardFen = 7
    static let step = 8
    static let reason = 9
    static let file = 10
    static let versionId = 11
    static let currency = 12
    static let original = 13
    static let netFen = 14
    static let firstColumn = 15

    /// What was left of a purchase when it was decided: money back of that day came first. CROSS JOIN keeps SQLite from
    /// beginning with all decisions of the campaign, for each of them anew.
    private static let net = """
        max(0, txn.amount_fen - coalesce((
            SELECT sum(back.amount_fen)
            FROM txn AS back
                CROSS JOIN decision AS taken ON taken.row_id = back.row_id AND taken.campaign_id = decision.campaign_id
                CROSS JOIN verdict AS said ON said.verdict_id = taken.verdict_id
            WHERE back.original_txn_id = txn.txn_id AND said.reason = 'before-decision'
        ), 0))
        """

    static var sql: String {
        let columns = [
            "txn.line", "txn.txn_id", "txn.cardholder_id", "txn.txn_time", "txn.booking_day", "txn.amount_fen",
            "verdict.outcome", "ledger.amount_fen", "iif(ledger.takes_back IS NULL, ledger.step, NULL)",
            "verdict.reason", "file.name", "decision.version_id", "txn.currency", "txn.original_txn_id", net,
        ]
        return (columns + StoredColumn.withText.map { "txn.\($0.rawValue)" }).joined(separator: ", ")
    }
}
