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
    /// Whether a row without a channel is one whose binding nobody knows.
    var knowsBindings = false
    /// Charges that wait for their binding, and count nowhere.
    var heldForBinding: Set<Int> = []
    /// Charges that nobody has enrolled for yet.
    var waiting: Set<Int> = []
    /// Who is known to have enrolled.
    var enrolments: [OracleEnrolmentLine] = []
    /// The charges that passed the gates, in order, and the groups that earned together.
    var passed: [OraclePassed] = []
    var groups: [OracleGroup] = []

    init(_ campaign: OracleCampaign) { versions = [campaign] }

    var version: Int { versions.count - 1 }
    var campaign: OracleCampaign { versions[version] }

    // MARK: Days

    /// A run begins: what waits for an enrolment is looked at again.
    mutating func begin(_ rows: [OracleRow], _ known: [OracleEnrolmentLine]) {
        enrolments = known
        for row in waiting { taken.remove(row) }
        waiting = []
    }

    /// What was held for its card or binding is tried anew, on the first open day.
    mutating func retryHeld(through last: OracleDay, _ rows: [OracleRow]) {
        if let closedThrough, last <= closedThrough { return }
        for row in taken where decided[row] == nil && rows[row].isFinal {
            if provisional[row]?.reason.hasPrefix("unknown-") == true { taken.remove(row) }
        }
        heldForBinding = heldForBinding.filter { taken.contains($0) }
    }

    func nextDay(_ rows: [OracleRow]) -> OracleDay? {
        rows.indices.filter { !taken.contains($0) }.map { dayThatTakes(rows[$0]) }.min()
    }

    func rows(takenOn day: OracleDay, _ rows: [OracleRow]) -> [Int] {
        rows.indices.filter { !taken.contains($0) && dayThatTakes(rows[$0]) == day }
    }

    mutating func close(_ day: OracleDay) { closedThrough = max(closedThrough ?? day, day) }

    mutating func end(through last: OracleDay, _ rows: [OracleRow]) {
        close(last)
        provisional = [:]
        for row in rows.indices where taken.contains(row) && decided[row] == nil {
            provisional[row] = provisionalVerdict(on: row, rows)
        }
    }

    /// Its booking day, or the first day still open; not before its cardholder has enrolled.
    private func dayThatTakes(_ row: OracleRow) -> OracleDay {
        let day = closedThrough.map { max(row.bookingDay, $0.tomorrow) } ?? row.bookingDay
        guard !row.isMoneyBack, let enrolled = campaign.enrolmentDay(of: row, takenOn: day, enrolments) else {
            return day
        }
        return max(day, enrolled)
    }

    mutating func take(_ row: Int, _ rows: [OracleRow], others: [OracleBook]) {
        if rows[row].isMoneyBack { takeMoneyBack(row, rows) } else { takePurchase(row, rows, others) }
    }

    // MARK: Purchases

    private mutating func takePurchase(_ row: Int, _ rows: [OracleRow], _ others: [OracleBook]) {
        taken.insert(row)
        guard rows[row].isFinal, !rows[row].isOfUnknownCard else { return }
        if let reason = refusal(of: row, rows) {
            if reason == "unknown-binding" {
                heldForBinding.insert(row)
                return
            }
            guard reason == "not-enrolled", campaign.enrolment?.looksBack == true else { return decline(row, reason) }
            waiting.insert(row)
            return
        }
        let rivals = others.filter { $0.campaign.exclusive?.group == campaign.exclusive?.group }
        if campaign.exclusive != nil, let taker = rivals.first(where: { $0.hasAwarded(row) }) {
            return decline(row, "taken-by:\(taker.campaign.id)")
        }
        guard progressWindow != nil else {
            let basis = OracleBasis(
                netFen: netFen(of: row, rows), step: freeStep(for: row, rows), history: history(of: row, campaign, rows)
            )
            decided[row] = award(row, basis, rows, others)
            return
        }
        earn(row, rows, others)
    }

    func hasAwarded(_ row: Int) -> Bool { entries.contains { $0.isAward && $0.purchase == row } }

    /// Asks the limits, works out the reward, and enters it.
    mutating func award(
        _ row: Int, _ basis: OracleBasis, _ rows: [OracleRow], _ others: [OracleBook]
    ) -> OracleVerdict {
        func declined(_ reason: String) -> OracleVerdict {
            OracleVerdict(outcome: "declined", reason: reason, version: version)
        }
        for limit in campaign.limits where left(of: limit, for: row, rows, basis.history, others) <= 0 {
            return declined(limit.id)
        }
        guard var awardFen = campaign.reward.amountFen(for: rows[row], basis) else {
            return declined("ladder-finished")
        }
        if awardFen <= 0 { return declined("nothing-to-award") }
        for limit in campaign.limits where limit.cap.fen(basis.history) != nil {
            let leftFen = left(of: limit, for: row, rows, basis.history, others)
            if awardFen > leftFen, limit.cap.declines { return declined(limit.id) }
            awardFen = min(awardFen, leftFen)
        }
        entries.append(
            OracleEntry(
                row: row, purchase: row, amountFen: awardFen, step: basis.step, channel: rows[row].value("channel"),
                cycle: campaign.cycleText(of: rows[row]), version: version))
        return OracleVerdict(outcome: "awarded", awardFen: awardFen, step: basis.step, version: version)
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
        if knowsBindings, campaign.columns.contains("channel"), charge.value("channel").isEmpty {
            let others = campaign.gates.filter {
                !$0.condition.columns.contains("channel") && !$0.condition.mentionsHistory
            }
            return others.first { !$0.holds(for: charge, netFen: netFen, history: [:], in: campaign) }?.id
                ?? "unknown-binding"
        }
        let history = history(of: row, campaign, rows)
        let failing = campaign.gates.first {
            !$0.holds(for: charge, netFen: netFen, history: history, in: campaign)
        }
        if let failing { return failing.id }
        if campaign.enrolment != nil,
            campaign.enrolmentDay(of: charge, takenOn: dayThatDecides(charge), enrolments) == nil
        {
            return "not-enrolled"
        }
        return nil
    }

    private func dayThatDecides(_ row: OracleRow) -> OracleDay {
        closedThrough.map { max(row.bookingDay, $0.tomorrow) } ?? row.bookingDay
    }

    /// What a charge's cardholder did in the spans before, as far as it was taken by now.
    func history(of row: Int, _ campaign: OracleCampaign, _ rows: [OracleRow]) -> [String: Int] {
        var values: [String: Int] = [:]
        for history in campaign.history {
            let before = history.previous.lastDayBefore(campaign.date(of: rows[row]), in: campaign)
            let span = history.previous.name(of: before, in: campaign)
            for other in rows.indices {
                let charge = rows[other]
                guard taken.contains(other), !heldForBinding.contains(other), !charge.isMoneyBack,
                    charge.status == .settled,
                    !charge.isOfUnknownCard, charge.cardholderId == rows[row].cardholderId,
                    campaign.isInCurrency(charge),
                    history.previous.name(of: campaign.date(of: charge), in: campaign) == span
                else { continue }
                let netFen = netFen(of: other, rows)
                let passes = history.gates.allSatisfy { id in
                    campaign.gates.first { $0.id == id }?.condition.holds(for: charge, netFen: netFen, in: campaign)
                        ?? true
                }
                if netFen > 0, passes { values[history.id, default: 0] += history.isSpend ? netFen : 1 }
            }
        }
        return values
    }

    private mutating func decline(_ row: Int, _ reason: String) {
        decided[row] = OracleVerdict(outcome: "declined", reason: reason, version: version)
    }

    /// The charge less all the money back that has been taken so far.
    func netFen(of purchase: Int, _ rows: [OracleRow]) -> Int {
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
    private func left(
        of limit: OracleLimit, for row: Int, _ rows: [OracleRow], _ history: [String: Int], _ others: [OracleBook]
    ) -> Int {
        guard let key = limit.key(of: rows[row], in: campaign) else { return .max }
        var used = used(of: limit, key, rows)
        for other in others {
            for shared in other.campaign.limits where shared.pool != nil && shared.pool == limit.pool {
                let more = other.used(of: shared, key, rows)
                used = (used.awards + more.awards, used.fen + more.fen)
            }
        }
        if case .awards(let cap) = limit.cap { return cap - used.awards }
        return (limit.cap.fen(history) ?? 0) - used.fen
    }

    private func used(of limit: OracleLimit, _ key: [String], _ rows: [OracleRow]) -> (awards: Int, fen: Int) {
        let awards = entries.filter { $0.isAward && limit.key(of: rows[$0.purchase], in: campaign) == key }
        var usedFen = 0
        for award in awards {
            usedFen += award.amountFen
            for clawback in clawbacks(of: award) where givesBack(clawback, to: limit.id) {
                usedFen += clawback.amountFen
            }
        }
        return (awards.filter { !givesBackUnit($0, to: limit.id) }.count, usedFen)
    }

    private func clawbacks(of award: OracleEntry) -> [OracleEntry] {
        entries.filter { !$0.isAward && $0.purchase == award.purchase }
    }

    func heldFen(_ award: OracleEntry) -> Int {
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

    func freeStep(for row: Int, _ rows: [OracleRow]) -> Int {
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
            } else if let (award, group) = awardBorne(by: purchase, rows) {
                decided[row] = takeBack(award, group, by: row, rows)
            } else {
                decided[row] = noEffect("not-awarded")
            }
        }
    }

    /// `group`: where several charges may have earned the award.
    private mutating func takeBack(
        _ award: OracleEntry, _ group: Int?, by row: Int, _ rows: [OracleRow]
    ) -> OracleVerdict {
        let heldFen = heldFen(award)
        if heldFen == 0 {
            return OracleVerdict(outcome: "no-effect", reason: "already-clawed-back", version: version)
        }
        let giver = versions[award.version]
        let clawbackFen: Int
        switch giver.policy(for: rows[row].kind).kind {
        case .ignore: return OracleVerdict(outcome: "no-effect", reason: "ignored", version: version)
        case .forfeit: clawbackFen = heldFen
        case .retest:
            clawbackFen =
                heldFen
                - min(
                    heldFen,
                    group.map { earnedFen(byGroup: $0, award, giver, rows) } ?? earnedFen(by: award, giver, rows))
        }
        if clawbackFen == 0 {
            return OracleVerdict(outcome: "no-effect", reason: "still-qualifies", version: version)
        }
        entries.append(
            OracleEntry(
                row: row, purchase: award.purchase, amountFen: -clawbackFen, step: award.step, channel: award.channel,
                cycle: award.cycle, version: award.version, takenBackBy: rows[row].kind))
        if let group, giver.earn.isGoal, heldFen == clawbackFen { groups[group].members = [] }
        return OracleVerdict(outcome: "clawed-back", awardFen: -clawbackFen, version: version)
    }

    /// What the charge would earn on its net amount, under the version that gave its award.
    private func earnedFen(by award: OracleEntry, _ giver: OracleCampaign, _ rows: [OracleRow]) -> Int {
        let netFen = netFen(of: award.purchase, rows)
        let charge = rows[award.purchase]
        if !stillPasses(charge, netFen: netFen, giver) { return 0 }
        return giver.reward.amountFen(for: charge, OracleBasis(netFen: netFen, step: award.step)) ?? 0
    }

    /// Something is left of a charge, and enough for the gates that look at the amount.
    func stillPasses(_ charge: OracleRow, netFen: Int, _ campaign: OracleCampaign) -> Bool {
        netFen > 0
            && campaign.gates.allSatisfy { gate in
                !gate.condition.mentionsAmount || gate.condition.holds(for: charge, netFen: netFen, in: campaign)
            }
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
        if waiting.contains(row) { return OracleVerdict(outcome: "declined", reason: "not-enrolled", version: version) }
        if this.isOfUnknownCard { return OracleVerdict(outcome: "held", reason: "unknown-card", version: version) }
        if !this.isMoneyBack { return OracleVerdict(outcome: "held", reason: "unknown-binding", version: version) }
        guard let purchase = OracleBank.purchase(this.originalTxnId, rows) else {
            return OracleVerdict(outcome: "unmatched", version: version)
        }
        if !rows[purchase].isOfUnknownCard, rows[purchase].cardholderId != this.cardholderId {
            return OracleVerdict(outcome: "unmatched", reason: "other-cardholder", version: version)
        }
        return OracleVerdict(outcome: "no-effect", reason: "before-decision", version: version)
    }
}
