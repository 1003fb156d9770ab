extension Simulation {
    /// How a row of the file is called in a message.
    package func lineName(_ row: Int) -> String { "line \(file.lines[row])" }

    /// What to do about a result that nobody will have wanted.
    package var advice: [Problem] {
        results.compactMap { result in
            let days = (0..<file.count).compactMap { row -> Day? in
                result.decisions.verdicts[row] == Verdict(.declined, .outsidePeriod)
                    ? file.transactions.day(of: row, by: result.campaign.clock) : nil
            }
            let settled =
                counts.accepted - result.decisions.verdicts.count { $0.outcome == .superseded || $0.outcome == .held }
            guard let first = days.min(), let last = days.max(), days.count == settled else { return nil }
            let period = result.campaign.period
            return Problem(
                at: source.place,
                "every row lies outside the period of `\(result.campaign.id)`, \(period.from.text) to "
                    + "\(period.through.text); the rows are of \(first.text) to \(last.text)",
                help:
                    "name the campaign of that time with `--rules FILE`, or copy a campaign file and change its `period`"
            )
        }
    }

    /// The sums of the file and of each campaign as a JSON object.
    package func appendSummary(to output: inout OutputBuffer) {
        let counts = counts
        output.append("{\"read\": ")
        output.append(integer: counts.read)
        output.append(", \"accepted\": ")
        output.append(integer: counts.accepted)
        output.append(", \"duplicate\": ")
        output.append(integer: counts.duplicate)
        output.append(", \"rejected\": ")
        output.append(integer: counts.rejected)
        output.append(", \"campaigns\": [")
        for (index, result) in results.enumerated() {
            if index > 0 { output.append(",\n") }
            output.append(json: result.summary, row: lineName)
        }
        output.append("]}")
    }
}

extension Problem {
    /// A rejected row of a file, for standard error.
    package init(_ rejection: Rejection, in place: String) {
        self.init(at: "\(place):\(rejection.line)", rejection.sentence)
    }
}
