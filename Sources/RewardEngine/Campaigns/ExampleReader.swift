/// Charges that a campaign file shows, and what each of them is to get: part of the file, not of the campaign.
package struct CampaignExample: Equatable, Sendable {
    package var title: String
    package var charges: [Row]
    package var enrolments: [Row]

    /// One row of a file of transactions or of enrolments.
    package struct Row: Equatable, Sendable {
        /// `file.yaml:12:7`
        package var place: String
        /// By lower-case column.
        package var values: [String: String]
        /// An amount with its sign, or a reason, or an outcome; empty for an enrolment.
        package var expected: String
    }
}

/// `[{title, given: {COLUMN: VALUE}, enrolments: [{…}], charges: [{at, amount, COLUMN: VALUE, expect}]}]`
struct ExampleReader {
    private let problems: ProblemCollector
    /// What the example at hand gives for all of its rows; it holds for those behind it, too.
    private var given: [String: String] = [:]

    init(problems: ProblemCollector) {
        self.problems = problems
    }

    mutating func examples(_ node: YAMLNode) -> [CampaignExample] {
        guard case .sequence(let elements) = node.content else {
            Item(label: "`examples`", node: node).refuse("a list of examples", help: nil, to: problems)
            return []
        }
        return elements.compactMap { example($0) }
    }

    private mutating func example(_ node: YAMLNode) -> CampaignExample? {
        let what = "a mapping such as { title: the first, charges: [{ at: 2017-01-01, amount: 100, expect: 5 }] }"
        guard case .mapping(let entries) = node.content else {
            Item(label: "an entry of `examples`", node: node).refuse(what, help: nil, to: problems)
            return nil
        }
        var keys = MappingReader(label: "an example", mark: node.mark, entries: entries, problems: problems)
        let title = keys.needed("title", .title)
        if let entry = keys.entry("given") { given = values(of: entry.value, in: "`given`") }
        let enrolments = keys.entry("enrolments").map { rows(of: $0.value, needsExpectation: false) } ?? []
        if keys.entry("charges") == nil { keys.tellMissing("charges", what: "a list of charges") }
        let charges = keys.entry("charges").map { rows(of: $0.value, needsExpectation: true) } ?? []
        keys.tellUnknownKeys()
        return title.map { CampaignExample(title: $0, charges: charges, enrolments: enrolments) }
    }

    private func rows(of node: YAMLNode, needsExpectation: Bool) -> [CampaignExample.Row] {
        guard case .sequence(let elements) = node.content, !elements.isEmpty else {
            Item(label: "this", node: node).refuse("a list of rows", help: nil, to: problems)
            return []
        }
        return elements.map { element in
            var values = values(of: element, in: "a row of an example")
            let expected = values.removeValue(forKey: "expect")
            if needsExpectation, expected == nil {
                problems.add(
                    at: element.mark, "a row of an example lacks `expect`",
                    help: "an amount such as 5.00, or the reason why it gets nothing")
            }
            if let time = values.removeValue(forKey: "at") { values["txn_time"] = time }
            let all = needsExpectation ? given.merging(values) { _, own in own } : values
            return CampaignExample.Row(place: problems.place(of: element.mark), values: all, expected: expected ?? "")
        }
    }

    private func values(of node: YAMLNode, in label: String) -> [String: String] {
        guard case .mapping(let entries) = node.content else {
            Item(label: label, node: node).refuse("a mapping of columns to values", help: nil, to: problems)
            return [:]
        }
        var values: [String: String] = [:]
        for entry in entries {
            guard let text = entry.value.text else {
                Item(label: shown(entry.key), node: entry.value).refuse("one value", help: nil, to: problems)
                continue
            }
            values[asciiLowercased(entry.key)] = text
        }
        return values
    }
}
