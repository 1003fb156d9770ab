/// What a charge earns: exactly one kind (SPEC 3). A new kind is one more line here, and a file of its own.
extension ValueReader where Value == Reward {
    static let reward = mapping("a mapping such as { fixed: 5 }") { keys in
        keys.exactlyOne(of: [
            ("ladder", ValueReader<Ladder>.ladder.map(Reward.ladder)),
            ("fixed", ValueReader<Int>.positiveAmountFen.map(Reward.fixed(amountFen:))),
            ("percent", ValueReader<Percent>.percent.map(Reward.percent)),
            ("bands", ValueReader<[Band]>.bands.map(Reward.bands)),
        ])
    }
}
