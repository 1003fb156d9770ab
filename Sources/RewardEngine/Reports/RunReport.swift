/// What a run did.
package struct RunReport: Sendable {
    package var through: Day
    package var utcOffset: UTCOffset
    package var campaigns: [Decided] = []
    /// Campaigns for which the day was closed before, with the last closed day.
    package var closedBefore: [(campaign: String, through: Day)] = []

    package struct Decided: Sendable {
        package var summary: CampaignSummary
        /// By limit: the `txn_id` of the first charge that was declined for it.
        package var firstDeclined: [String: String] = [:]

        init(summary: CampaignSummary, firstDeclined txnId: (_ row: Int) -> String) {
            self.summary = summary
            for quota in summary.quotas {
                if let row = quota.firstDeclined { firstDeclined[quota.limit] = txnId(row) }
            }
        }
    }
}
