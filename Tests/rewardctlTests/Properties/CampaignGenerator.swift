/// Random campaigns of every kind, with caps so small that they bind.
struct CampaignGenerator {
    var random: SplitMix64
    var currency: String
    var offsetMinutes: Int

    static let columns = ["pay_method", "channel", "mcc", "merchant_id", "card_id", "cardholder_id", "city"]
    /// Columns whose text as given differs from the value that they stand for.
    private static let defaultedColumns = ["type", "status", "currency"]

    static let values: [String: [String]] = [
        "pay_method": ["apple_pay", "plastic", ""], "channel": ["app", "wallet", ""],
        "mcc": ["5812", "5411", "0742", ""], "merchant_id": ["m1", "m2", ""], "card_id": ["c1", "c2", "c1s", ""],
        "cardholder_id": ["h1", "h2", "h3"], "city": ["上海", "x, y", ""], "type": ["purchase", ""],
        "status": ["settled", ""], "currency": ["CNY", ""], "opened_on": ["2016-12-22", ""],
        "weekday": ["mon", "thu", "sun", "sat"],
    ]

    mutating func campaign(id: String) -> OracleCampaign {
        let from = random.pick([day(2016, 12, 22), day(2016, 12, 22), day(2016, 12, 31), day(2017, 1, 2)])
        let through = random.pick([day(2017, 3, 21), day(2017, 3, 21), day(2017, 2, 21), day(2017, 12, 21)])
        var campaign = OracleCampaign(
            id: id, title: random.pick(["x", "交通银行 月月返"]), currency: currency, offsetMinutes: offsetMinutes,
            from: from, through: through, reward: reward())
        if random.chance(25) { campaign.presentBy = through.moved(by: random.pick([-20, 0, 1, 7])) }
        if random.chance(30) { campaign.clock = .posting }
        for number in 0..<random.pick([0, 0, 1, 1, 1, 2, 3]) {
            campaign.gates.append(OracleGate(id: "gate-\(number)", condition: condition(depth: 0)))
        }
        for number in 0..<random.pick([0, 1, 2, 2, 3, 4]) { campaign.limits.append(limit(id: "limit-\(number)")) }
        if random.chance(45) { addEarning(to: &campaign) }
        if campaign.usesCycle || random.chance(70) { campaign.cycleStartsOnDay = random.pick([22, 22, 22, 1, 28, 15]) }
        campaign.onRefund = policy(campaign.limits)
        campaign.onReversal = policy(campaign.limits)
        return campaign
    }

    func day(_ year: Int, _ month: Int, _ day: Int) -> OracleDay {
        OracleDay(year, month, day) ?? WorldGenerator.firstDay
    }

    // MARK: Gates

    private mutating func condition(depth: Int) -> OracleCondition {
        if depth < 2, random.chance(depth == 0 ? 30 : 15) {
            let parts = (0..<random.int(1...3)).map { _ in condition(depth: depth + 1) }
            switch random.int(0...2) {
            case 0: return .all(parts)
            case 1: return .any(parts)
            default: return .not(parts[0])
            }
        }
        switch random.int(0...11) {
        case 10: return .within(windowOfDays())
        case 11:
            return .field(
                "localDate",
                [
                    random.chance(50)
                        ? OracleTest(word: .notIn, operands: ["2016-12-22", "2017-01-21"])
                        : OracleTest(word: .atLeast, operands: ["2016-12-31"])
                ])
        case 0...4: return .field("amount", amountTests())
        case 5: return .field("weekday", [weekdayTest()])
        case 6: return .field("timeOfDay", timeTests())
        default:
            let column = random.chance(8) ? random.pick(Self.defaultedColumns) : random.pick(Self.columns)
            return .field(column, [columnTest(column)])
        }
    }

    /// Wide enough that something is left to award.
    private mutating func amountTests() -> [OracleTest] {
        func test(_ word: OracleTest.Word, _ operand: String) -> OracleTest {
            OracleTest(word: word, operands: [operand])
        }
        switch random.int(0...9) {
        case 0...4: return [test(.atLeast, random.pick(["100", "100.00", "88", "0.02"]))]
        case 5: return [test(.above, random.pick(["99.99", "100", "50"]))]
        case 6: return [test(.atLeast, "50"), test(.below, random.pick(["500", "1000.01"]))]
        case 7: return [test(.atMost, random.pick(["500", "1000"]))]
        case 8: return [OracleTest(word: .notIn, operands: ["100.01", "88"])]
        default:
            return [OracleTest(word: .isIn, operands: ["100", "100.01", "99.99", "188", "500", "150", "88"])]
        }
    }

    private mutating func weekdayTest() -> OracleTest {
        let days = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
        return random.chance(50)
            ? OracleTest(word: .notIn, operands: random.some(of: ["mon", "wed", "sun"]))
            : OracleTest(word: .isIn, operands: random.some(of: days) + ["fri"])
    }

    private mutating func timeTests() -> [OracleTest] {
        switch random.int(0...3) {
        case 0: [OracleTest(word: .atLeast, operands: [random.pick(["10:00", "10:00:00"])])]
        case 1:
            [OracleTest(word: .atLeast, operands: ["10:00"]), OracleTest(word: .below, operands: ["15:00"])]
        case 2: [OracleTest(word: .above, operands: ["00:00"]), OracleTest(word: .atMost, operands: ["23:59:58"])]
        default: [OracleTest(word: .isNot, operands: ["10:00"])]
        }
    }

    private mutating func columnTest(_ column: String) -> OracleTest {
        let values = Self.values[column] ?? [""]
        switch random.int(0...3) {
        case 0: return OracleTest(word: .isOne, operands: [values[0]])
        case 1: return OracleTest(word: .isNot, operands: [random.pick(values)])
        case 2: return OracleTest(word: .notIn, operands: [values[values.count - 1], "other"])
        default: return OracleTest(word: .isIn, operands: random.some(of: values) + [values[0]])
        }
    }

    // MARK: Rewards

    private mutating func reward() -> OracleReward {
        guard random.chance(25) else { return plainReward() }
        let column = random.pick(["channel", "mcc", "city", "weekday"])
        let values = random.some(of: Self.values[column] ?? [""])
        return .choice(
            column, values.map { ($0, plainReward()) }, otherwise: random.chance(50) ? plainReward() : nil)
    }

    private mutating func plainReward() -> OracleReward {
        switch random.int(0...9) {
        case 0...1:
            return .choice(
                "channel",
                [("app", .ladder([1000, 1500, 2000, 2000])), ("wallet", .ladder([500, 1000, 1500, 2000]))],
                otherwise: nil)
        case 2: return .ladder(random.pick([[800, 400, 200], [500], [100, 200, 300, 400, 550]]))
        case 3:
            return .choice("mcc", [("5812", .ladder([300, 1])), ("0742", .ladder([1250, 600, 100]))], otherwise: nil)
        case 4: return .fixed(fen: random.pick([1, 350, 1000]))
        case 5...7:
            return .percent(
                rate: .always(random.pick(["6.2", "0.5", "1.5", "5", "0.01", "33.333333", "100"])),
                rounding: random.chance(20) ? nil : random.pick(OracleReward.Rounding.allCases),
                unit: random.chance(30) ? nil : random.pick(OracleReward.Unit.allCases),
                maxFen: random.chance(50) ? random.pick([500, 990, 6200, 333]) : nil)
        default: return .bands([(8800, 500), (18800, 1250), (50000, 5000)])
        }
    }

    // MARK: Limits and policies

    private mutating func limit(id: String) -> OracleLimit {
        let per =
            switch random.int(0...9) {
            case 0...4: "cardholder"
            case 5...6: "campaign"
            case 7: "card"
            default: random.pick(["mcc", "merchant_id", "channel", "city", "pay_method"])
            }
        let cap: OracleLimit.Cap =
            random.chance(50)
            ? .awards(random.pick([1, 1, 2, 3, 4, 8]))
            : .amount(fen: random.pick([500, 1000, 1234, 2000, 3850, 6200, 10000]), declines: random.chance(40))
        return OracleLimit(id: id, per: per, within: window(), cap: cap)
    }

    mutating func window() -> OracleWindow {
        random.chance(75) ? .calendar(random.pick(OracleWindow.Span.allCases)) : windowOfDays()
    }

    private mutating func windowOfDays() -> OracleWindow {
        switch random.int(0...2) {
        case 0:
            return .days([
                (day(2016, 12, 22), day(2016, 12, 31)), (day(2017, 1, 21), day(2017, 1, 21)),
                (day(2017, 2, 1), day(2017, 3, random.pick([1, 21]))),
            ])
        case 1: return .after(column: "opened_on", days: random.pick([1, 2, 31, 90]))
        default:
            return .same(random.pick(OracleWindow.Span.allCases), column: "opened_on")
        }
    }

    private mutating func policy(_ limits: [OracleLimit]) -> OraclePolicy {
        let names = limits.map(\.id) + ["ladder"]
        let reopens: OraclePolicy.Reopens =
            switch random.int(0...3) {
            case 0: .none
            case 1: .all
            default: .list(random.some(of: names))
            }
        return OraclePolicy(kind: random.pick([.retest, .retest, .retest, .forfeit, .ignore]), reopens: reopens)
    }
}
