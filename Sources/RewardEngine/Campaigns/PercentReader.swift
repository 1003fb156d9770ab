/// `{rate: 6.2, rounding: half-up, unit: jiao, max: 62}` (SPEC 3): down and fen unless said. With `of: window` it is a
/// share of what the cardholder spends in the window.
extension ValueReader where Value == Reward {
    static let percent = mapping("a mapping such as { rate: 6.2 }") { keys in
        let rate = keys.needed("rate", .chosen("rate", .rateMillionths))
        let base = keys.optional("of", .word(PercentBase.self))
        let within = keys.optional("within", .window)
        let rounded = rounded(in: &keys)
        if let entry = keys.entry("within"), base != .window {
            keys.problems.add(at: entry.keyMark, "`within` goes only with `of: window`")
        }
        guard let rate else { return nil }
        guard base == .window else { return .percent(Percent(rateMillionths: rate, rounded: rounded)) }
        return .marginal(
            Marginal(bands: [Marginal.Band(fromFen: 0, rateMillionths: rate)], within: within, rounded: rounded))
    }

    /// `{within: month, bands: [{from: 0, rate: 0.3}, {from: 20000, rate: 0.5}]}`
    static let marginal = mapping("a mapping such as { bands: [{ from: 0, rate: 0.3 }] }") { keys in
        let bands = keys.needed(
            "bands", .list(of: .marginalBand, what: "a list of bands such as { from: 0, rate: 0.3 }"))
        let within = keys.optional("within", .window)
        let rounded = rounded(in: &keys)
        guard let bands else { return nil }
        let sorted = bands.sorted { $0.fromFen < $1.fromFen }
        for (band, next) in zip(sorted, sorted.dropFirst()) where band.fromFen == next.fromFen {
            keys.problems.add(at: keys.mark, "two bands begin at \(yuanText(fen: band.fromFen)) yuan")
        }
        return .marginal(Marginal(bands: sorted, within: within, rounded: rounded))
    }

    private static func rounded(in keys: inout MappingReader) -> Rounded {
        let rounding = keys.optional("rounding", .word(Rounding.self))
        let unit = keys.optional("unit", .word(RoundingUnit.self))
        let maxFen = keys.optional("max", .positiveAmountFen)
        return Rounded(rounding ?? .down, unit: unit ?? .fen, maxFen: maxFen)
    }
}

/// What a rate is of.
package enum PercentBase: String, CaseIterable, Sendable {
    case charge, window
}

extension ValueReader where Value == Marginal.Band {
    fileprivate static let marginalBand = mapping("a mapping such as { from: 0, rate: 0.3 }") { keys in
        let from = keys.needed("from", .amountFen)
        let rate = keys.needed("rate", .chosen("rate", .rateMillionths))
        guard let from, let rate else { return nil }
        return Marginal.Band(fromFen: from, rateMillionths: rate)
    }
}
