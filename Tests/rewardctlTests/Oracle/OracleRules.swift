/// What a campaign says of one charge on its own.
extension OracleCondition {
    func holds(for row: OracleRow, netFen: Int, in campaign: OracleCampaign) -> Bool {
        switch self {
        case .all(let parts): return parts.allSatisfy { $0.holds(for: row, netFen: netFen, in: campaign) }
        case .any(let parts): return parts.contains { $0.holds(for: row, netFen: netFen, in: campaign) }
        case .not(let part): return !part.holds(for: row, netFen: netFen, in: campaign)
        case .field("amount", let tests):
            return tests.allSatisfy { $0.holds(for: netFen) { OracleText.amountFen($0) ?? 0 } }
        case .field("timeOfDay", let tests):
            return tests.allSatisfy {
                $0.holds(for: row.time.second) { OracleText.secondOfDay($0, hourMayHaveOneDigit: false) ?? 0 }
            }
        case .history: return false
        case .within(let window): return window.key(of: row, in: campaign) != nil
        case .field("localDate", let tests):
            return tests.allSatisfy { $0.holds(for: row.time.day) { OracleText.day($0) ?? .first } }
        case .field("weekday", let tests):
            return tests.allSatisfy { $0.holds(for: row.time.day.weekday) { $0 } }
        case .field(let column, let tests):
            return tests.allSatisfy { $0.holds(for: row.value(column)) { $0 } }
        }
    }
}

extension OracleGate {
    /// `history`: by id.
    func holds(for row: OracleRow, netFen: Int, history: [String: Int], in campaign: OracleCampaign) -> Bool {
        guard case .history(let id, let tests) = condition else {
            return condition.holds(for: row, netFen: netFen, in: campaign)
        }
        let isSpend = campaign.history.first { $0.id == id }?.isSpend ?? true
        return tests.allSatisfy { test in
            test.holds(for: history[id] ?? 0) { (isSpend ? OracleText.amountFen($0) : Int($0)) ?? 0 }
        }
    }
}

extension OracleWindow.Span {
    /// The last day of the span before the one that a day falls in.
    func lastDayBefore(_ day: OracleDay, in campaign: OracleCampaign) -> OracleDay {
        var earlier = day
        while name(of: earlier, in: campaign) == name(of: day, in: campaign) { earlier = earlier.yesterday }
        return earlier
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

/// What a reward is worked out from.
struct OracleBasis {
    var netFen: Int
    var step: Int
    /// What the window had come to before, and what is priced now.
    var spentBeforeFen = 0
    var spentFen = 0
    /// By id: fen or charges.
    var history: [String: Int] = [:]
}

extension OracleReward {
    /// In fen, unclipped; nil when the ladder has no such step.
    func amountFen(for row: OracleRow, _ basis: OracleBasis) -> Int? {
        switch self {
        case .fixed(let fen):
            return fen
        case .bands(let bands):
            return bands.filter { $0.fromFen <= basis.netFen }.max { $0.fromFen < $1.fromFen }?.fen ?? 0
        case .ladder(let steps):
            return basis.step <= steps.count ? steps[basis.step - 1] : nil
        case .choice(let column, let cases, let otherwise):
            let value = column == "weekday" ? row.time.day.weekday : row.value(column)
            if let chosen = cases.first(where: { $0.value == value })?.reward ?? otherwise {
                return chosen.amountFen(for: row, basis)
            }
            return cases.allSatisfy { $0.reward.steps != nil } ? nil : 0
        case .percent(let rate, let rounding, let unit, let maxFen):
            let exact = OracleReward.fraction(rate.text(basis.history))
            let worth = OracleReward.rounded(basis.netFen * exact.numerator, exact.denominator, rounding, unit)
            return min(worth, maxFen ?? Int.max)
        case .marginal(let bands, _, let rounding, let unit, let maxFen):
            func worth(_ spentFen: Int) -> Int {
                // Yuan by yuan of a band would be too slow: band by band, over one denominator.
                let denominator = 1_000_000
                var numerator = 0
                for band in bands {
                    let nextFen = bands.map(\.fromFen).filter { $0 > band.fromFen }.min() ?? Int.max
                    let partFen = min(spentFen, nextFen) - band.fromFen
                    let rate = OracleReward.fraction(band.rate.text(basis.history))
                    if partFen > 0 { numerator += partFen * rate.numerator * (denominator / rate.denominator) }
                }
                return OracleReward.rounded(numerator, denominator, rounding, unit)
            }
            let more = worth(basis.spentBeforeFen + basis.spentFen) - worth(basis.spentBeforeFen)
            return max(0, min(more, maxFen ?? Int.max))
        }
    }

    /// A part of per cent in whole units.
    private static func rounded(_ numerator: Int, _ denominator: Int, _ rounding: Rounding?, _ unit: Unit?) -> Int {
        let unitFen = [.fen: 1, .jiao: 10, .yuan: 100][unit ?? .fen] ?? 1
        let all = denominator * 100 * unitFen
        let (whole, rest) = (numerator / all, numerator % all)
        let roundsUp =
            switch rounding ?? .down {
            case .down: false
            case .up: rest > 0
            case .halfUp: rest * 2 >= all
            case .halfEven: rest * 2 > all || (rest * 2 == all && whole % 2 == 1)
            }
        return (whole + (roundsUp ? 1 : 0)) * unitFen
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

extension OracleRate {
    func text(_ history: [String: Int]) -> String {
        switch self {
        case .always(let text): text
        case .tiers(let id, let tiers):
            tiers.filter { $0.from <= history[id] ?? 0 }.max { $0.from < $1.from }?.rate ?? "0"
        }
    }
}

extension OracleLimit.Cap {
    /// Of a cap in money.
    func fen(_ history: [String: Int]) -> Int? {
        switch self {
        case .awards: nil
        case .amount(let fen, _): fen
        case .tiers(let id, let tiers):
            tiers.filter { $0.from <= history[id] ?? 0 }.max { $0.from < $1.from }?.fen ?? 0
        }
    }

    var declines: Bool {
        if case .amount(_, true) = self { true } else { false }
    }
}

extension OracleLimit {
    /// Two charges draw on the same account of this limit exactly when their keys are equal; nil for a charge that lies
    /// in no window of it.
    func key(of row: OracleRow, in campaign: OracleCampaign) -> [String]? {
        let owner =
            switch per {
            case "campaign": ""
            case "cardholder": row.cardholderId
            case "card": row.cardId
            default: row.value(per)
            }
        return within.key(of: row, in: campaign).map { [owner, $0] }
    }
}

extension OracleWindow {
    /// Names the window that a charge falls in.
    func key(of row: OracleRow, in campaign: OracleCampaign) -> String? {
        let day = campaign.date(of: row)
        switch self {
        case .calendar(let span):
            return span.name(of: day, in: campaign)
        case .days(let spans):
            return spans.contains { $0.0 <= day && day <= $0.1 } ? "these days" : nil
        case .after(let column, let days):
            guard let first = OracleText.factDay(row.value(column)) else { return nil }
            return first <= day && day < first.moved(by: days) ? first.text : nil
        case .same(let span, let column):
            guard let stated = OracleText.factDay(row.value(column)) else { return nil }
            let name = span.name(of: day, in: campaign)
            return span.name(of: stated, in: campaign) == name ? name : nil
        }
    }
}

extension OracleWindow.Span {
    func name(of day: OracleDay, in campaign: OracleCampaign) -> String {
        switch self {
        case .campaign: ""
        case .cycle: day.cycle(startsOnDay: campaign.cycleStartsOnDay ?? 1).text
        case .month: "\(day.year)-\(day.month)"
        case .week: day.monday.text
        case .day: day.text
        case .quarter: "\(day.year)-\((day.month + 2) / 3)"
        case .year: "\(day.year)"
        }
    }
}

extension OracleText {
    /// What a column of facts may state: a day, with or without a time behind it.
    static func factDay(_ text: String) -> OracleDay? {
        if text.utf8.count == 14 || text.utf8.count == 8, let digits = number(text), digits > 0 {
            let date = text.prefix(8)
            return day("\(date.prefix(4))-\(date.dropFirst(4).prefix(2))-\(date.suffix(2))")
        }
        return day(text.split { $0 == "T" || $0 == " " }.first.map(String.init) ?? "")
    }
}
