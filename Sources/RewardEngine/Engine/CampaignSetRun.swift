internal import SQLite

/// A run's part for campaigns that hang together, or for one that stands alone: decides what is undecided of them, in
/// step, and writes it.
struct CampaignSetRun {
    let database: Database
    let through: Day
    let runId: Int

    /// One campaign of the set.
    private struct Member {
        /// How the caller calls it.
        var number: Int
        var registered: CampaignTable.Registered
        /// Oldest first; the last one decides, and knows its rivals.
        var versions: [Campaign]
        var compiled: [CompiledCampaign] = []
        var world: CampaignWorld
        /// By purchase: the number of its award.
        var awardEntries: [Int: Int] = [:]
    }

    /// - Parameter set: in the order in which they decide the same charge, each with a number and its newest version.
    /// Gives what was decided, by those numbers.
    func decide(
        _ set: [(number: Int, registered: CampaignTable.Registered, newest: Campaign)]
    ) throws -> [(Int, RunReport.Decided)] {
        var (members, symbols) = try load(set)
        let table = EnrolmentTable(connection: database.connection)
        let enrolments = try set.map(\.newest).filter { $0.enrolment != nil }.flatMap {
            try table.all(of: $0.id, through: through)
        }
        let knowsBindings = try MasterTable(connection: database.connection).knowsBindings()
        for index in members.indices {
            members[index].compiled = members[index].versions.map {
                CompiledCampaign(
                    $0, vocabulary: &symbols.vocabulary, enrolments: enrolments, knowsBindings: knowsBindings)
            }
        }
        let evaluators = try members.indices.map {
            try evaluator(of: &members[$0], cardholders: symbols.cardholders.count)
        }
        if members.count == 1 {
            let decided = evaluators[0].decide(workers: Threads.all, precedes: members[0].world.precedes)
            return [(members[0].number, try write(decided, of: members[0]))]
        }
        let decided = try decideInStep(members, evaluators)
        return try zip(members, decided).compactMap { member, decided in
            member.registered.isOpen(through: through) ? (member.number, try write(decided, of: member)) : nil
        }
    }

    private func load(
        _ set: [(number: Int, registered: CampaignTable.Registered, newest: Campaign)]
    ) throws -> ([Member], WorldSymbols) {
        let versions = try set.map { member in
            try member.registered.versions.dropLast().map { try $0.campaign() } + [member.newest]
        }
        for campaign in set.map(\.newest) { try requireColumns(of: campaign) }
        var symbols = WorldSymbols(vocabulary: Vocabulary(of: versions.flatMap(\.self)))
        var members: [Member] = []
        for (member, versions) in zip(set, versions) {
            let world = try CampaignWorld.load(
                member.registered, through: through, symbols: symbols,
                remembers: versions.contains { $0.progressWindow != nil || !$0.history.isEmpty },
                connection: database.connection)
            symbols = world.symbols
            members.append(
                Member(number: member.number, registered: member.registered, versions: versions, world: world))
        }
        return (members, symbols)
    }

    /// The evaluator of a campaign, which knows what was decided before.
    private func evaluator(of member: inout Member, cardholders: Int) throws -> Evaluator {
        var evaluator = Evaluator(
            versions: member.compiled, transactions: member.world.transactions, cardholders: cardholders)
        let entries = try LedgerTable(connection: database.connection).entries(
            campaignId: member.registered.campaignId)
        member.awardEntries = try member.world.replayLedger(entries, of: member.registered, into: &evaluator)
        member.world.replayPast(of: member.registered, versions: member.versions, into: &evaluator)
        return evaluator
    }

    /// Event by event; what one campaign's ledger holds the others are told first.
    private func decideInStep(_ members: [Member], _ evaluators: [Evaluator]) throws -> [(Decisions, QuotaUsage)] {
        var linked = LinkedEvaluators(evaluators)
        for (index, member) in members.enumerated() {
            let entries = try LedgerTable(connection: database.connection).entries(
                campaignId: member.registered.campaignId)
            for entry in try member.world.told(entries, of: member.registered) {
                linked.replay(entry, of: index, identity: member.world.rowIds[entry.purchase])
            }
        }
        return linked.decide(workers: Threads.all) { member, row in
            members[member].world.rowIds[row]
        } precedes: { member, row, other, otherRow in
            let (world, otherWorld) = (members[member].world, members[other].world)
            if world.rowIds[row] == otherWorld.rowIds[otherRow] { return member < other }
            return world.precedes(row, otherWorld, otherRow)
        }
    }

    private func write(_ decided: (Decisions, QuotaUsage), of member: Member) throws -> RunReport.Decided {
        let (connection, world) = (database.connection, member.world)
        guard let compiled = member.compiled.last else {
            throw Failure(.internalError, at: database.path, "a campaign has no version")
        }
        let writer = RunWriter(
            connection: connection, registered: member.registered, compiled: compiled, runId: runId)
        let waiting = try writer.write(decided.0, of: world, awardEntries: member.awardEntries)
        let lastRowId = try connection.integer(sql: "SELECT max(row_id) FROM txn") ?? 0
        try CampaignTable(connection: connection).close(
            campaignId: member.registered.campaignId, through: through, lastRowId: lastRowId)
        let counts = decided.0.verdictCounts { row in
            world.transactions.standing[row] != .context && !waiting.contains(row)
        }
        return RunReport.Decided(
            summary: CampaignSummary(of: compiled.campaign, decisions: decided.0, usage: decided.1, counts: counts),
            txnId: world.txnId(of:))
    }

    private func requireColumns(of campaign: Campaign) throws {
        var missing = try StoredColumnTable(connection: database.connection).missing(of: campaign.columns)
        // A row without a channel of its own has that of its binding.
        if try MasterTable(connection: database.connection).knowsBindings() {
            missing.removeAll { $0 == Column.channel.rawValue }
        }
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
