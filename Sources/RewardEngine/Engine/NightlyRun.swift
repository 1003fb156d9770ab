internal import SQLite

/// Closes days: decides, for every registered campaign, what is undecided up to a day, and writes the decisions and the
/// ledger entries. One transaction: a kill at any moment leaves the database as before it or after it.
package struct NightlyRun {
    private let database: Database
    private let through: Day
    private let nowSeconds: Int

    /// - Parameter nowSeconds: seconds since 1970 in UTC, kept beside the run; nothing is decided by it.
    package init(database: Database, through: Day, nowSeconds: Int) {
        self.database = database
        self.through = through
        self.nowSeconds = nowSeconds
    }

    /// Registers the campaigns of `files`, then decides. With `dryRun` the same is done and all of it undone.
    /// Codes: refused, busy, inputOutput, internalError.
    package func run(registering files: [CampaignFile], amend: Bool, dryRun: Bool) throws(Failure) -> RunReport {
        if dryRun {
            return try database.rehearse {
                var report = try registerAndDecide(files, amend: amend)
                report.isRehearsal = true
                report.entries = try report.runId.map { runId in
                    var filter = BookFilter()
                    filter.runId = runId
                    return try LedgerListing(of: database, filter: filter).readTable().table
                }
                return report
            }
        }
        return try database.write { try registerAndDecide(files, amend: amend) }
    }

    private func registerAndDecide(_ files: [CampaignFile], amend: Bool) throws -> RunReport {
        let registered = try Registration(
            connection: database.connection, utcOffset: database.utcOffset, path: database.path
        )
        .register(files, amend: amend)
        var report = try decideAll()
        report.registered = registered
        return report
    }

    private func decideAll() throws -> RunReport {
        let campaigns = try CampaignTable(connection: database.connection).all()
        if campaigns.isEmpty {
            throw Failure(
                .refused, at: database.path, "no campaign is registered in this database",
                help: "name one with `--rules FILE`, or `--rules flagship`")
        }
        var report = RunReport(through: through, utcOffset: database.utcOffset)
        var decided: [Int: RunReport.Decided] = [:]
        let newest = try linked(campaigns)
        for set in CampaignLinks.sets(of: newest) {
            let isClosed = set.map { !campaigns[$0].isOpen(through: through) }
            for (index, isClosed) in zip(set, isClosed) where isClosed {
                report.closedBefore.append((campaigns[index].id, campaigns[index].closedThrough ?? through))
            }
            if !isClosed.contains(false) { continue }
            let run = try report.runId ?? addRun()
            report.runId = run
            for (index, result) in try CampaignSetRun(database: database, through: through, runId: run).decide(
                set.map { ($0, campaigns[$0], newest[$0]) })
            {
                decided[index] = result
            }
        }
        report.campaigns = campaigns.indices.compactMap { decided[$0] }
        report.held = try heldRows()
        return report
    }

    /// The newest version of each campaign; they must agree where they hang together.
    private func linked(_ registered: [CampaignTable.Registered]) throws -> [Campaign] {
        let newest = try registered.compactMap { try $0.versions.last?.campaign() }
        guard newest.count == registered.count else {
            throw Failure(.internalError, at: database.path, "a campaign has no version")
        }
        let contradictions = CampaignLinks.contradictions(in: newest)
        if !contradictions.isEmpty {
            throw Failure(.refused, contradictions.map { Problem(at: database.path, $0.sentence) })
        }
        return CampaignLinks.linked(newest)
    }

    /// The rows that wait for the card master or for a binding, a sentence each: those that came first.
    private func heldRows() throws -> (count: Int, first: [String]) {
        var select = try database.connection.prepare(
            sql: """
                SELECT DISTINCT txn.row_id, txn.txn_id, verdict.reason, coalesce(txn.token_id, txn.card_id), file.name,
                    txn.line
                FROM decision INDEXED BY decision_provisional CROSS JOIN verdict USING (verdict_id)
                    CROSS JOIN txn USING (row_id) CROSS JOIN file USING (file_id)
                WHERE decision.provisional = 1 AND verdict.reason IN ('unknown-card', 'unknown-binding')
                ORDER BY txn.row_id
                """)
        var held: (count: Int, first: [String]) = (0, [])
        try select.forEachRow { row in
            held.count += 1
            if held.count > RunReport.heldShownMost { return }
            let (id, card) = (ShownText.of(row.text(at: 1)), ShownText.of(row.text(at: 3)))
            held.first.append(
                "\(row.text(at: 2)): `\(id)`\(card.isEmpty ? "" : " of `\(card)`"), \(row.text(at: 4)):\(row.integer(at: 5))"
            )
        }
        return held
    }

    private func addRun() throws -> Int {
        var insert = try database.connection.prepare(sql: "INSERT INTO run (through, ran_at) VALUES (?1, ?2)")
        try insert.bind(Int(through.number), at: 1)
        try insert.bind(nowSeconds, at: 2)
        try insert.run()
        return database.connection.lastInsertedRowId
    }
}
