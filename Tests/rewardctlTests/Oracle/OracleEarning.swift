/// A charge that passed the gates.
struct OraclePassed {
    var row: Int
    var version: Int
    /// Money back once left too little of it.
    var isUndone = false
}

/// Charges of which one earned.
struct OracleGroup {
    var earner: Int
    /// Rows; none once a goal has to be reached anew.
    var members: Set<Int>
    var hasAward: Bool
    var spentBeforeFen: Int
    var history: [String: Int]
}

/// Charges that earn together.
extension OracleBook {
    /// In which charges are counted together: the newest version's that has one.
    var progressWindow: OracleWindow? { versions.compactMap(\.progressWindow).last }

    private func account(of row: Int, _ rows: [OracleRow]) -> String? {
        guard var stating = versions.last(where: { $0.progressWindow != nil }) else { return nil }
        stating.clock = campaign.clock
        return stating.progressWindow?.key(of: rows[row], in: stating)
    }

    /// The charges that count, of a cardholder in the window of one of them.
    private func counting(with row: Int, _ rows: [OracleRow]) -> [Int] {
        guard let account = account(of: row, rows) else { return [] }
        return passed.filter { charge in
            !charge.isUndone && rows[charge.row].cardholderId == rows[row].cardholderId
                && self.account(of: charge.row, rows) == account
        }.map(\.row)
    }

    private func isGrouped(_ row: Int) -> Bool { groups.contains { $0.members.contains(row) } }

    private func spendFen(_ charges: [Int], _ rows: [OracleRow]) -> Int {
        charges.reduce(0) { $0 + netFen(of: $1, rows) }
    }

    /// The group of a goal that was reached in the window and is held.
    private func heldGroup(with row: Int, _ rows: [OracleRow]) -> Int? {
        guard let account = account(of: row, rows) else { return nil }
        return groups.indices.last { group in
            let earner = groups[group].earner
            guard groups[group].hasAward, rows[earner].cardholderId == rows[row].cardholderId,
                self.account(of: earner, rows) == account,
                let award = entries.first(where: { $0.isAward && $0.purchase == earner })
            else { return false }
            return heldFen(award) > 0
        }
    }

    /// Decides a charge that passed the gates.
    mutating func earn(_ row: Int, _ rows: [OracleRow], _ others: [OracleBook]) {
        let net = netFen(of: row, rows)
        let before = counting(with: row, rows)
        let open = before.filter { !isGrouped($0) }
        let known = history(of: row, campaign, rows)
        var reason: String?
        if account(of: row, rows) == nil {
            reason = "not-yet-earned"
        } else {
            switch campaign.earn {
            case .each: break
            case .every(let count, _): if open.count + 1 < count { reason = "not-yet-earned" }
            case .reach(let goal, _, let thenEach):
                let charges = (before + [row]).map { (day: campaign.date(of: rows[$0]), netFen: netFen(of: $0, rows)) }
                if !thenEach, heldGroup(with: row, rows) != nil {
                    reason = "already-earned"
                } else if !goal.isReached(charges) {
                    reason = "not-yet-earned"
                }
            }
        }
        let openFen = spendFen(open, rows)
        let beforeFen = spendFen(before, rows) - openFen
        var verdict = OracleVerdict(outcome: "declined", reason: reason ?? "", version: version)
        if reason == nil {
            let basis = OracleBasis(
                netFen: net, step: freeStep(for: row, rows), spentBeforeFen: beforeFen, spentFen: openFen + net,
                history: known)
            verdict = award(row, basis, rows, others)
        }
        decided[row] = verdict
        guard account(of: row, rows) != nil else { return }
        passed.append(OraclePassed(row: row, version: version))
        let isAwarded = verdict.outcome == "awarded"
        if reason == nil, isAwarded || !campaign.earn.isGoal {
            groups.append(
                OracleGroup(
                    earner: row, members: Set(open + [row]), hasAward: isAwarded, spentBeforeFen: beforeFen,
                    history: known))
        }
    }

    /// The award that money back on a purchase may take, and the group that earned it.
    mutating func awardBorne(by purchase: Int, _ rows: [OracleRow]) -> (OracleEntry, Int?)? {
        func award(_ row: Int) -> OracleEntry? { entries.first { $0.isAward && $0.purchase == row } }
        guard let place = passed.firstIndex(where: { $0.row == purchase }) else {
            return award(purchase).map { ($0, nil) }
        }
        if !stillPasses(rows[purchase], netFen: netFen(of: purchase, rows), versions[passed[place].version]) {
            passed[place].isUndone = true
        }
        let own =
            groups.lastIndex { $0.members.contains(purchase) } ?? groups.lastIndex { $0.earner == purchase }
        if let own { return award(groups[own].earner).map { ($0, own) } }
        guard let group = heldGroup(with: purchase, rows), let found = award(groups[group].earner),
            versions[found.version].earn.isGoal
        else { return nil }
        return (found, group)
    }

    /// What a group's award is worth on what is left of its charges, under the version that gave it.
    func earnedFen(byGroup group: Int, _ award: OracleEntry, _ giver: OracleCampaign, _ rows: [OracleRow]) -> Int {
        let earner = groups[group].earner
        func counts(_ row: Int) -> Bool { passed.contains { $0.row == row && !$0.isUndone } }
        switch giver.earn {
        case .each: if !counts(earner) { return 0 }
        case .every: if !groups[group].members.allSatisfy(counts) { return 0 }
        case .reach(let goal, _, _):
            let charges = counting(with: earner, rows).map {
                (day: campaign.date(of: rows[$0]), netFen: netFen(of: $0, rows))
            }
            if !goal.isReached(charges) { return 0 }
        }
        let basis = OracleBasis(
            netFen: counts(earner) ? netFen(of: earner, rows) : 0, step: award.step,
            spentBeforeFen: groups[group].spentBeforeFen,
            spentFen: spendFen(groups[group].members.filter(counts), rows), history: groups[group].history)
        return giver.reward.amountFen(for: rows[earner], basis) ?? 0
    }
}
