/// What a campaign decided about the rows of a `Transactions`.
package struct Decisions: Sendable {
    /// One for each row; that of a context row means nothing.
    package internal(set) var verdicts: [Verdict]
    /// The ledger entries, in the order of their decision.
    package internal(set) var entries: [Entry] = []
    /// By case: what was left of its purchase when that was decided, and whether it was.
    package internal(set) var cases: [Case] = []
    /// By limit: the first purchase, in the order of decision, that was declined for it.
    package var firstDeclined: [Int?] = []
    /// Money back above what was left of its purchase: the rows, and by how much in all.
    package internal(set) var excess = Excess()
    /// Charges that nobody has enrolled for wait: an enrolment can make them count later.
    var awaitsEnrolment = false

    package struct Excess: Equatable, Sendable {
        package var rows = 0
        package var amountFen = 0
    }

    /// A purchase that money back names.
    package struct Case: Sendable {
        /// The amount less the money back so far, in the campaign's currency.
        package var netFen: Int
        package var isDecided = false
        /// It is counted among what its cardholder did before.
        var isCounted = false
        package var netAtDecisionFen = 0
        package var award: Award?
    }

    /// What a cardholder was given for a purchase, and still holds of it.
    package struct Award: Sendable {
        package var amountFen: Int
        package var heldFen: Int
        package var step: Int
        /// The index of the version that gave it.
        package var version: Int

        package init(amountFen: Int, step: Int, version: Int) {
            self.amountFen = amountFen
            self.step = step
            self.version = version
            heldFen = amountFen
        }
    }

    /// An award (+) or a clawback (−). A purchase has at most one award, so that it also says which one a clawback takes.
    /// There are millions of them: 24 bytes each.
    package struct Entry: BitwiseCopyable, Sendable {
        private let rowNumber: Int32
        private let purchaseNumber: Int32
        /// Signed fen.
        package let amountFen: Int
        private let stepNumber: Int32
        private let versionNumber: UInt16
        /// Of the row that caused it.
        package let kind: RowKind
        /// Of a clawback: nothing of its award is held any more.
        package let leavesNothing: Bool

        package init(
            row: Int, purchase: Int, amountFen: Int, step: Int, version: Int, kind: RowKind = .purchase,
            leavesNothing: Bool = false
        ) {
            rowNumber = Int32(row)
            purchaseNumber = Int32(purchase)
            self.amountFen = amountFen
            stepNumber = Int32(step)
            versionNumber = UInt16(version)
            self.kind = kind
            self.leavesNothing = leavesNothing
        }

        /// The row that caused it.
        package var row: Int { Int(rowNumber) }
        /// The purchase that it is about: `row` itself for an award.
        package var purchase: Int { Int(purchaseNumber) }
        package var step: Int { Int(stepNumber) }
        /// The index of the version that gave the award.
        package var version: Int { Int(versionNumber) }
        package var isAward: Bool { rowNumber == purchaseNumber }
    }
}

extension Decisions {
    /// How many of the rows that count have each verdict, by its code.
    package func verdictCounts(where isCounted: (_ row: Int) -> Bool) -> [Int] {
        var counts = Array(repeating: 0, count: Verdict.codeCount)
        for row in verdicts.indices where isCounted(row) { counts[Int(verdicts[row].code)] += 1 }
        return counts
    }

    /// Whether a verdict may still change: what waits for a purchase to be known and decided, for a final row, or for a
    /// cardholder (SPEC 4).
    package func isProvisional(_ row: Int, in transactions: Transactions) -> Bool {
        let verdict = verdicts[row]
        switch verdict.outcome {
        case .held:
            return true
        case .unmatched, .noEffect:
            guard verdict.reason == nil || verdict.reason == .otherCardholder || verdict.reason == .beforeDecision
            else { return false }
            guard let number = transactions.caseNumber(of: row) else { return true }
            return !cases[number].isDecided
        case .declined:
            return awaitsEnrolment && verdict.reason == .notEnrolled
        case .awarded, .clawedBack, .superseded, .duplicate, .rejected:
            return false
        }
    }
}
