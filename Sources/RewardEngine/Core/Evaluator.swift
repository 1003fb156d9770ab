/// Decides the rows of one campaign: the single code path of `simulate` and of the nightly run. A value without clock,
/// file or database: what was decided before is told to it by the `replay` functions, in the order of the ledger.
package struct Evaluator: Sendable {
    /// The versions of the campaign, oldest first; the last one decides, an older one claws back what it gave.
    private let versions: [CompiledCampaign]
    private let transactions: Transactions
    private var usage: Usage
    private var decisions: Decisions
    private var nextEntryId: Int
    /// Where the counters of the purchase at hand are; kept to spare an allocation a row.
    private var places: [Int]

    private var current: CompiledCampaign { versions[versions.count - 1] }

    /// - Parameter firstEntryId: the number of the first ledger entry that is made.
    package init(versions: [CompiledCampaign], transactions: Transactions, firstEntryId: Int = 1) {
        self.versions = versions
        self.transactions = transactions
        let limits = versions[versions.count - 1].limits.count
        usage = Usage(under: versions[versions.count - 1])
        places = Array(repeating: 0, count: limits)
        nextEntryId = firstEntryId
        decisions = Decisions(
            verdicts: [],
            cases: transactions.purchaseOfCase.map { Decisions.Case(netFen: transactions.amountFen[$0]) },
            firstDeclined: Array(repeating: nil, count: limits))
    }

    /// Decides every row that is to be decided. `precedes` says whether the identity of a row comes before another's.
    package consuming func decide(precedes: (_ row: Int, _ other: Int) -> Bool) -> (Decisions, Usage) {
        var events: [Event] = []
        let deciding = current
        decisions.verdicts.reserveCapacity(transactions.count)
        for row in 0..<transactions.count {
            if let verdict = deciding.screen(row, in: transactions) {
                decisions.verdicts.append(verdict)
            } else {
                decisions.verdicts.append(Verdict(.held))
                events.append(Event(row: row, in: transactions))
            }
        }
        sort(&events, precedes: precedes)
        for event in events {
            let row = Int(event.row)
            decisions.verdicts[row] =
                transactions.kind[row].isMoneyBack ? takeMoneyBack(row) : decideCharge(row, by: deciding)
        }
        return (decisions, usage)
    }

    // MARK: - What was decided before

    /// An award that the ledger holds; `purchase` is a context row.
    package mutating func replay(award: Decisions.Award, purchase: Int) {
        usage.locate(purchase, in: transactions, into: &places)
        usage.take(award.amountFen, step: award.step, cardholder: transactions.cardholder[purchase], at: places)
        if let number = transactions.caseNumber(of: purchase) { decisions.cases[number].award = award }
    }

    /// A clawback that the ledger holds, of `takenFen` (positive), caused by money back of that kind.
    package mutating func replay(
        clawbackFen takenFen: Int, by kind: RowKind, of award: inout Decisions.Award, purchase: Int
    ) {
        award.heldFen -= takenFen
        giveBack(takenFen, by: kind, of: award, purchase: purchase)
        if let number = transactions.caseNumber(of: purchase) { decisions.cases[number].award = award }
    }

    /// A purchase that was decided, and what money back had left of it by now.
    package mutating func replay(decidedPurchase purchase: Int, moneyBackFen: Int) {
        guard let number = transactions.caseNumber(of: purchase) else { return }
        decisions.cases[number].netFen -= min(moneyBackFen, decisions.cases[number].netFen)
        decisions.cases[number].isDecided = true
    }

    // MARK: - Charges

    private mutating func decideCharge(_ row: Int, by deciding: CompiledCampaign) -> Verdict {
        var netFen = transactions.amountFen[row]
        let number = transactions.standing[row] == .namedByMoneyBack ? transactions.caseNumber(of: row) : nil
        if let number {
            netFen = decisions.cases[number].netFen
            decisions.cases[number].isDecided = true
            decisions.cases[number].netAtDecisionFen = netFen
            if let reason = deciding.refusal(of: row, netFen: netFen, in: transactions) {
                return Verdict(.declined, reason)
            }
        }
        usage.locate(row, in: transactions, into: &places)
        if let limit = usage.exhausted(at: places) { return decline(row, limit) }
        let cardholder = transactions.cardholder[row]
        let step = usage.nextStep(cardholder: cardholder)
        guard let fullFen = deciding.reward.amountFen(of: row, step: step, netFen: netFen, in: transactions) else {
            return Verdict(.declined, .ladderFinished)
        }
        if fullFen == 0 { return Verdict(.declined, .nothingToAward) }
        let (awardFen, declinedBy) = usage.clip(fullFen, at: places)
        if let declinedBy { return decline(row, declinedBy) }

        usage.take(awardFen, step: step, cardholder: cardholder, at: places)
        let version = versions.count - 1
        if let number {
            decisions.cases[number].award = Decisions.Award(
                entryId: nextEntryId, amountFen: awardFen, heldFen: awardFen, step: step, version: version)
        }
        enter(row: row, purchase: row, amountFen: awardFen, step: step, version: version, takesBack: nil)
        return Verdict(.awarded)
    }

    private mutating func decline(_ row: Int, _ limit: Int) -> Verdict {
        if decisions.firstDeclined[limit] == nil { decisions.firstDeclined[limit] = row }
        return Verdict(.declined, .limit(UInt8(limit)))
    }

    // MARK: - Money back

    private mutating func takeMoneyBack(_ row: Int) -> Verdict {
        guard let number = transactions.caseNumber(of: row) else { return Verdict(.unmatched) }
        let purchase = transactions.purchaseOfCase[number]
        let amountFen = transactions.amountFen[row]
        let lowersFen = min(amountFen, decisions.cases[number].netFen)
        if lowersFen < amountFen {
            decisions.excess.rows += 1
            decisions.excess.amountFen += amountFen - lowersFen
        }
        decisions.cases[number].netFen -= lowersFen
        guard decisions.cases[number].isDecided else { return Verdict(.noEffect, .beforeDecision) }
        guard var award = decisions.cases[number].award else { return Verdict(.noEffect, .notAwarded) }
        if award.heldFen == 0 { return Verdict(.noEffect, .alreadyClawedBack) }

        let version = versions[award.version]
        let takenFen: Int
        switch version.policy(for: transactions.kind[row]).kind {
        case .ignore:
            return Verdict(.noEffect, .ignored)
        case .forfeit:
            takenFen = award.heldFen
        case .retest:
            let dueFen = version.dueFen(
                on: purchase, step: award.step, netFen: decisions.cases[number].netFen, in: transactions)
            takenFen = award.heldFen - min(dueFen, award.heldFen)
        }
        if takenFen == 0 { return Verdict(.noEffect, .stillQualifies) }

        award.heldFen -= takenFen
        decisions.cases[number].award = award
        giveBack(takenFen, by: transactions.kind[row], of: award, purchase: purchase)
        enter(
            row: row, purchase: purchase, amountFen: -takenFen, step: award.step, version: award.version,
            takesBack: award.entryId)
        return Verdict(.clawedBack)
    }

    private mutating func giveBack(_ takenFen: Int, by kind: RowKind, of award: Decisions.Award, purchase: Int) {
        usage.locate(purchase, in: transactions, into: &places)
        usage.giveBack(
            takenFen, nothingHeld: award.heldFen == 0, step: award.step, cardholder: transactions.cardholder[purchase],
            reopens: versions[award.version].policy(for: kind).reopens, at: places)
    }

    private mutating func enter(
        row: Int, purchase: Int, amountFen: Int, step: Int, version: Int, takesBack: Int?
    ) {
        decisions.entries.append(
            Decisions.Entry(
                entryId: nextEntryId, row: row, purchase: purchase, amountFen: amountFen, step: step, version: version,
                takesBack: takesBack))
        nextEntryId += 1
    }
}

extension CompiledCampaign {
    /// What an award is worth on what is left of its purchase (policy `retest`): nothing where nothing is left or a gate
    /// that looks at the amount no longer holds, else the reward computed again at the same step, unclipped.
    fileprivate func dueFen(on purchase: Int, step: Int, netFen: Int, in transactions: borrowing Transactions) -> Int {
        if netFen == 0 { return 0 }
        for gate in gates
        where gate.mentionsAmount && !conditions.hold(gate.root, on: purchase, netFen: netFen, in: transactions) {
            return 0
        }
        return reward.amountFen(of: purchase, step: step, netFen: netFen, in: transactions) ?? 0
    }
}
