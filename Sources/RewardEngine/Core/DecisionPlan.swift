/// How the decisions of one campaign are divided: which limits belong to a cardholder and which are shared, and which
/// shard has which cardholder and which case. An object that never changes, so that shards share it without a copy.
final class DecisionPlan: Sendable {
    /// Where a limit of the campaign is counted.
    struct LimitPlace: Sendable {
        var isShared: Bool
        /// Among those of its side.
        var index: Int
        /// Nil for a limit in awards.
        var overflow: Limit.Overflow?
    }

    /// Oldest first; the last one decides.
    let versions: [CompiledCampaign]
    let version: CompiledCampaign
    let clock: Clock
    /// Charges may be enrolled for after they were made.
    let awaitsEnrolment: Bool
    /// By limit, in the order of the campaign.
    let limitPlaces: [LimitPlace]
    let ownLimits: [Int]
    let sharedLimits: [Int]
    /// A power of two.
    let shardCount: Int
    private let shardBits: Int
    /// By case: its number within its shard.
    private let casesInShard: [Int32]
    /// By shard.
    let caseCounts: [Int]

    init(versions: [CompiledCampaign], transactions: Transactions, shardBits: Int) {
        self.versions = versions
        version = versions[versions.count - 1]
        clock = version.campaign.clock
        awaitsEnrolment = version.campaign.enrolment?.looksBack ?? false
        self.shardBits = shardBits
        shardCount = 1 << shardBits
        var (own, shared, places) = ([Int](), [Int](), [LimitPlace]())
        for (limit, compiled) in version.limits.enumerated() {
            var overflow: Limit.Overflow?
            if case .amountFen(_, let rule) = compiled.cap { overflow = rule }
            if case .cardholder = compiled.per, compiled.pool == nil {
                places.append(LimitPlace(isShared: false, index: own.count, overflow: overflow))
                own.append(limit)
            } else {
                places.append(LimitPlace(isShared: true, index: shared.count, overflow: overflow))
                shared.append(limit)
            }
        }
        (ownLimits, sharedLimits, limitPlaces) = (own, shared, places)
        var counts = Array(repeating: 0, count: 1 << shardBits)
        casesInShard = transactions.purchaseOfCase.map { purchase in
            let shard = Int(transactions.cardholder[purchase]) & (counts.count - 1)
            counts[shard] += 1
            return Int32(counts[shard] - 1)
        }
        caseCounts = counts
    }

    func shard(of cardholder: Symbol) -> Int {
        Int(cardholder) & (shardCount - 1)
    }

    /// The number of a cardholder among those of its shard.
    func cardholderInShard(_ cardholder: Symbol) -> Int {
        Int(cardholder) >> shardBits
    }

    /// The number, within its shard, of the case of a linked row.
    func caseInShard(of row: Int, in transactions: Transactions) -> Int? {
        transactions.caseNumber(of: row).map { Int(casesInShard[$0]) }
    }

    func caseInShard(ofCase number: Int) -> Int {
        Int(casesInShard[number])
    }

    /// The purchase that linked money back names.
    func purchase(of moneyBack: Int, in transactions: Transactions) -> Int {
        transactions.caseNumber(of: moneyBack).map { transactions.purchaseOfCase[$0] } ?? moneyBack
    }

    /// The day by the campaign's clock, without looking the row up where the event tells it.
    func clockDay(of event: Event, in transactions: Transactions) -> Day {
        clock == .transaction ? event.time.day : transactions.day(of: Int(event.row), by: .posting)
    }

    /// The first of the limits that all cardholders share for good, and of which nothing is left: no charge is awarded
    /// any more, and each that gets as far is declined for it. Nil where cardholders share another kind of limit.
    func limitExhaustedForGood(in shared: Usage) -> Int? {
        guard sharedLimits.allSatisfy({ version.limits[$0].isForAllAndGood }) else { return nil }
        return sharedLimits.first { limit in
            let used = shared.used(ofQuota: limit)
            return switch version.limits[limit].cap {
            case .awards(let most): used.awards >= most
            case .amountFen(let most, _): used.amountFen >= most.most
            }
        }
    }

    /// Whether money back may give something of a limit back.
    func canReopen(_ limit: Int) -> Bool {
        let id = version.campaign.limits[limit].id
        return versions.contains { version in
            RowKind.allCases.contains { version.policy(for: $0).reopens.includes(limit: id) }
        }
    }

    /// How many charges can be decided, whatever they are awarded, before a shared limit could bind.
    func chargesThatFit(in shared: Usage) -> Int {
        var fit = Int.max
        for limit in sharedLimits {
            let compiled = version.limits[limit]
            guard compiled.isForAllAndGood else { return 0 }
            let used = shared.used(ofQuota: limit)
            switch compiled.cap {
            case .awards(let most):
                fit = min(fit, most - used.awards)
            case .amountFen(let most, _):
                guard let mostFen = version.campaign.reward.mostFen, mostFen > 0 else { return 0 }
                fit = min(fit, (most.most - used.amountFen) / mostFen)
            }
        }
        return max(0, fit)
    }
}
