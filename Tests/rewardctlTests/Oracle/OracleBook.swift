/// What became of a row.
struct OracleVerdict {
    var outcome: String
    var reason = ""
    /// Signed.
    var awardFen = 0
    var step: Int?
    /// Of the campaign's versions, the one that decided.
    var version: Int
}

/// One entry of the ledger. Rows are numbers in the bank's list of accepted rows.
struct OracleEntry {
    /// The row that caused it.
    var row: Int
    var purchase: Int
    /// Signed.
    var amountFen: Int
    var step: Int
    var channel: String
    var cycle: String
    /// The version that gave the award.
    var version: Int
    /// The kind of the row that took it back; nil for an award.
    var takenBackBy: OracleRow.Kind?

    var isAward: Bool { takenBackBy == nil }
}

/// One campaign's side of the bank: what it decided, day by day, and its part of the ledger.
struct OracleBook {
    /// The last is in force.
    var versions: [OracleCampaign]
    var closedThrough: OracleDay?
    /// Rows that some day has taken, whether or not that settled them.
    var taken: Set<Int> = []
    /// Never rewritten.
    var decided: [Int: OracleVerdict] = [:]
    /// Worked out anew by each run.
    var provisional: [Int: OracleVerdict] = [:]
    var entries: [OracleEntry] = []

    init(_ campaign: OracleCampaign) { versions = [campaign] }

    var version: Int { versions.count - 1 }
    var campaign: OracleCampaign { versions[version] }

    mutating func run(through last: OracleDay, rows: [OracleRow]) {
        while let day = rows.indices.filter({ !taken.contains($0) }).map({ dayThatTakes(rows[$0]) }).min(), day <= last
        {
            close(day, rows)
        }
        closedThrough = max(closedThrough ?? last, last)
        provisional = [:]
        for row in rows.indices where taken.contains(row) && decided[row] == nil {
            provisional[row] = provisionalVerdict(on: row, rows)
        }
    }

    /// Its booking day, or the first day still open.
    private func dayThatTakes(_ row: OracleRow) -> OracleDay {
        guard let closedThrough else { return row.bookingDay }
        return max(row.bookingDay, closedThrough.tomorrow)
    }

    private mutating func close(_ day: OracleDay, _ rows: [OracleRow]) {
        let todays = rows.indices.filter { !taken.contains($0) && dayThatTakes(rows[$0]) == day }
        let inOrder = todays.sorted { rows[$0].precedes(rows[$1]) }
        for row in inOrder where rows[row].isMoneyBack { takeMoneyBack(row, rows) }
        for row in inOrder where !rows[row].isMoneyBack { takePurchase(row, rows) }
        closedThrough = day
    }

    // MARK: Purchases

    private mutating func takePurchase(_ row: Int, _ rows: [OracleRow]) {
        taken.insert(row)
        guard rows[row].isFinal, !rows[row].isOfUnknownCard else { return }
        if let reason = refusal(of: row, rows) { return decline(row, reason) }
        let netFen = netFen(of: row, rows)
        for limit in campaign.limits where left(of: limit, for: row, rows) <= 0 { return decline(row, limit.id) }
        let step = freeStep(for: row, rows)
        guard var awardFen = campaign.reward.amountFen(for: rows[row], netFen: netFen, step: step) else {
            return decline(row, "ladder-finished")
        }
        if awardFen <= 0 { return decline(row, "nothing-to-award") }
        for limit in campaign.limits {
            guard case .amount(_, let declines) = limit.cap else { continue }
            let leftFen = left(of: limit, for: row, rows)
            if awardFen > leftFen, declines { return decline(row, limit.id) }
            awardFen = min(awardFen, leftFen)
        }
        decided[row] = OracleVerdict(outcome: "awarded", awardFen: awardFen, step: step, version: version)
        entries.append(
            OracleEntry(
                row: row, purchase: row, amountFen: awardFen, step: step, channel: rows[row].value("channel"),
                cycle: campaign.cycleText(of: rows[row]), version: version))
    }

    /// Checks 1 to 6 of SPEC 4.
    private func refusal(of row: Int, _ rows: [OracleRow]) -> String? {
        let charge = rows[row]
        if charge.status == .failed { return "failed" }
        if !campaign.isInCurrency(charge) { return "currency" }
        let netFen = netFen(of: row, rows)
        if netFen == 0 { return "reversed" }
        let date = campaign.date(of: charge)
        if date < campaign.from || campaign.through < date { return "outside-period" }
        if let presentBy = campaign.presentBy, presentBy < charge.bookingDay { return "presented-too-late" }
        return campaign.gates.first { !$0.condition.holds(for: charge, netFen: netFen, in: campaign) }?.id
    }

    private mutating func decline(_ row: Int, _ reason: String) {
        decided[row] = OracleVerdict(outcome: "declined", reason: reason, version: version)
    }

    /// The charge less all the money back that has been taken so far.
    private func netFen(of purchase: Int, _ rows: [OracleRow]) -> Int {
        var netFen = rows[purchase].amountFen
        for row in rows.indices where taken.contains(row) && lowers(rows[row], rows[purchase]) {
            netFen -= rows[row].amountFen
        }
        return max(netFen, 0)
    }

    private func lowers(_ moneyBack: OracleRow, _ purchase: OracleRow) -> Bool {
        moneyBack.isMoneyBack && moneyBack.originalTxnId == purchase.txnId && moneyBack.status == .settled
            && campaign.isInCurrency(moneyBack) && moneyBack.cardholderId == purchase.cardholderId
            && !moneyBack.isOfUnknownCard
    }

    // MARK: What is used and what is left

    /// The awards or fen that are left of a limit for this charge.
    private func left(of limit: OracleLimit, for row: Int, _ rows: [OracleRow]) -> Int {
        guard let key = limit.key(of: rows[row], in: campaign) else { return .max }
        let awards = entries.filter { $0.isAward && limit.key(of: rows[$0.purchase], in: campaign) == key }
        switch limit.cap {
        case .awards(let cap):
            return cap - awards.filter { !givesBackUnit($0, to: limit.id) }.count
        case .amount(let capFen, _):
            var usedFen = 0
            for award in awards {
                usedFen += award.amountFen
                for clawback in clawbacks(of: award) where givesBack(clawback, to: limit.id) {
                    usedFen += clawback.amountFen
                }
            }
            return capFen - usedFen
        }
    }

    private func clawbacks(of award: OracleEntry) -> [OracleEntry] {
        entries.filter { !$0.isAward && $0.purchase == award.purchase }
    }

    private func heldFen(_ award: OracleEntry) -> Int {
        clawbacks(of: award).reduce(award.amountFen) { $0 + $1.amountFen }
    }

    /// `name`: a limit's id, or `ladder`. The version that gave the award says what its clawbacks reopen.
    private func givesBack(_ clawback: OracleEntry, to name: String) -> Bool {
        guard let kind = clawback.takenBackBy else { return false }
        return versions[clawback.version].policy(for: kind).reopens(name)
    }

    /// The clawback that left nothing of the award decides about the unit and the step.
    private func givesBackUnit(_ award: OracleEntry, to name: String) -> Bool {
        guard heldFen(award) == 0, let last = clawbacks(of: award).last else { return false }
        return givesBack(last, to: name)
    }

    private func freeStep(for row: Int, _ rows: [OracleRow]) -> Int {
        let counting = entries.filter {
            $0.isAward && rows[$0.purchase].cardholderId == rows[row].cardholderId && !givesBackUnit($0, to: "ladder")
        }
        var step = 1
        while counting.contains(where: { $0.step == step }) { step += 1 }
        return step
    }

    // MARK: Money back

    private mutating func takeMoneyBack(_ row: Int, _ rows: [OracleRow]) {
        taken.insert(row)
        let moneyBack = rows[row]
        guard moneyBack.isFinal, !moneyBack.isOfUnknownCard else { return }
        func noEffect(_ reason: String) -> OracleVerdict {
            OracleVerdict(outcome: "no-effect", reason: reason, version: version)
        }
        if moneyBack.status == .failed {
            decided[row] = noEffect("failed")
        } else if !campaign.isInCurrency(moneyBack) {
            decided[row] = noEffect("currency")
        } else if let purchase = OracleBank.purchase(moneyBack.originalTxnId, rows), decided[purchase] != nil {
            if rows[purchase].cardholderId != moneyBack.cardholderId {
                decided[row] = OracleVerdict(outcome: "unmatched", reason: "other-cardholder", version: version)
            } else if let award = entries.first(where: { $0.isAward && $0.purchase == purchase }) {
                decided[row] = takeBack(award, by: row, rows)
            } else {
                decided[row] = noEffect("not-awarded")
            }
        }
    }

    private mutating func takeBack(_ award: OracleEntry, by row: Int, _ rows: [OracleRow]) -> OracleVerdict {
        let heldFen = heldFen(award)
        if heldFen == 0 {
            return OracleVerdict(outcome: "no-effect", reason: "already-clawed-back", version: version)
        }
        let giver = versions[award.version]
        let clawbackFen: Int
        switch giver.policy(for: rows[row].kind).kind {
        case .ignore: return OracleVerdict(outcome: "no-effect", reason: "ignored", version: version)
        case .forfeit: clawbackFen = heldFen
        case .retest: clawbackFen = heldFen - min(heldFen, earnedFen(by: award, giver, rows))
        }
        if clawbackFen == 0 {
            return OracleVerdict(outcome: "no-effect", reason: "still-qualifies", version: version)
        }
        entries.append(
            OracleEntry(
                row: row, purchase: award.purchase, amountFen: -clawbackFen, step: award.step, channel: award.channel,
                cycle: award.cycle, version: award.version, takenBackBy: rows[row].kind))
        return OracleVerdict(outcome: "clawed-back", awardFen: -clawbackFen, version: version)
    }

    /// What the charge would earn on its net amount, under the version that gave its award.
    private func earnedFen(by award: OracleEntry, _ giver: OracleCampaign, _ rows: [OracleRow]) -> Int {
        let netFen = netFen(of: award.purchase, rows)
        let charge = rows[award.purchase]
        if netFen == 0 { return 0 }
        for gate in giver.gates where gate.condition.mentionsAmount {
            if !gate.condition.holds(for: charge, netFen: netFen, in: giver) { return 0 }
        }
        return giver.reward.amountFen(for: charge, netFen: netFen, step: award.step) ?? 0
    }

    // MARK: Provisional outcomes

    private func provisionalVerdict(on row: Int, _ rows: [OracleRow]) -> OracleVerdict {
        let this = rows[row]
        if !this.isFinal {
            let isSuperseded = rows.contains { $0.txnId == this.txnId && $0.isFinal }
            return isSuperseded
                ? OracleVerdict(outcome: "superseded", version: version)
                : OracleVerdict(outcome: "held", reason: "not-settled", version: version)
        }
        if this.isOfUnknownCard { return OracleVerdict(outcome: "held", reason: "unknown-card", version: version) }
        guard let purchase = OracleBank.purchase(this.originalTxnId, rows) else {
            return OracleVerdict(outcome: "unmatched", version: version)
        }
        if !rows[purchase].isOfUnknownCard, rows[purchase].cardholderId != this.cardholderId {
            return OracleVerdict(outcome: "unmatched", reason: "other-cardholder", version: version)
        }
        return OracleVerdict(outcome: "no-effect", reason: "before-decision", version: version)
    }
}
