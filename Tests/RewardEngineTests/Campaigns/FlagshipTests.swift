import RewardEngine
import Rules
import Testing

@Suite("The flagship: 交通银行信用卡 Apple Pay 月月返 (SPEC 3)")
struct FlagshipTests {
    private func day(_ year: Int, _ month: Int, _ day: Int) throws -> Day {
        try #require(Day(year: year, month: month, day: day))
    }

    @Test("its file says exactly this")
    func value() throws {
        let file = try CampaignFile.read(text: Rules.flagship, name: "Rules/flagship.yaml")
        let expected = Campaign(
            id: "bocom-apple-pay-monthly", title: "交通银行信用卡 Apple Pay 月月返", currency: "CNY", utcOffset: .china,
            period: Period(from: try day(2016, 12, 22), through: try day(2017, 12, 21)), presentBy: nil,
            clock: .transaction, cycleStartsOnDay: 22,
            gates: [
                Gate(id: "apple-pay", condition: .column("pay_method", [.oneOf(["apple_pay"])])),
                Gate(id: "bound", condition: .column("channel", [.oneOf(["app", "wallet"])])),
                Gate(id: "minimum-charge", condition: .amountFen([.atLeast(100_00)])),
            ],
            reward: .choice(
                RewardChoice(
                    column: "channel",
                    cases: [
                        RewardChoice.Case(value: "app", reward: .ladder([10_00, 15_00, 20_00, 20_00])),
                        RewardChoice.Case(value: "wallet", reward: .ladder([5_00, 10_00, 15_00, 20_00])),
                    ])),
            limits: [
                Limit(id: "cardholder", per: .cardholder, within: .campaign, cap: .awards(4)),
                Limit(id: "cycle", per: .cardholder, within: .cycle, cap: .awards(1)),
                Limit(id: "quota", per: .campaign, within: .campaign, cap: .awards(100_000)),
            ],
            onRefund: MoneyBackPolicy(kind: .retest, reopens: .none),
            onReversal: MoneyBackPolicy(kind: .retest, reopens: .all))
        #expect(file.campaign == expected)
        #expect(file.name == "Rules/flagship.yaml")
        #expect(file.text == Rules.flagship)
        #expect(file.campaign.columns == ["pay_method", "channel"])
    }

    @Test("it asks for the most a cardholder can keep: 65 yuan by app, 50 by wallet")
    func mostToKeep() throws {
        let file = try CampaignFile.read(text: Rules.flagship, name: "flagship")
        let mostFen = file.campaign.reward.parts.map { part in
            if case .ladder(let amountsFen) = part { amountsFen.reduce(0, +) } else { 0 }
        }
        #expect(mostFen == [65_00, 50_00])
    }
}
