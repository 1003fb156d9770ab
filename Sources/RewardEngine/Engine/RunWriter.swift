internal import SQLite

/// Writes what a campaign's run decided.
struct RunWriter {
    let connection: Connection
    let registered: CampaignTable.Registered
    let compiled: CompiledCampaign
    let runId: Int

    private var campaign: Campaign { compiled.campaign }

    /// Gives the rows that go on waiting: of them nothing new was said.
    /// - Parameter awardEntries: the numbers of the awards that the ledger holds already, by their purchases.
    func write(_ decisions: Decisions, of world: CampaignWorld, awardEntries: [Int: Int]) throws -> Set<Int> {
        guard let current = registered.versions.last else { return [] }
        var waiting: Set<Int> = []
        let table = DecisionTable(connection: connection)
        var verdictIds: [Verdict: Int] = [:]
        var changed: [DecisionTable.Decided] = []
        for row in 0..<world.transactions.count where world.transactions.standing[row] != .context {
            let verdict = decisions.verdicts[row]
            let verdictId: Int
            if let known = verdictIds[verdict] {
                verdictId = known
            } else {
                verdictId = try table.verdictId(
                    outcome: verdict.outcome, reason: verdict.reason?.name(in: campaign) ?? "")
                verdictIds[verdict] = verdictId
            }
            let isProvisional = decisions.isProvisional(row, in: world.transactions)
            if isProvisional, world.earlier[row]?.verdictId == verdictId {
                waiting.insert(row)
                continue
            }
            changed.append(
                DecisionTable.Decided(
                    rowId: world.rowIds[row], verdictId: verdictId,
                    decidedOn: Day(number: compiled.decidingDay(of: row, in: world.transactions)),
                    isProvisional: isProvisional))
        }
        try table.put(changed, campaignId: registered.campaignId, versionId: current.versionId, runId: runId)
        let ledger = LedgerTable(connection: connection)
        let firstEntryId = try ledger.nextEntryId()
        var awardEntries = awardEntries
        for (index, entry) in decisions.entries.enumerated()
        where entry.isAward
            && (campaign.progressWindow != nil || world.transactions.standing[entry.row] == .namedByMoneyBack)
        {
            awardEntries[entry.row] = firstEntryId + index
        }
        try ledger.add(
            decisions.entries.enumerated().map { index, entry in
                newEntry(entry, id: firstEntryId + index, takesBack: awardEntries[entry.purchase], of: world)
            })
        return waiting
    }

    private func newEntry(
        _ entry: Decisions.Entry, id: Int, takesBack: Int?, of world: CampaignWorld
    ) -> LedgerTable.NewEntry {
        let cycle = campaign.cycleStartsOnDay.map { start in
            world.transactions.day(of: entry.purchase, by: campaign.clock).cycle(startsOnDay: start)
        }
        return LedgerTable.NewEntry(
            entryId: id, campaignId: registered.campaignId,
            versionId: registered.versions[entry.version].versionId, rowId: world.rowIds[entry.row],
            purchaseRowId: world.rowIds[entry.purchase], amountFen: entry.amountFen, step: entry.step, cycle: cycle,
            runId: runId, takesBack: entry.isAward ? nil : takesBack)
    }
}

extension CampaignWorld {
    /// Tells the evaluator what the ledger holds, entry by entry; gives the number of each award by its purchase.
    func replayLedger(
        _ entries: [LedgerTable.Replayed], of registered: CampaignTable.Registered,
        into evaluator: inout Evaluator
    ) throws -> [Int: Int] {
        var entryIds: [Int: Int] = [:]
        var versionIndex: [Int: Int] = [:]
        for (index, version) in registered.versions.enumerated() { versionIndex[version.versionId] = index }
        var awards: [Int: (award: Decisions.Award, purchase: Int)] = [:]
        for entry in entries {
            if let taken = entry.takesBack {
                guard var held = awards[taken] else { throw missing(taken, by: entry) }
                held.award = evaluator.replay(
                    clawbackFen: -entry.amountFen, by: entry.kind, of: held.award, purchase: held.purchase)
                awards[taken] = held
            } else {
                guard let purchase = row(ofRowId: entry.rowId) else { throw missing(entry.rowId, by: entry) }
                let award = Decisions.Award(
                    amountFen: entry.amountFen, step: entry.step, version: versionIndex[entry.versionId] ?? 0)
                evaluator.replay(award: award, purchase: purchase)
                awards[entry.entryId] = (award, purchase)
                entryIds[purchase] = entry.entryId
            }
        }
        for (purchase, moneyBackFen) in decidedPurchases {
            evaluator.replay(decidedPurchase: purchase, moneyBackFen: moneyBackFen)
        }
        return entryIds
    }

    /// Tells the evaluator what was decided before, where charges earn by that.
    /// - Parameter campaigns: the versions, oldest first.
    func replayPast(
        of registered: CampaignTable.Registered, versions campaigns: [Campaign], into evaluator: inout Evaluator
    ) {
        if past.isEmpty { return }
        var versionIndex: [Int: Int] = [:]
        for (index, version) in registered.versions.enumerated() { versionIndex[version.versionId] = index }
        let decisions = past.map { past in
            let version = versionIndex[past.versionId] ?? 0
            let verdict = Verdict(
                Outcome(rawValue: past.outcome) ?? .declined, Reason(named: past.reason, in: campaigns[version]))
            guard past.isMoneyBack else {
                let award = past.amountFen.map { amountFen in
                    Decisions.Award(
                        amountFen: amountFen, step: past.step,
                        version: past.awardVersionId.flatMap { versionIndex[$0] } ?? version)
                }
                return PastDecision(row: past.row, verdict: verdict, version: version, award: award)
            }
            return PastDecision(
                row: past.row, verdict: verdict, version: version, purchase: past.purchaseRowId.flatMap(row(ofRowId:)),
                takenFen: -(past.amountFen ?? 0))
        }
        evaluator.replay(
            decisions.filter { $0.purchase != nil || !transactions.kind[$0.row].isMoneyBack }, precedes: precedes)
    }

    /// The entries of the ledger as those who share it are told of them.
    func told(
        _ entries: [LedgerTable.Replayed], of registered: CampaignTable.Registered
    ) throws -> [Decisions.Entry] {
        var versionIndex: [Int: Int] = [:]
        for (index, version) in registered.versions.enumerated() { versionIndex[version.versionId] = index }
        var awards: [Int: (purchase: Int, heldFen: Int)] = [:]
        return try entries.map { entry in
            let awardId = entry.takesBack ?? entry.entryId
            if entry.takesBack == nil {
                guard let purchase = row(ofRowId: entry.rowId) else { throw missing(entry.rowId, by: entry) }
                awards[awardId] = (purchase, 0)
            }
            guard let award = awards[awardId] else { throw missing(awardId, by: entry) }
            awards[awardId]?.heldFen += entry.amountFen
            // The row that takes back need not be in this world: its kind is what counts.
            return Decisions.Entry(
                row: row(ofRowId: entry.rowId) ?? -1, purchase: award.purchase, amountFen: entry.amountFen,
                step: entry.step, version: versionIndex[entry.versionId] ?? 0, kind: entry.kind,
                leavesNothing: award.heldFen + entry.amountFen == 0)
        }
    }

    private func missing(_ number: Int, by entry: LedgerTable.Replayed) -> DamagedValue {
        DamagedValue(what: "the ledger's entry \(entry.entryId) names \(number), which is not in the book")
    }
}
