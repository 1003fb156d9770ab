internal import SQLite

/// Writes what a campaign's run decided.
struct RunWriter {
    let connection: Connection
    let registered: CampaignTable.Registered
    let campaign: Campaign
    let runId: Int

    func write(_ decisions: Decisions, of world: CampaignWorld) throws {
        guard let current = registered.versions.last else { return }
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
            if isProvisional, world.earlier[row]?.verdictId == verdictId { continue }
            changed.append(
                DecisionTable.Decided(
                    rowId: world.rowIds[row], verdictId: verdictId,
                    decidedOn: Day(number: world.transactions.decidedOn[row]), isProvisional: isProvisional))
        }
        try table.put(changed, campaignId: registered.campaignId, versionId: current.versionId, runId: runId)
        try LedgerTable(connection: connection).add(decisions.entries.map { entry($0, of: world) })
    }

    private func entry(_ entry: Decisions.Entry, of world: CampaignWorld) -> LedgerTable.NewEntry {
        let cycle = campaign.cycleStartsOnDay.map { start in
            world.transactions.day(of: entry.purchase, by: campaign.clock).cycle(startsOnDay: start)
        }
        return LedgerTable.NewEntry(
            entryId: entry.entryId, campaignId: registered.campaignId,
            versionId: registered.versions[entry.version].versionId, rowId: world.rowIds[entry.row],
            purchaseRowId: world.rowIds[entry.purchase], amountFen: entry.amountFen, step: entry.step, cycle: cycle,
            runId: runId, takesBack: entry.takesBack)
    }
}

extension CampaignWorld {
    /// Tells the evaluator what the ledger holds, entry by entry.
    func replayLedger(of registered: CampaignTable.Registered, into evaluator: inout Evaluator) throws {
        var versionIndex: [Int: Int] = [:]
        for (index, version) in registered.versions.enumerated() { versionIndex[version.versionId] = index }
        var awards: [Int: (award: Decisions.Award, purchase: Int)] = [:]
        for entry in try LedgerTable(connection: connection).entries(campaignId: registered.campaignId) {
            if let taken = entry.takesBack {
                guard var held = awards[taken] else { throw missing(taken, by: entry) }
                evaluator.replay(
                    clawbackFen: -entry.amountFen, by: entry.kind, of: &held.award, purchase: held.purchase)
                awards[taken] = held
            } else {
                guard let purchase = row(ofRowId: entry.rowId) else { throw missing(entry.rowId, by: entry) }
                let award = Decisions.Award(
                    entryId: entry.entryId, amountFen: entry.amountFen, heldFen: entry.amountFen, step: entry.step,
                    version: versionIndex[entry.versionId] ?? 0)
                evaluator.replay(award: award, purchase: purchase)
                awards[entry.entryId] = (award, purchase)
            }
        }
        for (purchase, moneyBackFen) in decidedPurchases {
            evaluator.replay(decidedPurchase: purchase, moneyBackFen: moneyBackFen)
        }
    }

    private func missing(_ number: Int, by entry: LedgerTable.Replayed) -> DamagedValue {
        DamagedValue(what: "the ledger's entry \(entry.entryId) names \(number), which is not in the book")
    }
}
