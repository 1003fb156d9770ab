extension CampaignSummary {
    /// The summary for people. `row` names a row of the input: `line 7`.
    package func lines(row: (_ row: Int) -> String) -> [String] {
        var lines = ["\(campaign): \(ShownText.withoutControls(title))"]
        var table = TextTable([("", .left), ("", .right), ("", .right)])
        table.add(["awards", "\(awards)", yuanText(fen: awardedFen)])
        table.add(["clawbacks", "\(clawbacks)", yuanText(fen: -clawedBackFen)])
        table.add(["kept", "", yuanText(fen: awardedFen - clawedBackFen)])
        for count in verdicts where count.verdict.outcome != .awarded && count.verdict.outcome != .clawedBack {
            let outcome = count.verdict.outcome.rawValue
            table.add([count.reason.isEmpty ? outcome : "\(outcome): \(count.reason)", "\(count.rows)", ""])
        }
        lines += table.lines().dropFirst().map { "  " + $0.text }
        if excess.rows > 0 {
            lines.append(
                "  \(excess.rows) row\(excess.rows == 1 ? "" : "s") of money back above what was left: "
                    + "\(yuanText(fen: excess.amountFen)) too much, not counted")
        }
        for quota in quotas { lines.append("  " + quota.text(row: row)) }
        return lines
    }
}

extension CampaignSummary.Quota {
    fileprivate func text(row: (_ row: Int) -> String) -> String {
        var text: String
        switch cap {
        case .awards(let most):
            text = "\(limit): \(used) of \(most) awards used\(span), \(left) left"
        case .amountFen(let most, _):
            text =
                "\(limit): \(yuanText(fen: used)) of \(yuanText(fen: most.most)) used\(span), \(yuanText(fen: left)) left"
        }
        text += mostLeftFen.map { ", which can still cost \(yuanText(fen: $0)) at most" } ?? ", of no bounded cost"
        if let firstDeclined { text += "; first declined for it: \(row(firstDeclined))" }
        return text
    }

    /// Of a quota that starts anew the latest span is told.
    private var span: String { within.isForGood ? "" : " in the latest \(within.text)" }
}

extension OutputBuffer {
    /// The summary as a JSON object; money in strings of yuan.
    package mutating func append(json summary: CampaignSummary, row: (_ row: Int) -> String) {
        append("{\"campaign\": ")
        append(jsonString: summary.campaign)
        append(", \"title\": ")
        append(jsonString: summary.title)
        append(", \"awards\": ")
        append(integer: summary.awards)
        append(", \"awarded\": \"")
        append(yuanFromFen: summary.awardedFen)
        append("\", \"clawbacks\": ")
        append(integer: summary.clawbacks)
        append(", \"clawed_back\": \"")
        append(yuanFromFen: -summary.clawedBackFen)
        append("\", \"rows\": [")
        for (index, count) in summary.verdicts.enumerated() {
            append(index == 0 ? "{\"outcome\": " : ", {\"outcome\": ")
            append(jsonString: count.verdict.outcome.rawValue)
            append(", \"reason\": ")
            if count.reason.isEmpty { append("null") } else { append(jsonString: count.reason) }
            append(", \"rows\": ")
            append(integer: count.rows)
            append("}")
        }
        append("], \"excess_money_back\": {\"rows\": ")
        append(integer: summary.excess.rows)
        append(", \"amount\": \"")
        append(yuanFromFen: summary.excess.amountFen)
        append("\"}, \"quotas\": [")
        for (index, quota) in summary.quotas.enumerated() {
            if index > 0 { append(", ") }
            append(json: quota, row: row)
        }
        append("]}")
    }

    private mutating func append(json quota: CampaignSummary.Quota, row: (_ row: Int) -> String) {
        append("{\"limit\": ")
        append(jsonString: quota.limit)
        append(", \"within\": ")
        append(jsonString: quota.within.text)
        switch quota.cap {
        case .awards(let most):
            append(", \"awards\": ")
            append(integer: most)
            append(", \"used\": ")
            append(integer: quota.used)
            append(", \"left\": ")
            append(integer: quota.left)
        case .amountFen(let most, _):
            append(", \"amount\": \"")
            append(yuanFromFen: most.most)
            append("\", \"used\": \"")
            append(yuanFromFen: quota.used)
            append("\", \"left\": \"")
            append(yuanFromFen: quota.left)
            append("\"")
        }
        append(", \"can_still_cost\": ")
        if let most = quota.mostLeftFen {
            append("\"")
            append(yuanFromFen: most)
            append("\"")
        } else {
            append("null")
        }
        append(", \"first_declined\": ")
        if let first = quota.firstDeclined { append(jsonString: row(first)) } else { append("null") }
        append("}")
    }
}
