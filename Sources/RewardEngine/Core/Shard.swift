/// Decides for some of the cardholders. All that a decision needs of the past belongs to one cardholder, but for the
/// limits that cardholders share; so shards can decide at the same time while no shared limit can bind, or while one
/// binds for all.
struct Shard: Sendable {
    let plan: DecisionPlan
    let transactions: Transactions
    /// Of the limits per cardholder.
    var usage: Usage
    var ladders = Ladders()
    /// By version; empty where none of them asks for what came before.
    var histories: [HistoryTotals] = []
    /// Where a version lets charges earn together.
    var progress: Progress?
    /// The purchases of these cardholders that money back names.
    var cases: [Decisions.Case] = []
    /// By limit of the campaign: the first event that was declined for it.
    private(set) var firstDeclined: [Int?]
    var excess = Decisions.Excess()

    /// The events of the block at hand, with their places in the order of all.
    private(set) var events: [Event] = []
    private var turns: [Int32] = []
    /// The shared limit that binds for all charges of the block at hand.
    private var exhausted: Int?
    /// What came of them.
    private(set) var verdicts: [Verdict] = []
    var entries: [(turn: Int32, entry: Decisions.Entry)] = []
    /// The rival that has awarded the charge at hand.
    private var takenBy: UInt8?

    init(plan: DecisionPlan, transactions: Transactions) {
        self.plan = plan
        self.transactions = transactions
        usage = Usage(under: plan.version, limits: plan.ownLimits)
        if plan.versions.contains(where: \.hasHistory) { histories = plan.versions.map(HistoryTotals.init(under:)) }
        progress = plan.versions.lazy.compactMap(\.progressWindow).last.map(Progress.init(within:))
        firstDeclined = Array(repeating: nil, count: plan.version.limits.count)
    }

    /// Starts a block of so many events.
    mutating func startBlock(events count: Int) {
        events.removeAll(keepingCapacity: true)
        turns.removeAll(keepingCapacity: true)
        verdicts.removeAll(keepingCapacity: true)
        entries.removeAll(keepingCapacity: true)
        events.reserveCapacity(count)
        turns.reserveCapacity(count)
        verdicts.reserveCapacity(count)
    }

    @inline(__always)
    mutating func add(_ event: Event, turn: Int) {
        events.append(event)
        turns.append(Int32(truncatingIfNeeded: turn))
    }

    /// Decides the block at hand as if no shared limit could bind but `exhausted`, which binds for every charge.
    mutating func decideBlock(exhausted: Int?) {
        self.exhausted = exhausted
        defer { self.exhausted = nil }
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
    /// - Parameter takenBy: the rival that has awarded the charge, by its place among the rivals.
    mutating func decideAlone(
        _ event: Event, turn: Int32, takenBy: UInt8? = nil, shared: inout Usage?
    ) -> (Verdict, Decisions.Entry?) {
        entries.removeAll(keepingCapacity: true)
        self.takenBy = takenBy
        let verdict = decide(event, turn: turn, shared: &shared)
        self.takenBy = nil
        return (verdict, entries.last?.entry)
    }

    // MARK: - Charges

    private mutating func decideCharge(_ event: Event, turn: Int32, shared: inout Usage?) -> Verdict {
        let row = Int(event.row)
        let number = event.isNamedByMoneyBack ? plan.caseInShard(of: row, in: transactions) : nil
        let netFen = number.map { cases[$0].netFen } ?? transactions.amountFen[row]
        var basis = RewardBasis(step: 0, netFen: netFen)
        if !histories.isEmpty { basis.history = countInHistories(row, number, netFen: netFen) }
        if number != nil || plan.version.hasHistory,
            let reason = plan.version.refusal(of: row, netFen: netFen, history: basis.history, in: transactions)
        {
            // Nothing is decided of a charge that may still be enrolled for.
            if let number, reason != .notEnrolled || !plan.awaitsEnrolment { settle(number) }
            return Verdict(.declined, reason)
        }
        if let number { settle(number) }
        if let takenBy { return Verdict(.declined, .takenBy(takenBy)) }
        if progress != nil { return earn(event, turn: turn, &basis, shared: &shared) }
        return award(event, turn: turn, basis, shared: &shared).verdict
    }

    /// The purchase of a case is decided now, on what is left of it.
    private mutating func settle(_ number: Int) {
        cases[number].isDecided = true
        cases[number].netAtDecisionFen = cases[number].netFen
    }

    /// Counts a purchase among what came before; gives what that is for the purchase itself.
    private mutating func countInHistories(_ row: Int, _ number: Int?, netFen: Int) -> [Int] {
        let cardholder = transactions.cardholder[row]
        for version in histories.indices {
            histories[version].count(row, cardholder: cardholder, before: 0, netFen: netFen, in: transactions)
        }
        if let number { cases[number].isCounted = true }
        return histories[histories.count - 1].values(
            cardholder: cardholder, day: transactions.day(of: row, by: plan.clock))
    }

    /// A charge that passes the gates where others may have to come together with it.
    private mutating func earn(
        _ event: Event, turn: Int32, _ basis: inout RewardBasis, shared: inout Usage?
    ) -> Verdict {
        let (row, day) = (Int(event.row), plan.clockDay(of: event, in: transactions))
        let earn = plan.version.campaign.earn
        let standing =
            progress?.standing(
                of: row, cardholder: event.cardholder, day: day, netFen: basis.netFen, earn: earn, in: transactions)
            ?? .earns
        let verdict: Verdict
        var given: Decisions.Award?
        switch standing {
        case .notYet: verdict = Verdict(.declined, .notYetEarned)
        case .already: verdict = Verdict(.declined, .alreadyEarned)
        case .earns:
            let spend = progress?.spend(
                of: row, cardholder: event.cardholder, day: day, netFen: basis.netFen, in: transactions)
            (basis.spentBeforeFen, basis.spentFen) = spend ?? (0, 0)
            (verdict, given) = award(event, turn: turn, basis, shared: &shared)
        }
        progress?.add(
            row, cardholder: event.cardholder, day: day, netFen: basis.netFen, version: plan.versions.count - 1,
            closesGroup: standing == .earns && (given != nil || !earn.isGoal), award: given, history: basis.history,
            in: transactions)
        return verdict
    }

    /// Asks the limits and works out the reward of a charge that earns.
    private mutating func award(
        _ event: Event, turn: Int32, _ basis: RewardBasis, shared: inout Usage?
    ) -> (verdict: Verdict, award: Decisions.Award?) {
        let row = Int(event.row)
        turnUsage(to: row, event.cardholder, day: plan.clockDay(of: event, in: transactions), &shared)
        if let limit = firstExhausted(shared, basis.history) { return (decline(turn, limit), nil) }
        let cardholder = plan.cardholderInShard(event.cardholder)
        var basis = basis
        basis.step = ladders.next(cardholder: cardholder)
        guard let fullFen = plan.version.reward.amountFen(of: row, on: basis, in: transactions) else {
            return (Verdict(.declined, .ladderFinished), nil)
        }
        if fullFen == 0 { return (Verdict(.declined, .nothingToAward), nil) }
        var awardFen = fullFen
        if let limit = clip(&awardFen, shared, basis.history) { return (decline(turn, limit), nil) }

        usage.take(awardFen)
        shared?.take(awardFen)
        ladders.take(basis.step, cardholder: cardholder)
        let award = Decisions.Award(amountFen: awardFen, step: basis.step, version: plan.versions.count - 1)
        if event.isNamedByMoneyBack { keep(award, of: row) }
        entries.append(
            (
                turn,
                Decisions.Entry(
                    row: row, purchase: row, amountFen: awardFen, step: award.step, version: award.version)
            ))
        return (Verdict(.awarded), award)
    }

    mutating func turnUsage(to row: Int, _ cardholder: Symbol, day: Day, _ shared: inout Usage?) {
        usage.turn(to: row, cardholder: cardholder, day: day, in: transactions)
        shared?.turn(to: row, cardholder: cardholder, day: day, in: transactions)
    }

    /// The first limit of which nothing is left.
    @inline(__always)
    private func firstExhausted(_ shared: Usage?, _ history: [Int]) -> Int? {
        for limit in plan.limitPlaces.indices
        where limit == exhausted || left(of: plan.limitPlaces[limit], shared, history) <= 0 {
            return limit
        }
        return nil
    }

    /// Cuts an award down by each money limit in order, or names the first one that declines it for being too much.
    private func clip(_ awardFen: inout Int, _ shared: Usage?, _ history: [Int]) -> Int? {
        for limit in plan.limitPlaces.indices {
            let place = plan.limitPlaces[limit]
            guard let overflow = place.overflow else { continue }
            let leftFen = left(of: place, shared, history)
            if awardFen > leftFen {
                if overflow == .decline { return limit }
                awardFen = leftFen
            }
        }
        return nil
    }

    @inline(__always)
    private func left(of place: DecisionPlan.LimitPlace, _ shared: Usage?, _ history: [Int]) -> Int {
        place.isShared
            ? shared?.left(at: place.index, history: history) ?? .max : usage.left(at: place.index, history: history)
    }

    private mutating func decline(_ turn: Int32, _ limit: Int) -> Verdict {
        if firstDeclined[limit] == nil { firstDeclined[limit] = Int(turn) }
        return Verdict(.declined, .limit(UInt8(limit)))
    }

    /// Notes the award of a purchase that money back names.
    mutating func keep(_ award: Decisions.Award, of purchase: Int) {
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
