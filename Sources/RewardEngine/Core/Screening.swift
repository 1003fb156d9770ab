/// The part of a decision that needs nothing but the row itself. Most rows of a portfolio end here: only those that
/// pass are ever sorted.
extension CompiledCampaign {
    /// The verdict on a row that no history can change, or nil where the row has to be taken in its turn.
    func screen(_ row: Int, in transactions: Transactions) -> Verdict? {
        if let verdict = transactions.standing[row].verdict { return verdict }
        if transactions.status[row] == .pending { return Verdict(.held, .notSettled) }
        if transactions.kind[row].isMoneyBack { return screenMoneyBack(row, in: transactions) }
        if transactions.standing[row] == .namedByMoneyBack || takesEveryPurchase { return nil }
        return refusal(of: row, netFen: transactions.amountFen[row], history: [], in: transactions)
            .map(Verdict.init(refusal:))
    }

    /// The first of the checks 1 to 6 of SPEC 4 that a settled or failed purchase does not pass.
    /// - Parameter history: of the campaign, by index, for this purchase.
    func refusal(of row: Int, netFen: Int, history: [Int], in transactions: Transactions) -> Reason? {
        if transactions.status[row] == .failed { return .failed }
        if !isInCurrency(row, in: transactions) { return .currency }
        if netFen == 0 { return .reversed }
        if !campaign.period.contains(transactions.day(of: row, by: campaign.clock)) { return .outsidePeriod }
        if let last = campaign.presentBy, transactions.bookingDay(of: row) > last.number { return .presentedTooLate }
        // Where a gate that needs no channel says no, the channel does not matter.
        let lacksBinding = lacksBinding(row, in: transactions)
        for index in gates.indices
        where !(lacksBinding && gates[index].hangsOnChannelOrHistory)
            && !conditions.hold(gates[index].root, on: row, netFen: netFen, history: history, in: transactions)
        {
            return .gate(UInt8(index))
        }
        if lacksBinding { return .unknownBinding }
        if let enrolment, enrolment.day(of: row, in: transactions) == nil { return .notEnrolled }
        return nil
    }

    private func screenMoneyBack(_ row: Int, in transactions: Transactions) -> Verdict? {
        if transactions.status[row] == .failed { return Verdict(.noEffect, .failed) }
        if !isInCurrency(row, in: transactions) { return Verdict(.noEffect, .currency) }
        guard let number = transactions.caseNumber(of: row) else { return Verdict(.unmatched) }
        let purchase = transactions.purchaseOfCase[number]
        if transactions.standing[purchase] != .unknownCard,
            transactions.cardholder[purchase] != transactions.cardholder[row]
        {
            return Verdict(.unmatched, .otherCardholder)
        }
        return nil
    }

    @inline(__always)
    func isInCurrency(_ row: Int, in transactions: Transactions) -> Bool {
        let symbol = transactions.currency(of: row)
        return symbol == SymbolTable.absent || symbol == currency
    }
}

extension Verdict {
    /// What is said of a purchase that does not pass a check.
    init(refusal reason: Reason) {
        self.init(reason == .unknownBinding ? .held : .declined, reason)
    }
}

extension Transactions.Standing {
    /// What a standing alone says; nil where the row is to be decided.
    package var verdict: Verdict? {
        switch self {
        case .duplicate: Verdict(.duplicate)
        case .rejected, .context: Verdict(.rejected)
        case .superseded: Verdict(.superseded)
        case .unknownCard: Verdict(.held, .unknownCard)
        case .open, .namedByMoneyBack: nil
        }
    }
}
