/// Decides for some of the cardholders. All that a decision needs of the past belongs to one cardholder, but for the
/// limits that cardholders share; so shards can decide at the same time while no shared limit can bind.
struct Shard: Sendable {
    private let plan: DecisionPlan
    private let transactions: Transactions
    /// Of the limits per cardholder.
    private var usage: Usage
    private var ladders = Ladders()
    /// The purchases of these cardholders that money back names.
    var cases: [Decisions.Case] = []
    /// By limit of the campaign: the first event that was declined for it.
    private(set) var firstDeclined: [Int?]
    private(set) var excess = Decisions.Excess()

    /// The events of the block at hand, with their places in the order of all.
    var events: [Event] = []
    var turns: [Int32] = []
    /// What came of them.
    private(set) var verdicts: [Verdict] = []
    private(set) var entries: [(turn: Int32, entry: Decisions.Entry)] = []

    init(plan: DecisionPlan, transactions: Transactions) {
        self.plan = plan
        self.transactions = transactions
        usage = Usage(under: plan.version, limits: plan.ownLimits)
        firstDeclined = Array(repeating: nil, count: plan.version.limits.count)
    }

    /// Decides the block at hand as if no shared limit could bind.
    mutating func decideBlock() {
        verdicts.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        var shared: Usage?
        for index in events.indices {
            verdicts.append(decide(events[index], turn: turns[index], shared: &shared))
        }
    }

    private mutating func decide(_ event: Event, turn: Int32, shared: inout Usage?) -> Verdict {
        event.isMoneyBack
            ? takeMoneyBack(event, turn: turn, shared: &shared) : decideCharge(event, turn: turn, shared: &shared)
    }

    /// Decides one event outside a block, with its ledger entry where there is one.
    mutating func decideAlone(
        _ event: Event, turn: Int32, shared: inout Usage?
    ) -> (Verdict, Decisions.Entry?) {
        entries.removeAll(keepingCapacity: true)
        let verdict = decide(event, turn: turn, shared: &shared)
        return (verdict, entries.last?.entry)
    }

    // MARK: - Charges

    private mutating func decideCharge(_ event: Event, turn: Int32, shared: inout Usage?) -> Verdict {
        let row = Int(event.row)
        var netFen = transactions.amountFen[row]
        let number = event.isNamedByMoneyBack ? plan.caseInShard(of: row, in: transactions) : nil
        if let number {
            netFen = cases[number].netFen
            let refusal = plan.version.refusal(of: row, netFen: netFen, in: transactions).map(Verdict.init(refusal:))
            if let refusal, refusal.outcome == .held { return refusal }
            cases[number].isDecided = true
            cases[number].netAtDecisionFen = netFen
            if let refusal { return refusal }
        }
        turnUsage(to: row, event.cardholder, day: plan.clockDay(of: event, in: transactions), &shared)
        if let limit = firstExhausted(shared) { return decline(turn, limit) }
        let cardholder = plan.cardholderInShard(event.cardholder)
        let step = ladders.next(cardholder: cardholder)
        guard let fullFen = plan.version.reward.amountFen(of: row, step: step, netFen: netFen, in: transactions) else {
            return Verdict(.declined, .ladderFinished)
        }
        if fullFen == 0 { return Verdict(.declined, .nothingToAward) }
        var awardFen = fullFen
        if let limit = clip(&awardFen, shared) { return decline(turn, limit) }

        usage.take(awardFen)
        shared?.take(awardFen)
        ladders.take(step, cardholder: cardholder)
        let version = plan.versions.count - 1
        if let number { cases[number].award = Decisions.Award(amountFen: awardFen, step: step, version: version) }
        entries.append(
            (turn, Decisions.Entry(row: row, purchase: row, amountFen: awardFen, step: step, version: version)))
        return Verdict(.awarded)
    }

    private mutating func turnUsage(to row: Int, _ cardholder: Symbol, day: Day, _ shared: inout Usage?) {
        usage.turn(to: row, cardholder: cardholder, day: day, in: transactions)
        shared?.turn(to: row, cardholder: cardholder, day: day, in: transactions)
    }

    /// The first limit of which nothing is left.
    @inline(__always)
    private func firstExhausted(_ shared: Usage?) -> Int? {
        for limit in plan.limitPlaces.indices where left(of: plan.limitPlaces[limit], shared) <= 0 { return limit }
        return nil
    }

    /// Cuts an award down by each money limit in order, or names the first one that declines it for being too much.
    private func clip(_ awardFen: inout Int, _ shared: Usage?) -> Int? {
        for limit in plan.limitPlaces.indices {
            let place = plan.limitPlaces[limit]
            guard let overflow = place.overflow else { continue }
            let leftFen = left(of: place, shared)
            if awardFen > leftFen {
                if overflow == .decline { return limit }
                awardFen = leftFen
            }
        }
        return nil
    }

    @inline(__always)
    private func left(of place: DecisionPlan.LimitPlace, _ shared: Usage?) -> Int {
        place.isShared ? shared?.left(at: place.index) ?? .max : usage.left(at: place.index)
    }

    private mutating func decline(_ turn: Int32, _ limit: Int) -> Verdict {
        if firstDeclined[limit] == nil { firstDeclined[limit] = Int(turn) }
        return Verdict(.declined, .limit(UInt8(limit)))
    }

    // MARK: - Money back

    private mutating func takeMoneyBack(_ event: Event, turn: Int32, shared: inout Usage?) -> Verdict {
        let row = Int(event.row)
        guard let number = plan.caseInShard(of: row, in: transactions) else { return Verdict(.unmatched) }
        lowerNet(of: number, by: transactions.amountFen[row])
        guard cases[number].isDecided else { return Verdict(.noEffect, .beforeDecision) }
        guard let award = cases[number].award else { return Verdict(.noEffect, .notAwarded) }
        if award.heldFen == 0 { return Verdict(.noEffect, .alreadyClawedBack) }

        let purchase = plan.purchase(of: row, in: transactions)
        let kind = transactions.kind[row]
        let version = plan.versions[award.version]
        let takenFen: Int
        switch version.policy(for: kind).kind {
        case .ignore:
            return Verdict(.noEffect, .ignored)
        case .forfeit:
            takenFen = award.heldFen
        case .retest:
            let dueFen = version.dueFen(
                on: purchase, step: award.step, netFen: cases[number].netFen, in: transactions)
            takenFen = award.heldFen - min(dueFen, award.heldFen)
        }
        if takenFen == 0 { return Verdict(.noEffect, .stillQualifies) }

        let held = clawBack(takenFen, by: kind, of: purchase, award: award, shared: &shared)
        cases[number].award = held
        entries.append(
            (
                turn,
                Decisions.Entry(
                    row: row, purchase: purchase, amountFen: -takenFen, step: award.step, version: award.version,
                    leavesNothing: held.heldFen == 0)
            ))
        return Verdict(.clawedBack)
    }

    /// Money back above what is left counts up to what is left.
    private mutating func lowerNet(of number: Int, by amountFen: Int) {
        let lowersFen = min(amountFen, cases[number].netFen)
        if lowersFen < amountFen {
            excess.rows += 1
            excess.amountFen += amountFen - lowersFen
        }
        cases[number].netFen -= lowersFen
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
    }

    private mutating func keep(_ award: Decisions.Award, of purchase: Int) {
        if let number = plan.caseInShard(of: purchase, in: transactions) { cases[number].award = award }
    }
}

/// Holds a shard so that a worker can be given it; only one works on it at a time.
final class ShardSlot: @unchecked Sendable {
    var shard: Shard

    init(_ shard: Shard) {
        self.shard = shard
    }
}

extension CompiledCampaign {
    /// What an award is worth on what is left of its purchase (policy `retest`): nothing where nothing is left or a gate
    /// that looks at the amount no longer holds, else the reward computed again at the same step, unclipped.
    fileprivate func dueFen(on purchase: Int, step: Int, netFen: Int, in transactions: Transactions) -> Int {
        if netFen == 0 { return 0 }
        for gate in gates
        where gate.mentionsAmount && !conditions.hold(gate.root, on: purchase, netFen: netFen, in: transactions) {
            return 0
        }
        return reward.amountFen(of: purchase, step: step, netFen: netFen, in: transactions) ?? 0
    }
}
