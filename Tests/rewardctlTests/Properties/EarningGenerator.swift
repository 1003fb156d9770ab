/// Random enrolment, history and ways to earn together, with numbers so small that they are reached.
extension CampaignGenerator {
    mutating func addEarning(to campaign: inout OracleCampaign) {
        if random.chance(60) { campaign.earn = earn() }
        if random.chance(35) {
            let window: OracleWindow? =
                campaign.earn.window == nil || random.chance(30) ? campaign.earn.window ?? window() : nil
            campaign.reward = marginal(within: window)
        }
        if random.chance(35) { addHistory(to: &campaign) }
        if random.chance(35) {
            campaign.enrolment = enrolment(looksBack: campaign.history.isEmpty)
        }
    }

    private mutating func earn() -> OracleEarn {
        if random.chance(40) { return .every(random.pick([1, 2, 2, 3, 4]), window()) }
        var goal = OracleGoal()
        while goal.count == nil && goal.spendFen == nil && goal.days == nil && goal.consecutiveDays == nil {
            if random.chance(40) { goal.count = random.pick([1, 2, 3]) }
            if random.chance(40) { goal.spendFen = random.pick([10_000, 20_000, 30_001, 100_000]) }
            if random.chance(20) { goal.days = random.pick([1, 2, 3]) }
            if random.chance(15) { goal.consecutiveDays = random.pick([1, 2, 2]) }
        }
        return .reach(goal, window(), thenEach: random.chance(35))
    }

    private mutating func marginal(within: OracleWindow?) -> OracleReward {
        let bands: [(fromFen: Int, rate: OracleRate)] =
            switch random.int(0...2) {
            case 0: [(0, .always(random.pick(["5", "0.3", "33.333333"])))]
            case 1: [(0, .always("0.3")), (20_000, .always("0.5"))]
            default: [(10_000, .always("10")), (30_000, .always("1.5")), (100_000, .always("2"))]
            }
        return .marginal(
            bands, within: within, rounding: random.chance(40) ? nil : random.pick(OracleReward.Rounding.allCases),
            unit: random.chance(60) ? nil : random.pick(OracleReward.Unit.allCases),
            maxFen: random.chance(30) ? random.pick([500, 3_000]) : nil)
    }

    private mutating func addHistory(to campaign: inout OracleCampaign) {
        let stateless = campaign.gates.map(\.id)
        campaign.history = [
            OracleHistory(
                id: "before", isSpend: true,
                previous: random.pick([.month, .month, .week, .day, .cycle, .quarter, .year]),
                gates: stateless.isEmpty || random.chance(50) ? [] : random.some(of: stateless)),
            OracleHistory(id: "times", isSpend: false, previous: .month, gates: []),
        ]
        if random.chance(60) {
            let test =
                random.chance(70)
                ? OracleCondition.history(
                    "before", [OracleTest(word: .atLeast, operands: [random.pick(["100", "300", "0.02"])])])
                : .history("times", [OracleTest(word: .atMost, operands: [random.pick(["1", "3"])])])
            campaign.gates.append(OracleGate(id: "past", condition: test))
        }
        if random.chance(50) {
            campaign.limits.append(
                OracleLimit(
                    id: "tiered", per: random.pick(["cardholder", "cardholder", "card", "mcc"]), within: window(),
                    cap: .tiers("before", [(0, 500), (30_000, 2_000)])))
        }
        if random.chance(40) {
            campaign.reward = .percent(
                rate: .tiers("before", random.pick([[(0, "1.5"), (20_000, "5")], [(10_000, "6.2")]])), rounding: nil,
                unit: nil, maxFen: nil)
        }
    }

    private mutating func enrolment(looksBack: Bool) -> OracleEnrolment {
        let counts = looksBack ? random.pick(OracleEnrolment.Counts.allCases) : .fromEnrolment
        return OracleEnrolment(
            column: random.pick(["cardholder_id", "cardholder_id", "card_id"]), counts: counts,
            within: random.pick([.month, .quarter, .cycle, .campaign]), lapses: random.chance(40),
            first: random.chance(40) ? random.pick([1, 2, 3]) : nil)
    }

    /// Makes campaigns exclusive, or has them share a limit.
    mutating func link(_ campaigns: inout [OracleCampaign]) {
        if random.chance(60) {
            let priorities = random.shuffled(Array(1...campaigns.count))
            for index in campaigns.indices { campaigns[index].exclusive = ("group", priorities[index]) }
        }
        if random.chance(60) {
            let limit = OracleLimit(
                id: "pooled", per: random.pick(["campaign", "campaign", "cardholder", "card", "mcc"]),
                within: .calendar(random.pick([.campaign, .month, .week])),
                cap: random.chance(50)
                    ? .awards(random.pick([2, 3, 5])) : .amount(fen: 3_000, declines: random.chance(40)))
            for index in campaigns.indices {
                var mine = limit
                mine.pool = "pool"
                mine.id += "-\(index)"
                campaigns[index].limits.append(mine)
            }
        }
    }
}
