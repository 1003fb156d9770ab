/// What a charge earns.
package indirect enum Reward: Equatable, Sendable {
    /// The first award, the second, …, in fen.
    case ladder([Int])
    case fixed(amountFen: Int)
    case percent(Percent)
    /// Ascending by `fromFen`; the highest one that the net amount reaches.
    case bands([Band])
    case marginal(Marginal)
    /// One of several, by the value of a column.
    case choice(RewardChoice)
}

/// A reward for each value of a column, or for days of the week.
package struct RewardChoice: Equatable, Sendable {
    /// Lower-case; `weekday` is the day of the week of `txn_time`, whose values are `mon` … `sun`.
    package var column: String
    package var cases: [Case]
    /// For all other values; nil: they earn nothing.
    package var otherwise: Reward?

    package init(column: String, cases: [Case], otherwise: Reward? = nil) {
        self.column = column
        self.cases = cases
        self.otherwise = otherwise
    }

    package static let weekdays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]

    package var isByWeekday: Bool { column == "weekday" }

    package struct Case: Equatable, Sendable {
        package var value: String
        package var reward: Reward

        package init(value: String, reward: Reward) {
            self.value = value
            self.reward = reward
        }
    }
}

package struct Percent: Equatable, Sendable {
    /// The rate in millionths of one per cent: 6.2 % is 6 200 000.
    package var rateMillionths: Chosen
    package var rounded: Rounded

    package init(rateMillionths: Chosen, rounded: Rounded = Rounded()) {
        self.rateMillionths = rateMillionths
        self.rounded = rounded
    }
}

/// Rates by bands of what a cardholder has spent in a window so far: each part of the spend at the rate of its band.
package struct Marginal: Equatable, Sendable {
    /// Ascending by `fromFen`; below the lowest nothing is earned.
    package var bands: [Band]
    /// Nil: the window of `earn`.
    package var within: Window?
    package var rounded: Rounded

    package init(bands: [Band], within: Window?, rounded: Rounded = Rounded()) {
        self.bands = bands
        self.within = within
        self.rounded = rounded
    }

    package struct Band: Equatable, Sendable {
        package var fromFen: Int
        package var rateMillionths: Chosen

        package init(fromFen: Int, rateMillionths: Chosen) {
            self.fromFen = fromFen
            self.rateMillionths = rateMillionths
        }
    }
}

/// How what a rate comes to is made an amount: rounded to the unit, then capped.
package struct Rounded: Equatable, Sendable {
    package var rounding: Rounding
    package var unit: RoundingUnit
    package var maxFen: Int?

    package init(_ rounding: Rounding = .down, unit: RoundingUnit = .fen, maxFen: Int? = nil) {
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

extension Reward {
    /// The window in which spend is added up, where it says one itself; all parts of it have the same.
    package var window: Window? {
        parts.lazy.compactMap { if case .marginal(let marginal) = $0 { marginal.within } else { nil } }.first
    }

    /// Ladders of which a column chooses one.
    var isLadderByColumn: Bool {
        guard case .choice(let choice) = self else { return false }
        return choice.cases.allSatisfy { if case .ladder = $0.reward { true } else { false } }
    }

    /// Whether a charge is priced by those before it.
    package var isMarginal: Bool {
        parts.contains { if case .marginal = $0 { true } else { false } }
    }

    /// Whether a rate is chosen by what a cardholder did before.
    package var usesHistory: Bool {
        parts.contains { part in
            switch part {
            case .percent(let percent): percent.rateMillionths.usesHistory
            case .marginal(let marginal): marginal.bands.contains { $0.rateMillionths.usesHistory }
            case .ladder, .fixed, .bands, .choice: false
            }
        }
    }

    /// The kinds without `by`, each once for every value of a column.
    package var parts: [Reward] {
        guard case .choice(let choice) = self else { return [self] }
        return (choice.cases.map(\.reward) + (choice.otherwise.map { [$0] } ?? [])).flatMap(\.parts)
    }

    package var columns: [String] {
        guard case .choice(let choice) = self else { return window?.column.map { [$0] } ?? [] }
        return (choice.isByWeekday ? [] : [choice.column]) + choice.cases.flatMap(\.reward.columns)
            + (choice.otherwise?.columns ?? [])
    }

    /// The most that one award can be, in fen; nil where nothing bounds it.
    package var mostFen: Int? {
        switch self {
        case .fixed(let amountFen): return amountFen
        case .percent(let percent): return percent.rounded.maxFen
        case .marginal(let marginal): return marginal.rounded.maxFen
        case .bands(let bands): return bands.map(\.amountFen).max()
        case .ladder(let amountsFen): return amountsFen.max()
        case .choice:
            let most = parts.map(\.mostFen)
            return most.contains(nil) ? nil : most.compactMap(\.self).max()
        }
    }
}
