/// Decides the rows of one campaign: the single code path of `simulate` and of the nightly run. A function of values,
/// without clock, file or database; what was decided before is told to it by the `replay` functions, in the order of the
/// ledger.
///
/// Screen each row by itself, sort what is left, then decide: per cardholder at the same time as far as no limit that
/// cardholders share can bind, or one binds for all of them; and one by one, in order, in between.
package struct Evaluator: Sendable {
    let plan: DecisionPlan
    let transactions: Transactions
    private let shards: [ShardSlot]
    /// Of the limits that cardholders share.
    private var shared: Usage?

    private let division: Division

    /// Into what pieces the work is divided; the result does not depend on it.
    package struct Division: Sendable {
        /// About: few enough for their counters to stay in a core's cache.
        package var cardholdersPerShard: Int
        /// A shorter block of events is decided in order.
        package var shortestBlock: Int

        package init(cardholdersPerShard: Int = 4096, shortestBlock: Int = 4096) {
            self.cardholdersPerShard = cardholdersPerShard
            self.shortestBlock = shortestBlock
        }

        /// So many cardholders are dealt to two to the power of this many shards.
        package func shardBits(cardholders: Int) -> Int {
            var bits = 0
            while cardholders >> bits > cardholdersPerShard, bits < 10 { bits += 1 }
            return bits
        }
    }

    /// - Parameter versions: of the campaign, oldest first; the last one decides, an older one claws back what it gave.
    /// - Parameter cardholders: how many there are.
    package init(
        versions: [CompiledCampaign], transactions: Transactions, cardholders: Int, division: Division = Division()
    ) {
        self.division = division
        let plan = DecisionPlan(
            versions: versions, transactions: transactions, shardBits: division.shardBits(cardholders: cardholders))
        self.plan = plan
        self.transactions = transactions
        shards = (0..<plan.shardCount).map { _ in ShardSlot(Shard(plan: plan, transactions: transactions)) }
        for (slot, count) in zip(shards, plan.caseCounts) { slot.shard.cases.reserveCapacity(count) }
        for purchase in transactions.purchaseOfCase {
            shards[plan.shard(of: transactions.cardholder[purchase])].shard.cases.append(
                Decisions.Case(netFen: transactions.amountFen[purchase]))
        }
        shared = Usage(under: plan.version, limits: plan.sharedLimits)
    }

    // MARK: - What was decided before

    /// An award that the ledger holds; `purchase` is a context row.
    package mutating func replay(award: Decisions.Award, purchase: Int) {
        slot(ofRow: purchase).shard.replay(award: award, purchase: purchase, shared: &shared)
    }

    /// A clawback that the ledger holds, of `takenFen` (positive), caused by money back of that kind; gives the award as
    /// it is then held.
    package mutating func replay(
        clawbackFen takenFen: Int, by kind: RowKind, of award: Decisions.Award, purchase: Int
    ) -> Decisions.Award {
        slot(ofRow: purchase).shard.replay(
            clawbackFen: takenFen, by: kind, of: award, purchase: purchase, shared: &shared)
    }

    /// A purchase that was decided, and what money back had taken off it by now.
    package mutating func replay(decidedPurchase purchase: Int, moneyBackFen: Int) {
        slot(ofRow: purchase).shard.replay(decidedPurchase: purchase, moneyBackFen: moneyBackFen)
    }

    /// What was decided before, for campaigns in which charges earn by those before them. In any order; decided on the
    /// days that the transactions tell.
    package mutating func replay(_ past: [PastDecision], precedes: (_ row: Int, _ other: Int) -> Bool) {
        var places: [Int32: Int] = [:]
        let events = EventList()
        for (place, decision) in past.enumerated() {
            places[Int32(truncatingIfNeeded: decision.row)] = place
            let day = transactions.decidingDay(of: decision.row)
            events.events.append(Event(row: decision.row, on: day, in: transactions))
        }
        var moneyBackFen: [Int: Int] = [:]
        var decided: Set<Int> = []
        for event in EventOrder.sorted([events], workers: OneWorker(), precedes: precedes) {
            guard let decision = places[event.row].map({ past[$0] }) else { continue }
            guard let purchase = decision.purchase else {
                let netFen = transactions.amountFen[decision.row] - moneyBackFen[decision.row, default: 0]
                slot(ofRow: decision.row).shard.replay(charge: decision, netFen: netFen)
                decided.insert(decision.row)
                continue
            }
            let before = transactions.amountFen[purchase] - moneyBackFen[purchase, default: 0]
            let lowersFen = min(before, transactions.amountFen[decision.row])
            moneyBackFen[purchase, default: 0] += lowersFen
            guard decided.contains(purchase) else { continue }
            slot(ofRow: purchase).shard.replay(
                moneyBackOn: purchase, before: before, netFen: before - lowersFen, takenFen: decision.takenFen)
        }
    }

    private func slot(ofRow row: Int) -> ShardSlot {
        shards[plan.shard(of: transactions.cardholder[row])]
    }

    // MARK: - Deciding

    /// Decides every row that is to be decided. `precedes` says whether the identity of a row comes before another's.
    package consuming func decide(
        workers: some Workers, precedes: (_ row: Int, _ other: Int) -> Bool
    ) -> (Decisions, QuotaUsage) {
        var (decisions, events) = prepare(workers: workers, precedes: precedes)
        var start = 0
        while start < events.count {
            let (length, exhausted) = lengthTogether(events, from: start)
            let end = start + max(length, min(division.shortestBlock, events.count - start))
            if length >= division.shortestBlock || start + length == events.count {
                decideTogether(events, start..<end, exhausted: exhausted, workers: workers, into: &decisions)
            } else {
                decideInOrder(events, start..<end, into: &decisions)
            }
            start = end
        }
        return finish(decisions, events: events)
    }

    /// How many of the next events can be decided together: while no shared limit can bind, or while one binds for all
    /// and nothing can open it again.
    private func lengthTogether(_ events: [Event], from start: Int) -> (events: Int, exhausted: Int?) {
        guard let shared else { return (events.count - start, nil) }
        guard let exhausted = plan.limitExhaustedForGood(in: shared) else {
            return (min(plan.chargesThatFit(in: shared), events.count - start), nil)
        }
        if !plan.canReopen(exhausted) { return (events.count - start, exhausted) }
        let end = events[start...].firstIndex { $0.isMoneyBack } ?? events.count
        return (end - start, exhausted)
    }

    /// Screens the rows, and puts in order what is left to be decided.
    func prepare(
        workers: some Workers, precedes: (_ row: Int, _ other: Int) -> Bool
    ) -> (Decisions, [Event]) {
        var (decisions, lists) = screen(workers: workers)
        decisions.awaitsEnrolment = plan.awaitsEnrolment
        let events = EventOrder.sorted(lists, workers: workers, precedes: precedes)
        lists = []
        return (decisions, events)
    }

    /// What the rows alone can tell, and the events that remain; each worker takes a stretch of the rows.
    private func screen(workers: some Workers) -> (Decisions, [EventList]) {
        let (version, transactions) = (plan.version, transactions)
        let stretches = (0..<workers.count).map { _ in ScreenedStretch() }
        let length = (transactions.count + stretches.count - 1) / stretches.count
        workers.forEach(stretches.count) { index in
            let rows = min(index * length, transactions.count)..<min((index + 1) * length, transactions.count)
            stretches[index].screen(rows, by: version, in: transactions)
        }
        return (Decisions(verdicts: stretches.flatMap(\.verdicts)), stretches.map(\.events))
    }

    /// Decides a block in which no shared limit can bind, but for the one that is exhausted, shard by shard, and then
    /// counts its entries, in order.
    private mutating func decideTogether(
        _ events: [Event], _ block: Range<Int>, exhausted: Int?, workers: some Workers,
        into decisions: inout Decisions
    ) {
        deal(events, block)
        let shards = shards
        workers.forEach(shards.count) { shards[$0].shard.decideBlock(exhausted: exhausted) }
        for slot in shards {
            for (event, verdict) in zip(slot.shard.events, slot.shard.verdicts) {
                decisions.verdicts[Int(event.row)] = verdict
            }
        }
        let first = decisions.entries.count
        gatherEntries(of: block, into: &decisions.entries)
        count(decisions.entries[first...])
    }

    /// Adds the entries of the shards in the order of their turns; an event has at most one.
    private func gatherEntries(of block: Range<Int>, into entries: inout [Decisions.Entry]) {
        guard let any = shards.lazy.compactMap({ $0.shard.entries.first?.entry }).first else { return }
        var turns = TurnSet(of: block)
        for slot in shards { slot.shard.entries.forEach { turns.add(Int($0.turn)) } }
        turns.close()
        let first = entries.count
        entries += repeatElement(any, count: turns.count)
        for slot in shards {
            for (turn, entry) in slot.shard.entries { entries[first + turns.rank(of: Int(turn))] = entry }
        }
    }

    /// Gives each shard the events of its cardholders.
    private func deal(_ events: [Event], _ block: Range<Int>) {
        var counts = Array(repeating: 0, count: shards.count)
        for turn in block { counts[plan.shard(of: events[turn].cardholder)] += 1 }
        for (slot, count) in zip(shards, counts) { slot.shard.startBlock(events: count) }
        for turn in block {
            shards[plan.shard(of: events[turn].cardholder)].shard.add(events[turn], turn: turn)
        }
    }

    /// Counts the entries of a block among the shared limits, which are all for all cardholders and for good where a
    /// block is decided together: each has one counter, whatever the entry.
    private mutating func count(_ entries: ArraySlice<Decisions.Entry>) {
        guard !plan.sharedLimits.isEmpty, let first = entries.first else { return }
        shared?.turn(
            to: first.purchase, cardholder: transactions.cardholder[first.purchase],
            day: transactions.day(of: first.purchase, by: plan.clock), in: transactions)
        for entry in entries {
            if entry.isAward {
                shared?.take(entry.amountFen)
            } else {
                let policy = plan.versions[entry.version].policy(for: entry.kind)
                shared?.giveBack(-entry.amountFen, nothingHeld: entry.leavesNothing, reopens: policy.reopens)
            }
        }
    }

    /// Decides one event after the other, shared limits and all.
    private mutating func decideInOrder(
        _ events: [Event], _ block: Range<Int>, into decisions: inout Decisions
    ) {
        for turn in block { decide(events[turn], turn: turn, into: &decisions) }
    }

    /// Decides one event, shared limits and all.
    mutating func decide(_ event: Event, turn: Int, takenBy: UInt8? = nil, into decisions: inout Decisions) {
        let (verdict, entry) = shards[plan.shard(of: event.cardholder)].shard.decideAlone(
            event, turn: Int32(truncatingIfNeeded: turn), takenBy: takenBy, shared: &shared)
        decisions.verdicts[Int(event.row)] = verdict
        if let entry { decisions.entries.append(entry) }
    }

    /// Counts an entry of a linked campaign among the limits that are shared with it.
    mutating func count(_ entry: Decisions.Entry, of other: Evaluator) {
        let versions = other.plan.versions
        let policy = versions[entry.version].policy(for: entry.kind)
        shared?.count(entry, of: other.plan.version, in: other.transactions) { pool in
            other.plan.version.campaign.limits.contains { limit in
                limit.pool == pool && policy.reopens.includes(limit: limit.id)
            }
        }
    }

    /// Gathers what the shards know beside the verdicts and the entries.
    func finish(_ decisions: Decisions, events: [Event]) -> (Decisions, QuotaUsage) {
        var decisions = decisions
        decisions.cases = transactions.purchaseOfCase.enumerated().map { number, purchase in
            slot(ofRow: purchase).shard.cases[plan.caseInShard(ofCase: number)]
        }
        decisions.firstDeclined = plan.version.limits.indices.map { limit in
            shards.compactMap { $0.shard.firstDeclined[limit] }.min().map { Int(events[$0].row) }
        }
        for slot in shards {
            decisions.excess.rows += slot.shard.excess.rows
            decisions.excess.amountFen += slot.shard.excess.amountFen
        }
        return (decisions, QuotaUsage(shared))
    }
}

/// What is used of a campaign's quotas once all is decided.
package struct QuotaUsage: Sendable {
    private let usage: Usage?

    init(_ usage: Usage?) {
        self.usage = usage
    }

    /// Of a limit per campaign, in the latest window that was met, by its place in the campaign.
    package func used(ofQuota limit: Int) -> (awards: Int, amountFen: Int) {
        let counter = usage?.used(ofQuota: limit) ?? Usage.Counter()
        return (counter.awards, counter.amountFen)
    }
}

/// Rows that one worker screens.
private final class ScreenedStretch: @unchecked Sendable {
    private(set) var verdicts: [Verdict] = []
    let events = EventList()

    func screen(_ rows: Range<Int>, by version: CompiledCampaign, in transactions: Transactions) {
        (verdicts, events.events) = ScreenedStretch.screened(rows, by: version, in: transactions)
    }

    /// A hot loop: one turn for each row of the file.
    private static func screened(
        _ rows: Range<Int>, by version: CompiledCampaign, in transactions: Transactions
    ) -> ([Verdict], [Event]) {
        var verdicts: [Verdict] = []
        var events: [Event] = []
        verdicts.reserveCapacity(rows.count)
        events.reserveCapacity(rows.count / 2)
        for row in rows {
            if let verdict = version.screen(row, in: transactions) {
                verdicts.append(verdict)
            } else {
                // Until its turn comes.
                verdicts.append(Verdict(.held))
                events.append(Event(row: row, on: version.decidingDay(of: row, in: transactions), in: transactions))
            }
        }
        return (verdicts, events)
    }
}
