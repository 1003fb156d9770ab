/// What refunds and reversals do.
extension Shard {
    /// The award that a purchase bears on.
    private struct Borne {
        var award: Decisions.Award
        /// The purchase that it was given for.
        var purchase: Int
        /// Where several charges may have earned it.
        var group: Int?
    }

    mutating func takeMoneyBack(_ event: Event, turn: Int32, shared: inout Usage?) -> Verdict {
        let row = Int(event.row)
        guard let number = plan.caseInShard(of: row, in: transactions) else { return Verdict(.unmatched) }
        let purchase = plan.purchase(of: row, in: transactions)
        lowerNet(of: number, purchase: purchase, by: transactions.amountFen[row])
        guard cases[number].isDecided else { return Verdict(.noEffect, .beforeDecision) }
        guard let borne = awardBorne(by: purchase, number) else { return Verdict(.noEffect, .notAwarded) }
        let award = borne.award
        if award.heldFen == 0 { return Verdict(.noEffect, .alreadyClawedBack) }

        let kind = transactions.kind[row]
        let version = plan.versions[award.version]
        let takenFen: Int
        switch version.policy(for: kind).kind {
        case .ignore:
            return Verdict(.noEffect, .ignored)
        case .forfeit:
            takenFen = award.heldFen
        case .retest:
            let dueFen =
                borne.group.map { self.dueFen(ofGroup: $0, award) }
                ?? version.dueFen(on: purchase, step: award.step, netFen: cases[number].netFen, in: transactions)
            takenFen = award.heldFen - min(dueFen, award.heldFen)
        }
        if takenFen == 0 { return Verdict(.noEffect, .stillQualifies) }

        let held = clawBack(takenFen, by: kind, of: borne.purchase, award: award, shared: &shared)
        keep(held, of: borne.purchase)
        if let group = borne.group { keep(held, ofGroup: group) }
        entries.append(
            (
                turn,
                Decisions.Entry(
                    row: row, purchase: borne.purchase, amountFen: -takenFen, step: award.step,
                    version: award.version, kind: kind, leavesNothing: held.heldFen == 0)
            ))
        return Verdict(.clawedBack)
    }

    /// Money back above what is left counts up to what is left.
    private mutating func lowerNet(of number: Int, purchase: Int, by amountFen: Int) {
        let before = cases[number].netFen
        let lowersFen = min(amountFen, before)
        if lowersFen < amountFen {
            excess.rows += 1
            excess.amountFen += amountFen - lowersFen
        }
        cases[number].netFen -= lowersFen
        if cases[number].isCounted { lowerInHistories(purchase, before: before, netFen: cases[number].netFen) }
    }

    private mutating func lowerInHistories(_ purchase: Int, before: Int, netFen: Int) {
        for version in histories.indices {
            histories[version].count(
                purchase, cardholder: transactions.cardholder[purchase], before: before, netFen: netFen,
                in: transactions)
        }
    }

    private mutating func awardBorne(by purchase: Int, _ number: Int) -> Borne? {
        guard let charge = progress?.charge(of: purchase) else {
            return cases[number].award.map { Borne(award: $0, purchase: purchase) }
        }
        return awardBorne(byCharge: charge, netFen: cases[number].netFen)
    }

    /// Lowers what is left of a charge that was kept, and finds the award that it bears on.
    private mutating func awardBorne(byCharge charge: Int, netFen: Int) -> Borne? {
        guard let kept = progress?.charges[charge] else { return nil }
        let qualifies = plan.versions[Int(kept.version)].qualifies(Int(kept.row), netFen: netFen, in: transactions)
        progress?.lower(charge, netFen: netFen, qualifies: qualifies)
        guard let (group, isOwn) = progress?.group(of: charge), let found = progress?.groups[group],
            let award = found.award, isOwn || plan.versions[award.version].campaign.earn.isGoal
        else { return nil }
        let purchase = (progress?.charges[Int(found.charge)].row).map(Int.init) ?? Int(kept.row)
        return Borne(award: award, purchase: purchase, group: group)
    }

    /// What the award of a group is worth on what is left of its charges (policy `retest`): nothing where what it was
    /// earned by no longer holds, else the reward computed again at the same step, unclipped.
    private func dueFen(ofGroup group: Int, _ award: Decisions.Award) -> Int {
        let version = plan.versions[award.version]
        guard let progress, progress.stillEarns(group, by: version.campaign.earn) else { return 0 }
        let found = progress.groups[group]
        let charge = progress.charges[Int(found.charge)]
        let basis = RewardBasis(
            step: award.step, netFen: charge.qualifies ? charge.netFen : 0, spentBeforeFen: found.spentBeforeFen,
            spentFen: progress.spendFen(of: group), history: found.history)
        return version.reward.amountFen(of: Int(charge.row), on: basis, in: transactions) ?? 0
    }

    private mutating func keep(_ award: Decisions.Award, ofGroup group: Int) {
        let isGoal = plan.versions[award.version].campaign.earn.isGoal
        progress?.keep(award, of: group, isReopened: isGoal && award.heldFen == 0)
    }

    /// Takes from an award, and gives back what the policy of its version reopens.
    private mutating func clawBack(
        _ takenFen: Int, by kind: RowKind, of purchase: Int, award: Decisions.Award, shared: inout Usage?
    ) -> Decisions.Award {
        var award = award
        award.heldFen -= takenFen
        let nothingHeld = award.heldFen == 0
        let reopens = plan.versions[award.version].policy(for: kind).reopens
        let cardholder = transactions.cardholder[purchase]
        turnUsage(to: purchase, cardholder, day: transactions.day(of: purchase, by: plan.clock), &shared)
        usage.giveBack(takenFen, nothingHeld: nothingHeld, reopens: reopens)
        shared?.giveBack(takenFen, nothingHeld: nothingHeld, reopens: reopens)
        if nothingHeld && reopens.includesLadder {
            ladders.free(award.step, cardholder: plan.cardholderInShard(cardholder))
        }
        return award
    }

    // MARK: - What was decided before

    mutating func replay(award: Decisions.Award, purchase: Int, shared: inout Usage?) {
        let cardholder = transactions.cardholder[purchase]
        turnUsage(to: purchase, cardholder, day: transactions.day(of: purchase, by: plan.clock), &shared)
        usage.take(award.amountFen)
        shared?.take(award.amountFen)
        ladders.take(award.step, cardholder: plan.cardholderInShard(cardholder))
        keep(award, of: purchase)
    }

    mutating func replay(
        clawbackFen takenFen: Int, by kind: RowKind, of award: Decisions.Award, purchase: Int, shared: inout Usage?
    ) -> Decisions.Award {
        let held = clawBack(takenFen, by: kind, of: purchase, award: award, shared: &shared)
        keep(held, of: purchase)
        return held
    }

    mutating func replay(decidedPurchase purchase: Int, moneyBackFen: Int) {
        guard let number = plan.caseInShard(of: purchase, in: transactions) else { return }
        cases[number].netFen -= min(moneyBackFen, cases[number].netFen)
        cases[number].isDecided = true
        cases[number].isCounted = true
    }

    /// A purchase that was decided, in the order of the decisions, for what later charges earn by.
    mutating func replay(charge past: PastDecision, netFen: Int) {
        let (row, cardholder) = (past.row, transactions.cardholder[past.row])
        let day = transactions.day(of: row, by: plan.clock)
        for version in histories.indices {
            histories[version].count(row, cardholder: cardholder, before: 0, netFen: netFen, in: transactions)
        }
        let reason = past.verdict.reason
        guard past.verdict.outcome == .awarded || reason?.comesAfterGates == true else { return }
        let earned = reason != .notYetEarned && reason != .alreadyEarned
        let isGoal = plan.versions[past.version].campaign.earn.isGoal
        let known = histories.isEmpty ? [] : histories[past.version].values(cardholder: cardholder, day: day)
        progress?.add(
            row, cardholder: cardholder, day: day, netFen: netFen, version: past.version,
            closesGroup: earned && (past.award != nil || !isGoal), award: past.award, history: known,
            in: transactions)
    }

    /// Money back on a decided purchase, in the order of the decisions.
    mutating func replay(moneyBackOn purchase: Int, before: Int, netFen: Int, takenFen: Int) {
        lowerInHistories(purchase, before: before, netFen: netFen)
        guard let charge = progress?.charge(of: purchase), var borne = awardBorne(byCharge: charge, netFen: netFen),
            let group = borne.group, takenFen > 0
        else { return }
        borne.award.heldFen -= min(takenFen, borne.award.heldFen)
        keep(borne.award, ofGroup: group)
    }
}

/// What was decided of a row before: a purchase, or money back on one.
package struct PastDecision: Sendable {
    package var row: Int
    package var verdict: Verdict
    /// The index of the version that decided it.
    package var version: Int
    /// Of a purchase: what it was given.
    package var award: Decisions.Award?
    /// Of money back: the purchase that it names.
    package var purchase: Int?
    /// Of money back: what it took, in fen.
    package var takenFen = 0

    package init(
        row: Int, verdict: Verdict, version: Int, award: Decisions.Award? = nil, purchase: Int? = nil,
        takenFen: Int = 0
    ) {
        self.row = row
        self.verdict = verdict
        self.version = version
        self.award = award
        self.purchase = purchase
        self.takenFen = takenFen
    }
}

extension CompiledCampaign {
    /// Whether something is left of a purchase, and enough for the gates that look at the amount.
    fileprivate func qualifies(_ purchase: Int, netFen: Int, in transactions: Transactions) -> Bool {
        if netFen == 0 { return false }
        for gate in gates
        where gate.mentionsAmount
            && !conditions.hold(gate.root, on: purchase, netFen: netFen, history: [], in: transactions)
        { return false }
        return true
    }

    /// What an award is worth on what is left of its purchase (policy `retest`): nothing where nothing is left or a gate
    /// that looks at the amount no longer holds, else the reward computed again at the same step, unclipped.
    fileprivate func dueFen(on purchase: Int, step: Int, netFen: Int, in transactions: Transactions) -> Int {
        guard qualifies(purchase, netFen: netFen, in: transactions) else { return 0 }
        return reward.amountFen(of: purchase, on: RewardBasis(step: step, netFen: netFen), in: transactions) ?? 0
    }
}
