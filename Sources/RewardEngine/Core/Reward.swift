/// What a charge earns.
package indirect enum Reward: Equatable, Sendable {
    /// The first award, the second, …, in fen.
    case ladder([Int])
    case fixed(amountFen: Int)
    case percent(Percent)
    /// Ascending by `fromFen`; the highest one that the net amount reaches.
    case bands([Band])
    /// One of several, by the value of a column.
    case choice(RewardChoice)
}

/// A reward for each value of a column.
package struct RewardChoice: Equatable, Sendable {
    package var column: String
    package var cases: [Case]
    /// For all other values; nil: they earn nothing.
    package var otherwise: Reward?

    package init(column: String, cases: [Case], otherwise: Reward? = nil) {
        self.column = column
        self.cases = cases
        self.otherwise = otherwise
    }

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

extension Reward {
    /// The kinds without `by`, each once for every value of a column.
    package var parts: [Reward] {
        guard case .choice(let choice) = self else { return [self] }
        return (choice.cases.map(\.reward) + (choice.otherwise.map { [$0] } ?? [])).flatMap(\.parts)
    }

    package var columns: [String] {
        guard case .choice(let choice) = self else { return [] }
        return [choice.column] + choice.cases.flatMap(\.reward.columns) + (choice.otherwise?.columns ?? [])
    }

    /// The most that one award can be, in fen; nil where nothing bounds it.
    package var mostFen: Int? {
        switch self {
        case .fixed(let amountFen): return amountFen
        case .percent(let percent): return percent.maxFen
        case .bands(let bands): return bands.map(\.amountFen).max()
        case .ladder(let amountsFen): return amountsFen.max()
        case .choice:
            let most = parts.map(\.mostFen)
            return most.contains(nil) ? nil : most.compactMap(\.self).max()
        }
    }
}
