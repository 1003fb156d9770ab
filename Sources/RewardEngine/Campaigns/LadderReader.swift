/// `{by: channel, steps: {app: [10, 15], wallet: [5, 10]}}`, or `{steps: [10, 15]}` (SPEC 3).
extension ValueReader where Value == Reward {
    static let ladder = mapping("a mapping such as { steps: [10, 15] }") { keys in
        let by = keys.optional("by", .columnName)
        if keys.entry("by") == nil { return keys.needed("steps", .stepsForAll).map(Reward.ladder) }
        let steps = keys.needed("steps", .stepsByValue)
        guard let by, let steps else { return nil }
        return .choice(
            RewardChoice(
                column: by, cases: steps.map { RewardChoice.Case(value: $0.value, reward: .ladder($0.content)) }))
    }
}

extension ValueReader where Value == [Int] {
    fileprivate static let stepAmountsFen = list(of: .amountFen, what: "a list of amounts in yuan such as [10, 15]")

    fileprivate static let stepsForAll = ValueReader(stepAmountsFen.what) { item, problems in
        if case .mapping = item.node.content {
            item.refuse(
                "a list of amounts, since there is no `by`",
                help: "where the steps depend on a column, name it: by: channel", to: problems)
            return nil
        }
        return stepAmountsFen.read(item, problems)
    }
}

extension ValueReader where Value == [OfValue<[Int]>] {
    fileprivate static let stepsByValue = byValue(
        "a mapping from each value of the `by` column to its list of amounts",
        help: "such as { app: [10, 15], wallet: [5, 10] }; for one list, leave `by` out",
        label: { "the steps of \($0)" }, .stepAmountsFen)
}
