/// The sums of what a campaign decided; they add up to the rows they were made of.
package struct CampaignSummary: Equatable, Sendable {
    package var campaign: String
    package var title: String
    /// How many rows there are of each verdict, in the order of `Outcome`, then of the campaign's own checks.
    package var verdicts: [VerdictCount]
    package var awards = 0
    package var awardedFen = 0
    package var clawbacks = 0
    /// Not negative.
    package var clawedBackFen = 0
    package var excess = Decisions.Excess()
    package var quotas: [Quota]

    package struct VerdictCount: Equatable, Sendable {
        package var verdict: Verdict
        /// The reason's name; empty where there is none.
        package var reason: String
        package var rows: Int
    }

    /// What is used and left of a limit per campaign, in the latest of its windows.
    package struct Quota: Equatable, Sendable {
        package var limit: String
        package var within: Window
        package var cap: Limit.Cap
        /// Awards, or fen of a limit in money.
        package var used: Int
        package var left: Int
        /// The most that what is left can still cost, in fen; nil where nothing bounds an award.
        package var mostLeftFen: Int?
        /// The first row, in the order of decision, that was declined for it.
        package var firstDeclined: Int?
    }

    /// - Parameter counts: how many rows have each verdict, by its code.
    /// - Parameter rejected: the reasons of the rejected rows, in the order in which they are told.
    package init(
        of campaign: Campaign, decisions: Decisions, usage: QuotaUsage, counts: [Int],
        rejected: [RejectionCount] = []
    ) {
        self.campaign = campaign.id
        title = campaign.title
        // Told by reason below.
        let rejectedCode = Int(Verdict(.rejected).code)
        verdicts = counts.indices.filter { counts[$0] > 0 && $0 != rejectedCode }.map { code in
            let verdict = Verdict(code: code)
            return VerdictCount(verdict: verdict, reason: verdict.reason?.name(in: campaign) ?? "", rows: counts[code])
        }
        verdicts += rejected.map { VerdictCount(verdict: Verdict(.rejected), reason: $0.reason, rows: $0.rows) }
        for entry in decisions.entries {
            if entry.isAward {
                awards += 1
                awardedFen += entry.amountFen
            } else {
                clawbacks += 1
                clawedBackFen -= entry.amountFen
            }
        }
        excess = decisions.excess
        quotas = campaign.limits.enumerated().compactMap { index, limit in
            limit.isQuota
                ? Quota(
                    limit, reward: campaign.reward, used: usage.used(ofQuota: index),
                    firstDeclined: decisions.firstDeclined[index])
                : nil
        }
    }
}

extension CampaignSummary {
    /// How many rows have such a verdict.
    package func rows(where isWanted: (Verdict) -> Bool) -> Int {
        verdicts.filter { isWanted($0.verdict) }.reduce(0) { $0 + $1.rows }
    }
}

extension CampaignSummary.Quota {
    fileprivate init(
        _ limit: Limit, reward: Reward, used: (awards: Int, amountFen: Int), firstDeclined: Int?
    ) {
        self.limit = limit.id
        within = limit.within
        cap = limit.cap
        self.firstDeclined = firstDeclined
        switch limit.cap {
        case .awards(let most):
            self.used = used.awards
            left = max(0, most - used.awards)
            let (product, overflows) = left.multipliedReportingOverflow(by: reward.mostFen ?? 0)
            mostLeftFen = reward.mostFen == nil || overflows ? nil : product
        case .amountFen(let most, _):
            self.used = used.amountFen
            left = max(0, most.most - used.amountFen)
            mostLeftFen = left
        }
    }
}
