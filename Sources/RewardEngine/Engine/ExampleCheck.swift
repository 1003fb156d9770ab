/// Runs the examples of a campaign file through the evaluator.
package struct ExampleCheck {
    private let file: CampaignFile

    package init(of file: CampaignFile) {
        self.file = file
    }

    /// Where the campaign gives something else than its examples say.
    package var problems: [Problem] {
        file.examples.flatMap { example in
            do throws(Failure) {
                return try problems(of: example)
            } catch {
                let place = example.charges.first?.place ?? file.name
                return error.problems.map {
                    Problem(at: place, "the example cannot be run: \($0.message)", help: $0.help)
                }
            }
        }
    }

    private func problems(of example: CampaignExample) throws(Failure) -> [Problem] {
        let source = try SourceText(Array(charges(of: example).utf8), place: "the example")
        let enrolments = try SourceText(
            Array(self.enrolments(of: example).utf8), place: "the enrolments of the example")
        let simulation = try Simulation.run(
            on: source, campaigns: [file], enrolments: [enrolments], request: ColumnRequest(), workers: OneWorker())
        guard let result = simulation.results.first else { return [] }
        var problems = simulation.enrolmentProblems
        for (row, charge) in example.charges.enumerated() {
            let verdict = simulation.file.verdicts[row, 0]
            let entry = result.entries.first { $0.row == row }
            let reason = verdict.reason?.name(in: result.campaign) ?? ""
            if holds(charge.expected, verdict, reason, entry?.amountFen) { continue }
            let found =
                entry.map { yuanText(fen: $0.amountFen) } ?? (reason.isEmpty ? verdict.outcome.rawValue : reason)
            problems.append(
                Problem(
                    at: charge.place, "`\(example.title)` expects \(charge.expected), and the campaign gives \(found)"))
        }
        return problems
    }

    private func holds(_ expected: String, _ verdict: Verdict, _ reason: String, _ amountFen: Int?) -> Bool {
        if let amountFen { return expected == yuanText(fen: amountFen) || expected + ".00" == yuanText(fen: amountFen) }
        return expected == reason || reason.isEmpty && expected == verdict.outcome.rawValue
    }

    /// The charges as a file; whatever the campaign asks for and an example leaves out is absent.
    private func charges(of example: CampaignExample) -> String {
        var columns = ["txn_id", "cardholder_id", "card_id", "txn_time", "amount"]
        for column in file.campaign.columns + example.charges.flatMap({ $0.values.keys.sorted() })
        where !columns.contains(column) { columns.append(column) }
        let rows = example.charges.enumerated().map { number, row in
            var values = row.values
            if values["txn_id"] == nil { values["txn_id"] = "T\(number + 1)" }
            if values["cardholder_id"] == nil { values["cardholder_id"] = "holder" }
            if values["card_id"] == nil { values["card_id"] = "card" }
            return values
        }
        return csv(columns, rows)
    }

    private func enrolments(of example: CampaignExample) -> String {
        let rows = example.enrolments.map { row in
            var values = row.values
            values["campaign"] = values["campaign"] ?? file.campaign.id
            values["enrolled_at"] = values["enrolled_at"] ?? values["txn_time"]
            if values["cardholder_id"] == nil, values["card_id"] == nil {
                values["cardholder_id"] = "holder"
                values["card_id"] = "card"
            }
            return values
        }
        return csv(["cardholder_id", "card_id", "campaign", "enrolled_at"], rows)
    }

    private func csv(_ columns: [String], _ rows: [[String: String]]) -> String {
        ([columns] + rows.map { row in columns.map { row[$0] ?? "" } })
            .map { fields in fields.map(quoted).joined(separator: ",") + "\n" }.joined()
    }

    private func quoted(_ text: String) -> String {
        text.isEmpty
            ? "" : "\"\(text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
    }
}
