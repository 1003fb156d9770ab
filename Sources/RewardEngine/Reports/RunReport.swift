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
