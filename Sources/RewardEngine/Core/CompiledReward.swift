/// What a reward is worked out from.
struct RewardBasis: Sendable {
    /// As the `step`-th of its cardholder.
    var step: Int
    /// What is left of the purchase.
    var netFen: Int
    /// What the cardholder's window had come to before, and what is to be priced now.
    var spentBeforeFen = 0
    var spentFen = 0
    /// Of each history of the campaign.
    var history: [Int] = []
}

/// What a charge earns, before the limits clip it.
struct CompiledReward: Sendable {
    private indirect enum Kind: Sendable {
        case ladder([Int])
        case fixed(amountFen: Int)
        case percent(Percent)
        case bands([Band])
        case marginal(Marginal)
        /// Without a column by the weekday, 1 Monday … 7 Sunday.
        case choice(column: Int?, values: [Symbol], rewards: [CompiledReward], otherwise: CompiledReward?)
    }

    private let kind: Kind
    /// What a value without a reward of its own earns: a ladder has no step for it, any other kind gives nothing.
    private let ofOtherValuesFen: Int?

    init(_ reward: Reward, vocabulary: inout Vocabulary) {
        ofOtherValuesFen = reward.isLadderByColumn ? nil : 0
        switch reward {
        case .ladder(let amountsFen): kind = .ladder(amountsFen)
        case .fixed(let amountFen): kind = .fixed(amountFen: amountFen)
        case .percent(let percent): kind = .percent(percent)
        case .bands(let bands): kind = .bands(bands)
        case .marginal(let marginal): kind = .marginal(marginal)
        case .choice(let choice):
            let column = choice.isByWeekday ? nil : vocabulary.index(of: choice.column)
            kind = .choice(
                column: column,
                values: choice.cases.map { one in
                    column.map { vocabulary.symbol(of: one.value, in: $0) }
                        ?? Symbol(RewardChoice.weekdays.firstIndex(of: one.value).map { $0 + 1 } ?? 0)
                },
                rewards: choice.cases.map { CompiledReward($0.reward, vocabulary: &vocabulary) },
                otherwise: choice.otherwise.map { CompiledReward($0, vocabulary: &vocabulary) })
        }
    }

    /// The award for a purchase; nil where the ladder has no such step.
    func amountFen(of row: Int, on basis: RewardBasis, in transactions: Transactions) -> Int? {
        switch kind {
        case .fixed(let amountFen):
            return amountFen
        case .percent(let percent):
            return percent.awardFen(ofFen: basis.netFen, history: basis.history)
        case .bands(let bands):
            return bands.last { $0.fromFen <= basis.netFen }?.amountFen ?? 0
        case .ladder(let amountsFen):
            return basis.step <= amountsFen.count ? amountsFen[basis.step - 1] : nil
        case .marginal(let marginal):
            return marginal.awardFen(on: basis)
        case .choice(let column, let values, let rewards, let otherwise):
            let value =
                column.map { transactions.symbol(of: row, in: $0) }
                ?? Symbol(LocalTime(seconds: transactions.time[row]).day.weekday)
            guard let chosen = values.firstIndex(of: value).map({ rewards[$0] }) ?? otherwise else {
                return ofOtherValuesFen
            }
            return chosen.amountFen(of: row, on: basis, in: transactions)
        }
    }
}

extension Percent {
    /// The rate of an amount; exact, in 128 bits.
    func awardFen(ofFen amountFen: Int, history: [Int]) -> Int {
        let fen = rounded.fen(ofRatedFen: Int128(amountFen) * Int128(rateMillionths.value(history)))
        return min(fen, rounded.maxFen ?? .max)
    }
}

extension Marginal {
    /// What the spend is worth now, less what it was worth before: both rounded, so that the parts add up to the whole.
    func awardFen(on basis: RewardBasis) -> Int {
        let worthFen =
            worthFen(ofFen: basis.spentBeforeFen + basis.spentFen, history: basis.history)
            - worthFen(ofFen: basis.spentBeforeFen, history: basis.history)
        return max(0, min(worthFen, rounded.maxFen ?? .max))
    }

    private func worthFen(ofFen spentFen: Int, history: [Int]) -> Int {
        var rated = Int128(0)
        for (index, band) in bands.enumerated() where band.fromFen < spentFen {
            let upToFen = index + 1 < bands.count ? min(spentFen, bands[index + 1].fromFen) : spentFen
            rated += Int128(upToFen - band.fromFen) * Int128(band.rateMillionths.value(history))
        }
        return rounded.fen(ofRatedFen: rated)
    }
}

extension Rounded {
    /// - Parameter rated: fen times millionths of one per cent.
    fileprivate func fen(ofRatedFen rated: Int128) -> Int {
        let divisor = Int128(100_000_000) * Int128(unit.fen)
        var (units, rest) = rated.quotientAndRemainder(dividingBy: divisor)
        switch rounding {
        case .down: break
        case .up: if rest > 0 { units += 1 }
        case .halfUp: if rest * 2 >= divisor { units += 1 }
        case .halfEven: if rest * 2 > divisor || (rest * 2 == divisor && units % 2 == 1) { units += 1 }
        }
        rest = units * Int128(unit.fen)
        return Int(clamping: rest)
    }
}
