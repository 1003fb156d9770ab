/// What a campaign says of one charge on its own.
extension OracleCondition {
    func holds(for row: OracleRow, netFen: Int) -> Bool {
        switch self {
        case .all(let parts): return parts.allSatisfy { $0.holds(for: row, netFen: netFen) }
        case .any(let parts): return parts.contains { $0.holds(for: row, netFen: netFen) }
        case .not(let part): return !part.holds(for: row, netFen: netFen)
        case .field("amount", let tests):
            return tests.allSatisfy { $0.holds(for: netFen) { OracleText.amountFen($0) ?? 0 } }
        case .field("timeOfDay", let tests):
            return tests.allSatisfy {
                $0.holds(for: row.time.second) { OracleText.secondOfDay($0, hourMayHaveOneDigit: false) ?? 0 }
            }
        case .field("weekday", let tests):
            return tests.allSatisfy { $0.holds(for: row.time.day.weekday) { $0 } }
        case .field(let column, let tests):
            return tests.allSatisfy { $0.holds(for: row.value(column)) { $0 } }
        }
    }
}

extension OracleTest {
    fileprivate func holds<Value: Comparable>(for value: Value, _ read: (String) -> Value) -> Bool {
        let values = operands.map(read)
        switch word {
        case .isOne, .isIn: return values.contains(value)
        case .isNot, .notIn: return !values.contains(value)
        case .atLeast: return values.allSatisfy { value >= $0 }
        case .above: return values.allSatisfy { value > $0 }
        case .atMost: return values.allSatisfy { value <= $0 }
        case .below: return values.allSatisfy { value < $0 }
        }
    }
}

extension OracleReward {
    /// In fen, unclipped; nil when the ladder has no such step.
    func amountFen(for row: OracleRow, netFen: Int, step: Int) -> Int? {
        switch self {
        case .fixed(let fen):
            return fen
        case .bands(let bands):
            return bands.filter { $0.fromFen <= netFen }.max { $0.fromFen < $1.fromFen }?.fen ?? 0
        case .ladder(let by, let steps):
            let value = by.map { row.value($0) } ?? ""
            guard let amounts = steps.first(where: { $0.value == value })?.fen, step <= amounts.count else {
                return nil
            }
            return amounts[step - 1]
        case .percent(let rate, let rounding, let unit, let maxFen):
            let exact = OracleReward.fraction(rate)
            let unitFen = [.fen: 1, .jiao: 10, .yuan: 100][unit ?? .fen] ?? 1
            let numerator = netFen * exact.numerator
            let denominator = exact.denominator * 100 * unitFen
            let (whole, rest) = (numerator / denominator, numerator % denominator)
            let roundsUp =
                switch rounding ?? .down {
                case .down: false
                case .up: rest > 0
                case .halfUp: rest * 2 >= denominator
                case .halfEven: rest * 2 > denominator || (rest * 2 == denominator && whole % 2 == 1)
                }
            return min((whole + (roundsUp ? 1 : 0)) * unitFen, maxFen ?? Int.max)
        }
    }

    /// `6.2` is 62 / 10.
    private static func fraction(_ text: String) -> (numerator: Int, denominator: Int) {
        let parts = text.split(separator: ".")
        let decimals = parts.count == 2 ? String(parts[1]) : ""
        var denominator = 1
        for _ in decimals { denominator *= 10 }
        return (Int(parts[0] + decimals) ?? 0, denominator)
    }
}

extension OracleLimit {
    /// Two charges draw on the same account of this limit exactly when their keys are equal.
    func key(of row: OracleRow, in campaign: OracleCampaign) -> [String] {
        let owner =
            switch per {
            case "campaign": ""
            case "cardholder": row.cardholderId
            case "card": row.cardId
            default: row.value(per)
            }
        let day = campaign.date(of: row)
        let window =
            switch within {
            case .campaign: ""
            case .cycle: campaign.cycleText(of: row)
            case .month: "\(day.year)-\(day.month)"
            case .week: day.monday.text
            case .day: day.text
            case .quarter: "\(day.year)-\((day.month + 2) / 3)"
            case .year: "\(day.year)"
            }
        return [owner, window]
    }
}
