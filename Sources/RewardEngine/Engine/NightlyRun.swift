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
        for campaign in campaigns {
            if let closed = campaign.closedThrough, closed >= through {
                report.closedBefore.append((campaign.id, closed))
                continue
            }
            let run = try report.runId ?? addRun()
            report.runId = run
            report.campaigns.append(try decide(campaign, runId: run))
        }
        return report
    }

    private func addRun() throws -> Int {
        var insert = try database.connection.prepare(sql: "INSERT INTO run (through, ran_at) VALUES (?1, ?2)")
        try insert.bind(Int(through.number), at: 1)
        try insert.bind(nowSeconds, at: 2)
        try insert.run()
        return database.connection.lastInsertedRowId
    }

    private func decide(_ registered: CampaignTable.Registered, runId: Int) throws -> RunReport.Decided {
        let connection = database.connection
        let campaigns = try registered.versions.map { try $0.campaign() }
        guard let campaign = campaigns.last else {
            throw Failure(.internalError, at: database.path, "the campaign `\(registered.id)` has no version")
        }
        try requireColumns(of: campaign)
        let world = try CampaignWorld.load(
            registered, through: through, vocabulary: Vocabulary(of: campaigns), connection: connection)
        var vocabulary = world.vocabulary
        let compiled = campaigns.map { CompiledCampaign($0, vocabulary: &vocabulary) }

        var evaluator = Evaluator(
            versions: compiled, transactions: world.transactions, cardholders: world.cardholderCount)
        let awardEntries = try world.replayLedger(
            LedgerTable(connection: connection).entries(campaignId: registered.campaignId), of: registered,
            into: &evaluator)
        let (decisions, usage) = evaluator.decide(workers: Threads.all, precedes: world.precedes)

        let writer = RunWriter(connection: connection, registered: registered, campaign: campaign, runId: runId)
        let waiting = try writer.write(decisions, of: world, awardEntries: awardEntries)
        let lastRowId = try connection.integer(sql: "SELECT max(row_id) FROM txn") ?? 0
        try CampaignTable(connection: connection).close(
            campaignId: registered.campaignId, through: through, lastRowId: lastRowId)
        return RunReport.Decided(
            summary: CampaignSummary(of: campaign, decisions: decisions, usage: usage) { row in
                world.transactions.standing[row] != .context && !waiting.contains(row)
            },
            txnId: world.txnId(of:))
    }

    private func requireColumns(of campaign: Campaign) throws {
        let missing = try StoredColumnTable(connection: database.connection).missing(of: campaign.columns)
        if missing.isEmpty { return }
        let names = missing.map { "`\($0)`" }.joined(separator: ", ")
        let columns = "column\(missing.count == 1 ? "" : "s") \(names)"
        // Of some columns of every row the value is stored, but not how the file wrote it.
        let hasValues = missing.contains { Column(rawValue: $0) != nil && !StoredColumn.hasText($0) }
        throw Failure(
            .refused, at: database.path,
            hasValues
                ? "the campaign `\(campaign.id)` asks for the text of the \(columns) as files give it, which is not stored"
                : "the campaign `\(campaign.id)` asks for the \(columns), which no ingested file has brought",
            help: remedy(for: missing))
    }

    /// Rows that are stored already cannot be given a further column: they would be duplicates.
    private func remedy(for missing: [String]) -> String {
        let further = missing.filter { !StoredColumn.hasText($0) }
        if !further.isEmpty {
            return "ingest the files with `--keep \(further.joined(separator: ","))` into a new database"
        }
        return "ingest files that have it, or say its value: `rewardctl ingest --assume \(missing[0])=VALUE`"
    }
}
