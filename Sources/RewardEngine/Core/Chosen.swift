/// A number of the rules: always the same, or chosen by what a cardholder did before.
package enum Chosen: Equatable, Sendable, ExpressibleByIntegerLiteral {
    case always(Int)
    /// By the history of that index in the campaign: the value of the highest tier that it reaches, 0 below all of them.
    case byHistory(Int, tiers: [Tier])

    /// Ascending by `from`, which is in the unit of the history.
    package struct Tier: Equatable, Sendable {
        package var from: Int
        package var value: Int

        package init(from: Int, value: Int) {
            self.from = from
            self.value = value
        }
    }

    package init(integerLiteral value: Int) {
        self = .always(value)
    }

    /// - Parameter history: of the campaign, by index.
    package func value(_ history: [Int]) -> Int {
        switch self {
        case .always(let value): return value
        case .byHistory(let index, let tiers):
            return tiers.last { $0.from <= history[index] }?.value ?? 0
        }
    }

    /// The highest value there can be.
    package var most: Int {
        switch self {
        case .always(let value): value
        case .byHistory(_, let tiers): tiers.map(\.value).max() ?? 0
        }
    }

    package var usesHistory: Bool {
        if case .byHistory = self { true } else { false }
    }
}
