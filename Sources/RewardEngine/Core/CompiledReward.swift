/// What a charge earns, before the limits clip it.
struct CompiledReward: Sendable {
    private let reward: Reward
    /// Of a ladder: the column that chooses the steps, and for each of its values the steps, flat.
    private let ladderColumn: Int?
    private let ladderValues: [Symbol]
    private let ladderRanges: [Range<Int>]
    private let amountsFen: [Int]

    init(_ reward: Reward, vocabulary: inout Vocabulary) {
        self.reward = reward
        var column: Int?
        var values: [Symbol] = []
        var ranges: [Range<Int>] = []
        var amounts: [Int] = []
        if case .ladder(let ladder) = reward {
            column = ladder.by.map(vocabulary.index(of:))
            for steps in ladder.steps {
                values.append(column.map { vocabulary.symbol(of: steps.value, in: $0) } ?? SymbolTable.absent)
                ranges.append(amounts.count..<amounts.count + steps.amountsFen.count)
                amounts.append(contentsOf: steps.amountsFen)
            }
        }
        ladderColumn = column
        ladderValues = values
        ladderRanges = ranges
        amountsFen = amounts
    }

    /// The award for a purchase of which `netFen` is left, as the `step`-th of its cardholder; nil where the ladder has
    /// no such step.
    func amountFen(of row: Int, step: Int, netFen: Int, in transactions: Transactions) -> Int? {
        switch reward {
        case .fixed(let amountFen):
            return amountFen
        case .percent(let percent):
            return percent.awardFen(ofFen: netFen)
        case .bands(let bands):
            var award = 0
            for band in bands where band.fromFen <= netFen { award = band.amountFen }
            return award
        case .ladder:
            let value = ladderColumn.map { transactions.symbol(of: row, in: $0) } ?? SymbolTable.absent
            for (index, candidate) in ladderValues.enumerated() where candidate == value {
                let range = ladderRanges[index]
                return step <= range.count ? amountsFen[range.lowerBound + step - 1] : nil
            }
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

extension Reward {
    /// The most that one award can be, in fen; nil where nothing bounds it.
    package var mostFen: Int? {
        switch self {
        case .fixed(let amountFen): amountFen
        case .percent(let percent): percent.maxFen
        case .bands(let bands): bands.map(\.amountFen).max()
        case .ladder(let ladder): ladder.steps.flatMap(\.amountsFen).max()
        }
    }
}
