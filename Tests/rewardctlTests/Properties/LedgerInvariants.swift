/// What must always hold of a ledger (SPEC 7), checked entry by entry on its printed lines.
struct LedgerInvariants {
    private struct Award {
        var charge: OracleRow
        var step: Int
        var amountFen: Int
        var heldFen: Int
        /// What clawbacks gave back, by limit.
        var givenBackFen: [String: Int] = [:]
        /// The limits that have their unit back, and `ladder` where the step is free.
        var freed: Set<String> = []
    }

    /// `rows`: the accepted ones. Only for campaigns that were never amended.
    static func violations(_ ledger: [[String]], _ campaigns: [OracleCampaign], _ rows: [OracleRow]) -> [String] {
        var violations: [String] = []
        for campaign in campaigns {
            var awards: [Award] = []
            for line in ledger where line[0] == campaign.id {
                guard let row = rows.first(where: { $0.txnId == line[3] && $0.isFinal }), let fen = fen(line[5]),
                    let step = Int(line[6])
                else {
                    violations.append("an entry of no row: \(line)")
                    continue
                }
                if line[4] == "award" {
                    let award = Award(charge: row, step: step, amountFen: fen, heldFen: fen)
                    violations += problems(with: award, among: awards, campaign).map { "\($0): \(line)" }
                    awards.append(award)
                } else if let index = awards.firstIndex(where: { $0.charge.txnId == line[10] }) {
                    takeBack(-fen, from: &awards[index], campaign, campaign.policy(for: row.kind))
                    if fen >= 0 || awards[index].heldFen < 0 { violations.append("takes back too much: \(line)") }
                } else {
                    violations.append("takes back what was never given: \(line)")
                }
            }
        }
        return violations
    }

    private static func takeBack(
        _ fen: Int, from award: inout Award, _ campaign: OracleCampaign, _ policy: OraclePolicy
    ) {
        award.heldFen -= fen
        for name in campaign.limits.map(\.id) + ["ladder"] where policy.reopens(name) {
            award.givenBackFen[name, default: 0] += fen
            if award.heldFen == 0 { award.freed.insert(name) }
        }
    }

    private static func problems(with new: Award, among awards: [Award], _ campaign: OracleCampaign) -> [String] {
        var problems: [String] = []
        if new.amountFen <= 0 { problems.append("an award of nothing") }
        if awards.contains(where: { $0.charge.txnId == new.charge.txnId }) { problems.append("a second award") }
        let samePerson = awards.filter { $0.charge.cardholderId == new.charge.cardholderId }
        if samePerson.contains(where: { $0.step == new.step && !$0.freed.contains("ladder") }) {
            problems.append("a step that is taken")
        }
        for limit in campaign.limits {
            guard let key = limit.key(of: new.charge, in: campaign) else { continue }
            let counted = (awards + [new]).filter { limit.key(of: $0.charge, in: campaign) == key }
            switch limit.cap {
            case .awards(let cap):
                let used = counted.filter { !$0.freed.contains(limit.id) }.count
                if used > cap { problems.append("\(limit.id) is overrun") }
            case .tiers: continue
            case .amount(let capFen, _):
                let usedFen = counted.reduce(0) { $0 + $1.amountFen - ($1.givenBackFen[limit.id] ?? 0) }
                if usedFen > capFen { problems.append("\(limit.id) is overrun") }
            }
        }
        return problems
    }

    /// Signed yuan with two decimals.
    static func fen(_ yuan: String) -> Int? {
        let digits = yuan.replacing("-", with: "").replacing(".", with: "")
        return OracleText.number(digits).map { yuan.hasPrefix("-") ? -$0 : $0 }
    }
}
