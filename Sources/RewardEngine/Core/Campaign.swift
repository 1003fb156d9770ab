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
    package var enrolment: Enrolment?
    package var history: [History]
    package var gates: [Gate]
    package var exclusive: Exclusive?
    package var earn: Earn
    package var reward: Reward
    package var limits: [Limit]
    package var onRefund: MoneyBackPolicy
    package var onReversal: MoneyBackPolicy

    package init(
        id: String, title: String, currency: String, utcOffset: UTCOffset, period: Period, presentBy: Day? = nil,
        clock: Clock = .transaction, cycleStartsOnDay: Int? = nil, enrolment: Enrolment? = nil,
        history: [History] = [], gates: [Gate], exclusive: Exclusive? = nil, earn: Earn = .each, reward: Reward,
        limits: [Limit], onRefund: MoneyBackPolicy = .standard, onReversal: MoneyBackPolicy = .standard
    ) {
        self.id = id
        self.title = title
        self.currency = currency
        self.utcOffset = utcOffset
        self.period = period
        self.presentBy = presentBy
        self.clock = clock
        self.cycleStartsOnDay = cycleStartsOnDay
        self.enrolment = enrolment
        self.history = history
        self.gates = gates
        self.exclusive = exclusive
        self.earn = earn
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

extension Campaign {
    /// Where charges earn together, or are priced by those before them or by what came before: the window in which they
    /// do.
    package var progressWindow: Window? {
        let isRemembered = earn != .each || reward.isMarginal || reward.usesHistory
        return isRemembered ? earn.window ?? reward.window ?? .campaign : nil
    }

    /// What the charges that earn together are counted in; nil where each is for itself.
    package struct ProgressShape: Equatable, Sendable {
        var window: Window
        var isGoal: Bool
        var isEvery: Bool
        var clock: Clock
        var cycleStartsOnDay: Int?
    }

    package var progress: ProgressShape? {
        progressWindow.map { window in
            var isEvery = false
            if case .every = earn { isEvery = true }
            return ProgressShape(
                window: window, isGoal: earn.isGoal, isEvery: isEvery, clock: clock, cycleStartsOnDay: cycleStartsOnDay)
        }
    }

    /// Every column that the rules ask for, each once, in the order of its first mention. Column names are lower-case.
    package var columns: [String] {
        var names: [String] = []
        func add(_ name: String) {
            if !names.contains(name) { names.append(name) }
        }
        if let enrolment { add(enrolment.by.column.rawValue) }
        gates.flatMap(\.condition.columns).forEach(add)
        if let column = earn.window?.column { add(column) }
        reward.columns.forEach(add)
        for limit in limits {
            switch limit.per {
            case .cardholder, .campaign: break
            case .card: add("card_id")
            case .column(let name): add(name)
            }
            if let column = limit.within.column { add(column) }
        }
        return names
    }
}
