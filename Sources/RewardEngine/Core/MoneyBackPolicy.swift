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
