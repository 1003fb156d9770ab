/// What a charge earns: exactly one kind (SPEC 3). A new kind is one more line here, and a file of its own.
extension ValueReader where Value == Reward {
    static let reward = mapping("a mapping such as { fixed: 5 }") { keys in
        let kinds: [(key: String, reader: ValueReader<Reward>)] = [
            ("ladder", ladder),
            ("fixed", ValueReader<Int>.positiveAmountFen.map(Reward.fixed(amountFen:))),
            ("percent", percent),
            ("bands", ValueReader<[Band]>.bands.map(Reward.bands)),
            ("marginal", marginal),
        ]
        keys.tellUnlessExactlyOne(of: kinds.map(\.key) + ["by"])
        let plain = kinds.compactMap { keys.optional($0.key, $0.reader) }.first
        return choice(in: &keys) ?? plain
    }

    /// `{by: card_product, values: {platinum: {…}}, otherwise: {…}}`
    private static func choice(in keys: inout MappingReader) -> Reward? {
        guard keys.entry("by") != nil else {
            for key in ["values", "otherwise"] {
                guard let entry = keys.entry(key) else { continue }
                keys.problems.add(
                    at: entry.keyMark, "`\(key)` goes only with `by`", help: "name the column: by: card_product")
            }
            return nil
        }
        let column = keys.needed("by", .columnName)
        let cases = keys.needed("values", .casesByValue)
        let otherwise = keys.optional("otherwise", reward)
        guard let column, let cases else { return nil }
        if column == "weekday" {
            for entry in keys.entry("values")?.value.entries ?? [] where !RewardChoice.weekdays.contains(entry.key) {
                keys.problems.add(
                    at: entry.keyMark, "\(shown(entry.key)) is no day of the week",
                    help: "days are \(RewardChoice.weekdays.joined(separator: ", "))")
            }
        }
        return .choice(RewardChoice(column: column, cases: cases, otherwise: otherwise))
    }
}

extension ValueReader where Value == [RewardChoice.Case] {
    fileprivate static let casesByValue = ValueReader<[OfValue<Reward>]>.byValue(
        "a mapping from each value of the `by` column to its reward", help: "such as { platinum: { fixed: 10 } }",
        label: { "the reward of \($0)" }, .reward
    ).map { cases in cases.map { RewardChoice.Case(value: $0.value, reward: $0.content) } }
}

/// What a mapping says of one value of a column.
struct OfValue<Content: Sendable>: Sendable {
    var value: String
    var content: Content
}

extension ValueReader {
    /// A mapping whose keys are the values of a column: whatever it may hold.
    static func byValue<Content>(
        _ what: String, help: String, label: @escaping @Sendable (_ value: String) -> String,
        _ content: ValueReader<Content>
    ) -> ValueReader where Value == [OfValue<Content>] {
        ValueReader(what) { item, problems in
            let entries = item.node.entries
            guard !entries.isEmpty else {
                item.refuse(what, help: help, to: problems)
                return nil
            }
            return entries.compactMap { entry in
                let key = Item(
                    label: "a key of \(item.label)", node: YAMLNode(mark: entry.keyMark, content: .scalar(entry.key)))
                let value = ValueReader<String>.columnValue.read(key, problems)
                let content = content.read(Item(label: label(shown(entry.key)), node: entry.value), problems)
                guard let value, let content else { return nil }
                return OfValue(value: value, content: content)
            }
        }
    }
}
