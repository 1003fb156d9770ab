/// How charges that pass the gates earn.
package enum Earn: Equatable, Sendable {
    /// Each by itself.
    case each
    /// The n-th, the 2n-th, … of a cardholder in a window.
    case every(count: Int, within: Window)
    /// The one with which the goal is reached in a window; with `then` `.each`, all that follow it there as well.
    case reach(Goal, within: Window, then: Then)

    /// What has to come together. Several conditions must hold at once.
    package struct Goal: Equatable, Sendable {
        package var count: Int?
        package var spendFen: Int?
        /// Different days with a charge.
        package var days: Int?
        package var consecutiveDays: Int?

        package init(count: Int? = nil, spendFen: Int? = nil, days: Int? = nil, consecutiveDays: Int? = nil) {
            self.count = count
            self.spendFen = spendFen
            self.days = days
            self.consecutiveDays = consecutiveDays
        }

        /// - Parameter dayNumbers: of the charges, in any order; asked for only where days count.
        func isReached(count: Int, spendFen: Int, dayNumbers: () -> [Int32]) -> Bool {
            if let least = self.count, count < least { return false }
            if let least = self.spendFen, spendFen < least { return false }
            if days == nil && consecutiveDays == nil { return true }
            let numbers = Set(dayNumbers())
            if let days, numbers.count < days { return false }
            guard let consecutiveDays else { return true }
            return numbers.contains { first in
                !numbers.contains(first - 1) && (0..<Int32(consecutiveDays)).allSatisfy { numbers.contains(first + $0) }
            }
        }
    }

    package enum Then: String, CaseIterable, Sendable {
        /// Once in a window.
        case nothing
        case each
    }

    package var isGoal: Bool {
        if case .reach = self { true } else { false }
    }

    package var window: Window? {
        switch self {
        case .each: nil
        case .every(_, let window), .reach(_, let window, _): window
        }
    }
}
