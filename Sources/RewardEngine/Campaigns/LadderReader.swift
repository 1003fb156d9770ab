/// `{by: channel, steps: {app: [10, 15], wallet: [5, 10]}}`, or `{steps: [10, 15]}` (SPEC 3).
extension ValueReader where Value == Ladder {
    static let ladder = mapping("a mapping such as { steps: [10, 15] }") { keys in
        let by = keys.optional("by", .columnName)
        let steps: [Ladder.Steps]?
        if keys.entry("by") == nil {
            steps = keys.needed("steps", .stepsForAll)
        } else {
            steps = keys.needed("steps", .stepsByValue)
        }
        guard let steps else { return nil }
        return Ladder(by: by, steps: steps)
    }
}

extension ValueReader where Value == [Int] {
    fileprivate static let stepAmountsFen = list(of: .amountFen, what: "a list of amounts in yuan such as [10, 15]")
}

extension ValueReader where Value == [Ladder.Steps] {
    fileprivate static let stepsForAll = ValueReader(ValueReader<[Int]>.stepAmountsFen.what) { item, problems in
        if case .mapping = item.node.content {
            item.refuse(
                "a list of amounts, since there is no `by`",
                help: "where the steps depend on a column, name it: by: channel", to: problems)
            return nil
        }
        return ValueReader<[Int]>.stepAmountsFen.read(item, problems).map {
            [Ladder.Steps(value: "", amountsFen: $0)]
        }
    }

    /// The values are the mapping's keys: whatever the column may hold.
    fileprivate static let stepsByValue = ValueReader(
        "a mapping from each value of the `by` column to its list of amounts"
    ) { item, problems in
        let entries = item.node.entries
        guard !entries.isEmpty else {
            item.refuse(
                "a mapping from each value of the `by` column to its list of amounts",
                help: "such as { app: [10, 15], wallet: [5, 10] }; for one list, leave `by` out", to: problems)
            return nil
        }
        return entries.compactMap { entry in
            let key = Item(
                label: "a key of \(item.label)", node: YAMLNode(mark: entry.keyMark, content: .scalar(entry.key)))
            let value = ValueReader<String>.columnValue.read(key, problems)
            let amounts = ValueReader<[Int]>.stepAmountsFen.read(
                Item(label: "the steps of \(shown(entry.key))", node: entry.value), problems)
            guard let value, let amounts else { return nil }
            return Ladder.Steps(value: value, amountsFen: amounts)
        }
    }
}
