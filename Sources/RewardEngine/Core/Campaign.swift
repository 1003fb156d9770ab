/// A campaign as its file in Rules/ states it (SPEC 3): a value, already checked.
package struct Campaign: Equatable, Sendable {
    package var id: String
    package var title: String
    /// Three capital letters; a row without a currency is in this one.
    package var currency: String
    package var utcOffset: UTCOffset
    package var period: Period
    /// The last booking day on which a charge still counts.
    package var presentBy: Day?
    package var clock: Clock
    /// 1…28; there whenever a limit counts within `cycle`.
    package var cycleStartsOnDay: Int?
    package var gates: [Gate]
    package var reward: Reward
    package var limits: [Limit]
    package var onRefund: MoneyBackPolicy
    package var onReversal: MoneyBackPolicy

    package init(
        id: String, title: String, currency: String, utcOffset: UTCOffset, period: Period, presentBy: Day? = nil,
        clock: Clock = .transaction, cycleStartsOnDay: Int? = nil, gates: [Gate], reward: Reward, limits: [Limit],
        onRefund: MoneyBackPolicy = .standard, onReversal: MoneyBackPolicy = .standard
    ) {
        self.id = id
        self.title = title
        self.currency = currency
        self.utcOffset = utcOffset
        self.period = period
        self.presentBy = presentBy
        self.clock = clock
        self.cycleStartsOnDay = cycleStartsOnDay
        self.gates = gates
        self.reward = reward
        self.limits = limits
        self.onRefund = onRefund
        self.onReversal = onReversal
    }
}

/// First and last day of a campaign, both included.
package struct Period: Equatable, Sendable {
    package var from: Day
    package var through: Day

    package init(from: Day, through: Day) {
        self.from = from
        self.through = through
    }

    package func contains(_ day: Day) -> Bool {
        from <= day && day <= through
    }
}

/// Which of a row's days the period, the cycle and the windows of limits go by.
package enum Clock: String, CaseIterable, Sendable {
    /// The local date of `txn_time`.
    case transaction
    /// The booking day.
    case posting
}

/// A named condition on one charge; its id is the reason given where it does not hold.
package struct Gate: Equatable, Sendable {
    package var id: String
    package var condition: Condition

    package init(id: String, condition: Condition) {
        self.id = id
        self.condition = condition
    }
}

package indirect enum Condition: Equatable, Sendable {
    /// The charge net of the money back known before the decision, in fen.
    case amountFen([Test<Int>])
    /// 1 Monday … 7 Sunday, of `txn_time`.
    case weekday([Test<Int>])
    /// Of `txn_time`.
    case secondOfDay([Test<Int>])
    /// The trimmed text of a column as given; absent is the empty text. Only `oneOf` and `noneOf`.
    case column(String, [Test<String>])
    case all([Condition])
    case any([Condition])
    case not(Condition)

    var mentionsChannel: Bool {
        switch self {
        case .column(let name, _): name == Column.channel.rawValue
        case .amountFen, .weekday, .secondOfDay: false
        case .all(let parts), .any(let parts): parts.contains { $0.mentionsChannel }
        case .not(let part): part.mentionsChannel
        }
    }

    package var mentionsAmount: Bool {
        switch self {
        case .amountFen: true
        case .weekday, .secondOfDay, .column: false
        case .all(let parts), .any(let parts): parts.contains { $0.mentionsAmount }
        case .not(let part): part.mentionsAmount
        }
    }
}

/// One test of a value. `is` and `isNot` are `oneOf` and `noneOf` with one value.
package enum Test<Value: Equatable & Sendable>: Equatable, Sendable {
    case oneOf([Value])
    case noneOf([Value])
    case atLeast(Value)
    case above(Value)
    case atMost(Value)
    case below(Value)
}

/// What a charge earns.
package enum Reward: Equatable, Sendable {
    case ladder(Ladder)
    case fixed(amountFen: Int)
    case percent(Percent)
    /// Ascending by `fromFen`; the highest one that the net amount reaches.
    case bands([Band])
}

package struct Ladder: Equatable, Sendable {
    /// The column whose value chooses the steps; nil: one ladder for all.
    package var by: String?
    /// The steps for each value of `by`, in fen; without `by` one entry, for the empty value.
    package var steps: [Steps]

    package init(by: String?, steps: [Steps]) {
        self.by = by
        self.steps = steps
    }

    package struct Steps: Equatable, Sendable {
        package var value: String
        package var amountsFen: [Int]

        package init(value: String, amountsFen: [Int]) {
            self.value = value
            self.amountsFen = amountsFen
        }
    }
}

package struct Percent: Equatable, Sendable {
    /// The rate in millionths of one per cent: 6.2 % is 6 200 000.
    package var rateMillionths: Int
    package var rounding: Rounding
    package var unit: RoundingUnit
    package var maxFen: Int?

    package init(rateMillionths: Int, rounding: Rounding = .down, unit: RoundingUnit = .fen, maxFen: Int? = nil) {
        self.rateMillionths = rateMillionths
        self.rounding = rounding
        self.unit = unit
        self.maxFen = maxFen
    }
}

package enum Rounding: String, CaseIterable, Sendable {
    case down, up
    case halfUp = "half-up"
    case halfEven = "half-even"
}

package enum RoundingUnit: String, CaseIterable, Sendable {
    case fen, jiao, yuan

    package var fen: Int {
        switch self {
        case .fen: 1
        case .jiao: 10
        case .yuan: 100
        }
    }
}

package struct Band: Equatable, Sendable {
    package var fromFen: Int
    package var amountFen: Int

    package init(fromFen: Int, amountFen: Int) {
        self.fromFen = fromFen
        self.amountFen = amountFen
    }
}

/// How much may be given per something within a window; its id is the reason given where nothing is left.
package struct Limit: Equatable, Sendable {
    package var id: String
    package var per: Per
    package var within: Window
    package var cap: Cap

    package init(id: String, per: Per, within: Window, cap: Cap) {
        self.id = id
        self.per = per
        self.within = within
        self.cap = cap
    }

    package enum Per: Equatable, Sendable {
        case cardholder, card, campaign
        case column(String)
    }

    package enum Cap: Equatable, Sendable {
        case awards(Int)
        case amountFen(Int, overflow: Overflow)
    }

    package enum Overflow: String, CaseIterable, Sendable {
        /// The award is cut down to what is left.
        case clip
        /// The charge is declined where the award is more than what is left.
        case decline
    }

    /// A quota (名额上限): a cap on the campaign as a whole.
    package var isQuota: Bool { per == .campaign }
}

/// What money back after an award does (`onRefund`, `onReversal`).
package struct MoneyBackPolicy: Equatable, Sendable {
    package var kind: Kind
    package var reopens: Reopens

    package init(kind: Kind, reopens: Reopens) {
        self.kind = kind
        self.reopens = reopens
    }

    /// What holds where the file says nothing: retest, reopening nothing.
    package static let standard = MoneyBackPolicy(kind: .retest, reopens: .none)

    package enum Kind: String, CaseIterable, Sendable {
        case retest, forfeit, ignore
    }

    /// What a clawback gives back to the limits and the ladder.
    package enum Reopens: Equatable, Sendable {
        case none, all
        case some(limits: [String], ladder: Bool)

        package func includes(limit id: String) -> Bool {
            switch self {
            case .none: false
            case .all: true
            case .some(let limits, _): limits.contains(id)
            }
        }

        package var includesLadder: Bool {
            switch self {
            case .none: false
            case .all: true
            case .some(_, let ladder): ladder
            }
        }
    }
}

extension Campaign {
    /// Every column that the rules ask for, each once, in the order of its first mention. Column names are lower-case.
    package var columns: [String] {
        var names: [String] = []
        func add(_ name: String) {
            if !names.contains(name) { names.append(name) }
        }
        func walk(_ condition: Condition) {
            switch condition {
            case .amountFen, .weekday, .secondOfDay: break
            case .column(let name, _): add(name)
            case .all(let parts), .any(let parts): parts.forEach(walk)
            case .not(let part): walk(part)
            }
        }
        gates.forEach { walk($0.condition) }
        if case .ladder(let ladder) = reward, let by = ladder.by { add(by) }
        for limit in limits {
            switch limit.per {
            case .cardholder, .campaign: break
            case .card: add("card_id")
            case .column(let name): add(name)
            }
        }
        return names
    }
}
