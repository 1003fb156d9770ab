/// What a charge earns, before the limits clip it.
struct CompiledReward: Sendable {
    private indirect enum Kind: Sendable {
        case plain(Reward)
        case choice(column: Int, values: [Symbol], rewards: [CompiledReward], otherwise: CompiledReward?)
    }

    private let kind: Kind
    /// What a value without a reward of its own earns: a ladder has no step for it, any other kind gives nothing.
    private let ofOtherValuesFen: Int?

    init(_ reward: Reward, vocabulary: inout Vocabulary) {
        var isLadder = false
        if case .ladder? = reward.parts.first { isLadder = true }
        ofOtherValuesFen = isLadder ? nil : 0
        guard case .choice(let choice) = reward else {
            kind = .plain(reward)
            return
        }
        let column = vocabulary.index(of: choice.column)
        kind = .choice(
            column: column, values: choice.cases.map { vocabulary.symbol(of: $0.value, in: column) },
            rewards: choice.cases.map { CompiledReward($0.reward, vocabulary: &vocabulary) },
            otherwise: choice.otherwise.map { CompiledReward($0, vocabulary: &vocabulary) })
    }

    /// The award for a purchase of which `netFen` is left, as the `step`-th of its cardholder; nil where the ladder has
    /// no such step.
    func amountFen(of row: Int, step: Int, netFen: Int, in transactions: Transactions) -> Int? {
        switch kind {
        case .plain(.fixed(let amountFen)):
            return amountFen
        case .plain(.percent(let percent)):
            return percent.awardFen(ofFen: netFen)
        case .plain(.bands(let bands)):
            return bands.last { $0.fromFen <= netFen }?.amountFen ?? 0
        case .plain(.ladder(let amountsFen)):
            return step <= amountsFen.count ? amountsFen[step - 1] : nil
        case .choice(let column, let values, let rewards, let otherwise):
            let value = transactions.symbol(of: row, in: column)
            guard let chosen = values.firstIndex(of: value).map({ rewards[$0] }) ?? otherwise else {
                return ofOtherValuesFen
            }
            return chosen.amountFen(of: row, step: step, netFen: netFen, in: transactions)
        case .plain(.choice):
            return nil
        }
    }
}

extension Percent {
    /// The rate of an amount, rounded to the unit, then capped; exact, in 128 bits.
    package func awardFen(ofFen amountFen: Int) -> Int {
        let product = Int128(amountFen) * Int128(rateMillionths)
        let divisor = Int128(100_000_000) * Int128(unit.fen)
        var (units, rest) = product.quotientAndRemainder(dividingBy: divisor)
        switch rounding {
        case .down: break
        case .up: if rest > 0 { units += 1 }
        case .halfUp: if rest * 2 >= divisor { units += 1 }
        case .halfEven: if rest * 2 > divisor || (rest * 2 == divisor && units % 2 == 1) { units += 1 }
        }
        rest = units * Int128(unit.fen)
        return min(Int(rest), maxFen ?? .max)
    }
}
