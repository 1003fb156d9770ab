internal import SQLite

/// Which entries or decisions are asked for; nil asks for all.
package struct BookFilter: Sendable {
    package var cardholder: String?
    package var campaign: String?
    /// The first day of a cycle.
    package var cycle: Day?
    var runId: Int?

    package init(cardholder: String? = nil, campaign: String? = nil, cycle: Day? = nil) {
        self.cardholder = cardholder
        self.campaign = campaign
        self.cycle = cycle
    }

    /// SQL that narrows a query, so that an index can serve it; what it binds stands in `texts`, from parameter 1 on.
    func condition(
        cardholder cardholderColumn: String, campaign campaignColumn: String, run runColumn: String
    ) -> (sql: String, texts: [String]) {
        var (terms, texts) = (["1"], [String]())
        if let cardholder {
            texts.append(cardholder)
            terms.append("\(cardholderColumn) = ?\(texts.count)")
        }
        if let campaign {
            texts.append(campaign)
            terms.append("\(campaignColumn) = ?\(texts.count)")
        }
        if let runId { terms.append("\(runColumn) = \(runId)") }
        return (terms.joined(separator: " AND "), texts)
    }
}
