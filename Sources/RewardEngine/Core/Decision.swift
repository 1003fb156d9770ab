/// What became of a row under a campaign (SPEC 4).
package enum Outcome: String, CaseIterable, Sendable {
    case awarded, declined, held
    case clawedBack = "clawed-back"
    case noEffect = "no-effect"
    case unmatched, superseded, duplicate, rejected

    /// All, made once: `allCases` makes a new list each time.
    package static let all = allCases

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
    /// How the card was bound is not known, and the campaign needs it.
    case unknownBinding
    /// The gate of that index did not hold.
    case gate(UInt8)
    /// Nobody has enrolled for it.
    case notEnrolled
    /// The rival of that index in the exclusive group has awarded it.
    case takenBy(UInt8)
    /// More has to come together.
    case notYetEarned
    /// Earned once in this window, and no more.
    case alreadyEarned
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
        .unknownCard, .notSettled, .failed, .currency, .reversed, .outsidePeriod, .presentedTooLate, .unknownBinding,
        .notEnrolled, .notYetEarned, .alreadyEarned, .ladderFinished, .nothingToAward, .otherCardholder,
        .beforeDecision, .notAwarded,
        .alreadyClawedBack, .ignored, .stillQualifies,
    ]

    /// The reason of that name; nil where the campaign has none.
    package init?(named name: String, in campaign: Campaign) {
        if let reason = Reason.builtIn.first(where: { $0.builtInName == name }) {
            self = reason
        } else if let index = campaign.gates.firstIndex(where: { $0.id == name }) {
            self = .gate(UInt8(index))
        } else if let index = campaign.limits.firstIndex(where: { $0.id == name }) {
            self = .limit(UInt8(index))
        } else if name.hasPrefix(Reason.takenByPrefix),
            let index = campaign.exclusive?.rivals.firstIndex(of: String(name.dropFirst(Reason.takenByPrefix.count)))
        {
            self = .takenBy(UInt8(index))
        } else {
            return nil
        }
    }

    /// What stands before the id of a rival.
    package static let takenByPrefix = "taken-by:"

    /// The reason as it is printed and stored.
    package func name(in campaign: Campaign) -> String {
        switch self {
        case .gate(let index): campaign.gates[Int(index)].id
        case .limit(let index): campaign.limits[Int(index)].id
        case .takenBy(let index): Reason.takenByPrefix + (campaign.exclusive?.rivals[Int(index)] ?? "")
        default: builtInName
        }
    }

    /// Empty for a gate, a limit or a rival, whose name the campaign gives.
    package var builtInName: String {
        switch self {
        case .unknownCard: "unknown-card"
        case .unknownBinding: "unknown-binding"
        case .notSettled: "not-settled"
        case .failed: "failed"
        case .currency: "currency"
        case .reversed: "reversed"
        case .outsidePeriod: "outside-period"
        case .presentedTooLate: "presented-too-late"
        case .notEnrolled: "not-enrolled"
        case .notYetEarned: "not-yet-earned"
        case .alreadyEarned: "already-earned"
        case .ladderFinished: "ladder-finished"
        case .nothingToAward: "nothing-to-award"
        case .otherCardholder: "other-cardholder"
        case .beforeDecision: "before-decision"
        case .notAwarded: "not-awarded"
        case .alreadyClawedBack: "already-clawed-back"
        case .ignored: "ignored"
        case .stillQualifies: "still-qualifies"
        case .gate, .limit, .takenBy: ""
        }
    }
}

/// The explanation is part of the result: an outcome always comes with its reason, where it has one. Kept as one small
/// number, since there is one for each row.
package struct Verdict: Hashable, BitwiseCopyable, Sendable {
    /// Below `codeCount`; ascending by outcome, then in the order of the checks.
    package let code: UInt16

    package static let codeCount = Outcome.all.count * codesPerOutcome
    private static let codesPerOutcome = 1024

    @inline(__always)
    package init(_ outcome: Outcome, _ reason: Reason? = nil) {
        code = UInt16(truncatingIfNeeded: outcome.position * Verdict.codesPerOutcome + (reason?.code ?? 0))
    }

    package init(code: Int) {
        self.code = UInt16(code)
    }

    /// The place of its outcome in the list of all.
    package var outcomePosition: Int { Int(code) / Verdict.codesPerOutcome }

    package var outcome: Outcome {
        Outcome.all[outcomePosition]
    }

    package var reason: Reason? {
        Reason(code: Int(code) % Verdict.codesPerOutcome)
    }
}

extension Reason {
    /// Whether a purchase that was declined for it had passed the gates, so that it counts for what others earn.
    package var comesAfterGates: Bool {
        switch self {
        case .notYetEarned, .alreadyEarned, .limit, .ladderFinished, .nothingToAward: true
        default: false
        }
    }

    /// From 1, in the order of the checks.
    fileprivate var code: Int {
        switch self {
        case .unknownCard: 1
        case .notSettled: 2
        case .failed: 3
        case .currency: 4
        case .reversed: 5
        case .outsidePeriod: 6
        case .presentedTooLate: 7
        case .unknownBinding: 8
        case .gate(let index): 100 + Int(index)
        case .notEnrolled: 300
        case .takenBy(let index): 301 + Int(index)
        case .notYetEarned: 557
        case .alreadyEarned: 558
        case .limit(let index): 600 + Int(index)
        case .ladderFinished: 900
        case .nothingToAward: 901
        case .otherCardholder: 902
        case .beforeDecision: 903
        case .notAwarded: 904
        case .alreadyClawedBack: 905
        case .ignored: 906
        case .stillQualifies: 907
        }
    }

    fileprivate init?(code: Int) {
        switch code {
        case 100..<300: self = .gate(UInt8(code - 100))
        case 301..<557: self = .takenBy(UInt8(code - 301))
        case 600..<900: self = .limit(UInt8(code - 600))
        default:
            guard let builtIn = Reason.builtIn.first(where: { $0.code == code }) else { return nil }
            self = builtIn
        }
    }
}
