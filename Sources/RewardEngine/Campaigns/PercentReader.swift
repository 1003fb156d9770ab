/// `{rate: 6.2, rounding: half-up, unit: jiao, max: 62}` (SPEC 3): down and fen unless said.
extension ValueReader where Value == Percent {
    static let percent = mapping("a mapping such as { rate: 6.2 }") { keys in
        let rate = keys.needed("rate", .rateMillionths)
        let rounding = keys.optional("rounding", .word(Rounding.self))
        let unit = keys.optional("unit", .word(RoundingUnit.self))
        let maxFen = keys.optional("max", .positiveAmountFen)
        guard let rate else { return nil }
        return Percent(rateMillionths: rate, rounding: rounding ?? .down, unit: unit ?? .fen, maxFen: maxFen)
    }
}
