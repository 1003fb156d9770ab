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
    /// The local date of `txn_time`.
    case localDate([Test<Day>])
    /// The day by the campaign's clock lies in the window.
    case within(Window)
    /// The trimmed text of a column as given; absent is the empty text. Only `oneOf` and `noneOf`.
    case column(String, [Test<String>])
    /// The history of that index in the campaign, in fen or charges.
    case history(Int, [Test<Int>])
    case all([Condition])
    case any([Condition])
    case not(Condition)

    /// Whether it cannot be told without the channel, or without what is known only in a charge's turn.
    var hangsOnChannelOrHistory: Bool {
        switch self {
        case .column(let name, _): name == Column.channel.rawValue
        case .history: true
        case .all(let parts), .any(let parts): parts.contains { $0.hangsOnChannelOrHistory }
        case .not(let part): part.hangsOnChannelOrHistory
        default: false
        }
    }

    package var mentionsAmount: Bool {
        switch self {
        case .amountFen: true
        case .weekday, .secondOfDay, .localDate, .within, .column, .history: false
        case .all(let parts), .any(let parts): parts.contains { $0.mentionsAmount }
        case .not(let part): part.mentionsAmount
        }
    }
}

extension Condition {
    /// The columns that it asks for, in the order of their mention.
    package var columns: [String] {
        switch self {
        case .amountFen, .weekday, .secondOfDay, .localDate, .history: []
        case .column(let name, _): [name]
        case .within(let window): window.column.map { [$0] } ?? []
        case .all(let parts), .any(let parts): parts.flatMap(\.columns)
        case .not(let part): part.columns
        }
    }

    /// Every window in it.
    package var windows: [Window] {
        switch self {
        case .amountFen, .weekday, .secondOfDay, .localDate, .column, .history: []
        case .within(let window): [window]
        case .all(let parts), .any(let parts): parts.flatMap(\.windows)
        case .not(let part): part.windows
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
