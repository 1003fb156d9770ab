extension Simulation {
    /// What to do about a result that nobody will have wanted.
    package func advice() throws(Failure) -> [Problem] {
        var problems: [Problem] = []
        for (index, result) in results.enumerated() {
            let outside = result.summary.rows { $0 == Verdict(.declined, .outsidePeriod) }
            let undecided = result.summary.rows { $0.outcome == .superseded || $0.outcome == .held }
            guard outside > 0, outside == counts.accepted - undecided else { continue }
            let (first, last) = try daysOutsidePeriod(of: index, by: result.campaign.clock)
            let period = result.campaign.period
            problems.append(
                Problem(
                    at: source.place,
                    "every row lies outside the period of `\(result.campaign.id)`, \(period.from.text) to "
                        + "\(period.through.text); the rows are of \(first.text) to \(last.text)",
                    help:
                        "name the campaign of that time with `--rules FILE`, or copy a campaign file and change its "
                        + "`period`"))
        }
        return problems
    }

    /// The first and the last day of the rows that lie outside the period of a campaign; there must be some.
    private func daysOutsidePeriod(of campaign: Int, by clock: Clock) throws(Failure) -> (first: Day, last: Day) {
        try source.withBytes { bytes throws(Failure) in
            var reader = file.rowReader()
            var (first, last) = (Day(number: .max), Day(number: .min))
            for row in 0..<file.count where file.verdicts[row, campaign] == Verdict(.declined, .outsidePeriod) {
                _ = try reader.read(row, of: file.places, in: bytes)
                let day = clock == .transaction ? reader.row.time.day : reader.row.bookingDay
                (first, last) = (min(first, day), max(last, day))
            }
            return (first, last)
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
