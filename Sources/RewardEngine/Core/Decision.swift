/// What became of a row under a campaign (SPEC 4).
package enum Outcome: String, CaseIterable, Sendable {
    case awarded, declined, held
    case clawedBack = "clawed-back"
    case noEffect = "no-effect"
    case unmatched, superseded, duplicate, rejected

    /// Its place in the list of all.
    package var position: Int {
        switch self {
        case .awarded: 0
        case .declined: 1
        case .held: 2
        case .clawedBack: 3
        case .noEffect: 4
        case .unmatched: 5
        case .superseded: 6
        case .duplicate: 7
        case .rejected: 8
        }
    }
}

/// Why. The order of the cases up to `nothingToAward` is the order in which a purchase is checked; from `unmatched`'s
/// own reason on, the order in which the reasons of money back are tried.
package enum Reason: Hashable, Sendable {
    /// No cardholder is known for the row's card.
    case unknownCard
    case notSettled
    case failed
    case currency
    case reversed
    case outsidePeriod
    case presentedTooLate
    /// The gate of that index did not hold.
    case gate(UInt8)
    /// The limit of that index had nothing left, or too little.
    case limit(UInt8)
    case ladderFinished
    case nothingToAward

    case otherCardholder
    case beforeDecision
    case notAwarded
    case alreadyClawedBack
    case ignored
    case stillQualifies

    /// The names that are the engine's own and that no gate or limit may bear.
    package static let builtIn: [Reason] = [
        .unknownCard, .notSettled, .failed, .currency, .reversed, .outsidePeriod, .presentedTooLate, .ladderFinished,
        .nothingToAward, .otherCardholder, .beforeDecision, .notAwarded, .alreadyClawedBack, .ignored, .stillQualifies,
    ]

    /// The reason of that name; nil where the campaign has none.
    package init?(named name: String, in campaign: Campaign) {
        if let reason = Reason.builtIn.first(where: { $0.builtInName == name }) {
            self = reason
        } else if let index = campaign.gates.firstIndex(where: { $0.id == name }) {
            self = .gate(UInt8(index))
        } else if let index = campaign.limits.firstIndex(where: { $0.id == name }) {
            self = .limit(UInt8(index))
        } else {
            return nil
        }
    }

    /// The reason as it is printed and stored.
    package func name(in campaign: Campaign) -> String {
        switch self {
        case .gate(let index): campaign.gates[Int(index)].id
        case .limit(let index): campaign.limits[Int(index)].id
        default: builtInName
        }
    }

    /// Empty for a gate or limit, whose name the campaign gives.
    package var builtInName: String {
        switch self {
        case .unknownCard: "unknown-card"
        case .notSettled: "not-settled"
        case .failed: "failed"
        case .currency: "currency"
        case .reversed: "reversed"
        case .outsidePeriod: "outside-period"
        case .presentedTooLate: "presented-too-late"
        case .ladderFinished: "ladder-finished"
        case .nothingToAward: "nothing-to-award"
        case .otherCardholder: "other-cardholder"
        case .beforeDecision: "before-decision"
        case .notAwarded: "not-awarded"
        case .alreadyClawedBack: "already-clawed-back"
        case .ignored: "ignored"
        case .stillQualifies: "still-qualifies"
        case .gate, .limit: ""
        }
    }
}

/// The explanation is part of the result: an outcome always comes with its reason, where it has one.
package struct Verdict: Hashable, Sendable {
    package var outcome: Outcome
    package var reason: Reason?

    package init(_ outcome: Outcome, _ reason: Reason? = nil) {
        self.outcome = outcome
        self.reason = reason
    }
}
