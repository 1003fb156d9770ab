/// What a run did.
package struct RunReport: Sendable {
    package var through: Day
    package var utcOffset: UTCOffset
    /// Nil where no day was closed.
    package var runId: Int?
    /// What was registered, a line each.
    package var registered: [String] = []
    package var campaigns: [Decided] = []
    /// Nothing of it was kept.
    package var isRehearsal = false
    /// Campaigns for which the day was closed before, with the last closed day.
    package var closedBefore: [(campaign: String, through: Day)] = []

    /// Rows that wait for the card master or for a binding: how many, and the first of them, a line each.
    package var held: (count: Int, first: [String]) = (0, [])
    package static let heldShownMost = 20

    /// What a rehearsal would have entered into the ledger.
    package var entries: TextTable?

    package var lines: [String] {
        var lines = registered
        for (campaign, day) in closedBefore {
            lines.append("\(campaign): closed through \(day.text) before; nothing to do")
        }
        for decided in campaigns {
            let summary = decided.summary
            let rows = summary.verdicts.reduce(0) { $0 + $1.rows }
            let verb = isRehearsal ? "would close" : "closed"
            lines.append("\(verb) through \(through.text): \(rows) row\(rows == 1 ? "" : "s") decided")
            lines += summary.lines { row in decided.firstDeclined[row] ?? "" }
        }
        if held.count > 0 {
            lines.append(
                "held until the card master or the bindings know more: \(held.count) row\(held.count == 1 ? "" : "s")")
            lines += held.first.map { "  \(ShownText.withoutControls($0))" }
            if held.count > held.first.count { lines.append("  and \(held.count - held.first.count) more") }
        }
        return lines
    }

    package struct Decided: Sendable {
        package var summary: CampaignSummary
        /// By row: the `txn_id` of a charge that was the first to be declined for a limit.
        package var firstDeclined: [Int: String] = [:]

        init(summary: CampaignSummary, txnId: (_ row: Int) -> String) {
            self.summary = summary
            for row in summary.quotas.compactMap(\.firstDeclined) { firstDeclined[row] = txnId(row) }
        }
    }
}
