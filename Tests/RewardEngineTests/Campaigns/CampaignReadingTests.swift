import Foundation
import RewardEngine
import Testing

@Suite("What a campaign file may say (SPEC 3)")
struct CampaignReadingTests {
    private func campaign(_ lines: String = "") throws -> Campaign {
        try read(CampaignLines(lines).text).campaign
    }

    @Test("left out: transaction clock, no presentBy, no cycle, retest and reopening nothing")
    func defaults() throws {
        let campaign = try campaign()
        #expect(campaign.clock == .transaction)
        #expect(campaign.presentBy == nil)
        #expect(campaign.cycleStartsOnDay == nil)
        #expect(campaign.onRefund == MoneyBackPolicy(kind: .retest, reopens: .none))
        #expect(campaign.onReversal == MoneyBackPolicy(kind: .retest, reopens: .none))
        #expect(campaign.gates == [] && campaign.limits == [])
        #expect(campaign.reward == .fixed(amountFen: 5_00))
    }

    @Test("the clock, presentBy and the cycle", arguments: [1, 28])
    func days(startsOnDay: Int) throws {
        let campaign = try campaign("clock: posting\npresentBy: 2018-01-31\ncycle: { startsOnDay: \(startsOnDay) }")
        #expect(campaign.clock == .posting)
        #expect(campaign.presentBy == Day(year: 2018, month: 1, day: 31))
        #expect(campaign.cycleStartsOnDay == startsOnDay)
    }

    @Test(
        "offsets",
        arguments: [
            ("+08:00", 28_800), ("\"+08:00\"", 28_800), ("-03:30", -12_600), ("+14:00", 50_400), ("-14:00", -50_400),
            ("+00:00", 0), ("-00:00", 0),
        ])
    func offsets(text: String, seconds: Int) throws {
        #expect(try campaign("utcOffset: \(text)").utcOffset == UTCOffset(seconds: seconds))
    }

    @Test(
        "money is read exactly from the text",
        arguments: [
            ("0.01", 1), ("5", 500), ("5.5", 550), ("5.50", 550), ("5.5000", 550), ("0005", 500), ("0.07", 7),
            ("\"12.34\"", 1234), ("9999999999.99", 999_999_999_999), ("9007199254.93", 900_719_925_493),
        ])
    func money(text: String, fen: Int) throws {
        #expect(try campaign("reward: { fixed: \(text) }").reward == .fixed(amountFen: fen))
    }

    @Test(
        "a rate is read exactly from the text",
        arguments: [
            ("6.2", 6_200_000), ("0.000001", 1), ("100", 100_000_000), ("100.0000000", 100_000_000),
            ("0.5", 500_000), ("33.333333", 33_333_333),
        ])
    func rate(text: String, millionths: Int) throws {
        let expected = Percent(rateMillionths: .always(millionths))
        #expect(try campaign("reward: { percent: { rate: \(text) } }").reward == .percent(expected))
    }

    @Test("rounding, unit and max of a percentage")
    func percent() throws {
        for rounding in Rounding.allCases {
            for unit in RoundingUnit.allCases {
                let text = "{ rate: 1, rounding: \(rounding.rawValue), unit: \(unit.rawValue), max: 9.9 }"
                let expected = Percent(
                    rateMillionths: 1_000_000, rounded: Rounded(rounding, unit: unit, maxFen: 990))
                #expect(try campaign("reward: { percent: \(text) }").reward == .percent(expected))
            }
        }
    }

    @Test("bands come in any order")
    func bands() throws {
        let reward = try campaign(
            "reward: { bands: [{ from: 500, amount: 50 }, { from: 88, amount: 5 }, { amount: 0, from: 0 }] }"
        ).reward
        #expect(
            reward
                == .bands([
                    Band(fromFen: 0, amountFen: 0), Band(fromFen: 88_00, amountFen: 5_00),
                    Band(fromFen: 500_00, amountFen: 50_00),
                ]))
    }

    @Test("ladders, with a column and without; a column is found case aside, its values are not")
    func ladders() throws {
        #expect(try campaign("reward: { ladder: { steps: [8, 4] } }").reward == .ladder([8_00, 4_00]))
        let byColumn = RewardChoice(
            column: "tier",
            cases: [
                RewardChoice.Case(value: "Gold", reward: .ladder([10_50])),
                RewardChoice.Case(value: "", reward: .ladder([0, 1])),
            ])
        #expect(
            try campaign("reward: { ladder: { by: TIER, steps: { Gold: [10.5], '': [0, 0.01] } } }").reward
                == .choice(byColumn))
    }

    @Test("a reward by a column, of any kinds, one for all other values among them")
    func choices() throws {
        let choice = RewardChoice(
            column: "card_product",
            cases: [
                RewardChoice.Case(value: "platinum", reward: .percent(Percent(rateMillionths: 10_000_000))),
                RewardChoice.Case(value: "gold", reward: .bands([Band(fromFen: 100_00, amountFen: 5_00)])),
            ], otherwise: .fixed(amountFen: 1_00))
        let campaign = try campaign(
            """
            reward:
              by: card_product
              values: { platinum: { percent: { rate: 10 } }, gold: { bands: [{ from: 100, amount: 5 }] } }
              otherwise: { fixed: 1 }
            """)
        #expect(campaign.reward == .choice(choice))
        #expect(campaign.columns == ["card_product"])
    }

    @Test(
        "windows that are none of the calendar's",
        arguments: [
            ("{ days: 90, after: Opened_On }", Window.daysAfter(column: "opened_on", days: 90)),
            ("{ same: year, as: bound_on }", .same(.year, column: "bound_on")),
            (
                "{ days: [2017-01-01, { from: 2017-02-01, through: 2017-02-03 }] }",
                .days([
                    Period(from: Day(number: 17_167), through: Day(number: 17_167)),
                    Period(from: Day(number: 17_198), through: Day(number: 17_200)),
                ])
            ),
        ])
    func windows(text: String, window: Window) throws {
        let campaign = try campaign(
            "gates: [{ id: g, within: \(text) }]\nlimits: [{ id: l, per: cardholder, within: \(text), awards: 1 }]")
        #expect(campaign.gates.first?.condition == .within(window))
        #expect(campaign.limits.first?.within == window)
        #expect(campaign.columns == (window.column.map { [$0] } ?? []))
    }

    @Test("a list in a file of its own is part of what the campaign says, and stands alone once it is read")
    func lists() throws {
        let rules = "gates: [{ id: g, field: merchant_id, in: { file: shops.txt } }]"
        let file = try CampaignFile.read(text: Array(CampaignLines(rules).text.utf8), name: "f") { name in
            name == "shops.txt" ? Array("# shops\n m1 \r\n\nm 2\n".utf8) : nil
        }
        #expect(file.campaign.gates.first?.condition == .column("merchant_id", [.oneOf(["m1", "m 2"])]))
        let alone = try CampaignFile.read(text: file.text, name: "stored")
        #expect(alone.campaign == file.campaign && alone.version == file.version)
        let written = try read(CampaignLines(rules.replacing("{ file: shops.txt }", with: "[m1, m 2]")).text)
        #expect(written.version == file.version)
    }

    @Test(
        "the tests of a field",
        arguments: [
            (
                "field: amount, is: 1, isNot: 2, in: [3, 4], notIn: [5], atLeast: 6, above: 7, atMost: 8, below: 9",
                Condition.amountFen([
                    .oneOf([100]), .noneOf([200]), .oneOf([300, 400]), .noneOf([500]), .atLeast(600), .above(700),
                    .atMost(800), .below(900),
                ])
            ),
            ("field: Amount, atLeast: 0.5", .amountFen([.atLeast(50)])),
            ("field: weekday, in: [mon, sun], atMost: sat", .weekday([.oneOf([1, 7]), .atMost(6)])),
            ("field: weekday, in: [tue, wed, thu, fri]", .weekday([.oneOf([2, 3, 4, 5])])),
            (
                "field: timeOfDay, atLeast: 10:00, below: 23:59:59, isNot: 00:00:01",
                .secondOfDay([.noneOf([1]), .atLeast(36_000), .below(86_399)])
            ),
            (
                "field: localDate, in: [2017-01-01], below: 1970-01-02",
                .localDate([.oneOf([Day(number: 17_167)]), .below(Day(number: 1))])
            ),
            ("field: MCC, is: 0742", .column("mcc", [.oneOf(["0742"])])),
            ("field: 商户 名, isNot: ''", .column("商户 名", [.noneOf([""])])),
            (
                "field: pay_method, notIn: [null, ~, true, 1e2]",
                .column("pay_method", [.noneOf(["null", "~", "true", "1e2"])])
            ),
            (
                "all: [{ field: mcc, is: 1 }, { id: inner, not: { any: [{ field: amount, above: 1 }] } }]",
                .all([.column("mcc", [.oneOf(["1"])]), .not(.any([.amountFen([.above(100)])]))])
            ),
        ] as [(String, Condition)])
    func gates(text: String, condition: Condition) throws {
        #expect(try campaign("gates: [{ id: g, \(text) }]").gates == [Gate(id: "g", condition: condition)])
    }

    @Test("ids: letters of any script, digits, - _ .", arguments: ["a", "A-1_b.c", "名额上限", "été", "0742"])
    func ids(id: String) throws {
        let campaign = try campaign("id: \(id)\ngates: [{ id: \(id), field: mcc, is: 1 }]")
        #expect(campaign.id == id && campaign.gates.first?.id == id)
    }

    @Test("an id of 64 bytes, and 200 gates and limits")
    func most() throws {
        let gates = (1...200).map { "{ id: g\($0), field: mcc, is: 1 }" }.joined(separator: ", ")
        let limits = (1...200).map { "{ id: l\($0), per: card, within: day, awards: 1 }" }.joined(separator: ", ")
        let id = String(repeating: "x", count: 64)
        let campaign = try campaign("id: \(id)\ngates: [\(gates)]\nlimits: [\(limits)]")
        #expect(campaign.gates.count == 200 && campaign.limits.count == 200)
        let oneMore = CampaignLines("gates: [\(gates), { id: g, field: mcc, is: 1 }]").text
        #expect(told(of: oneMore).hasSuffix(" `gates` has 201 entries, more than 200"))
    }

    @Test(
        "limits",
        arguments: [
            (
                "per: cardholder, within: campaign, awards: 4", Limit.Per.cardholder, Window.campaign,
                Limit.Cap.awards(4)
            ),
            ("per: card, within: day, awards: 0", .card, .day, .awards(0)),
            ("per: campaign, within: month, amount: 20", .campaign, .month, .amountFen(20_00, overflow: .clip)),
            ("per: MCC, within: week, amount: 0", .column("mcc"), .week, .amountFen(0, overflow: .clip)),
            (
                "per: mcc, within: quarter, overflow: decline, amount: 38.5", .column("mcc"), .quarter,
                .amountFen(38_50, overflow: .decline)
            ),
            (
                "per: merchant_id, within: year, overflow: clip, amount: 1", .column("merchant_id"), .year,
                .amountFen(1_00, overflow: .clip)
            ),
            ("per: campaign, within: cycle, awards: 100000", .campaign, .cycle, .awards(100_000)),
        ])
    func limits(text: String, per: Limit.Per, within: Window, cap: Limit.Cap) throws {
        let campaign = try campaign("cycle: { startsOnDay: 22 }\nlimits: [{ id: l, \(text) }]")
        #expect(campaign.limits == [Limit(id: "l", per: per, within: within, cap: cap)])
    }

    @Test(
        "what money back does",
        arguments: [
            ("{}", MoneyBackPolicy.Kind.retest, MoneyBackPolicy.Reopens.none),
            ("{ policy: forfeit }", .forfeit, .none),
            ("{ policy: ignore, reopens: none }", .ignore, .none),
            ("{ reopens: all }", .retest, .all),
            ("{ reopens: [] }", .retest, .none),
            ("{ reopens: [l, ladder] }", .retest, .some(limits: ["l"], ladder: true)),
            ("{ reopens: [l, m] }", .retest, .some(limits: ["l", "m"], ladder: false)),
            ("{ reopens: [ladder] }", .retest, .some(limits: [], ladder: true)),
        ])
    func moneyBack(text: String, kind: MoneyBackPolicy.Kind, reopens: MoneyBackPolicy.Reopens) throws {
        let limits = ["l", "m"].map { "{ id: \($0), per: card, within: day, awards: 1 }" }.joined(separator: ", ")
        for key in ["onRefund", "onReversal"] {
            let campaign = try campaign("limits: [\(limits)]\n\(key): \(text)")
            let policy = key == "onRefund" ? campaign.onRefund : campaign.onReversal
            #expect(policy == MoneyBackPolicy(kind: kind, reopens: reopens))
        }
    }

    @Test("the campaigns of the shared cases are all without problems", .enabled(if: !sharedCampaigns.isEmpty))
    func sharedCases() throws {
        for file in sharedCampaigns {
            #expect(told(of: Array(try Data(contentsOf: file))) == "", "\(file.lastPathComponent)")
        }
    }
}

/// `cases/*.rules*.json` of the folder beside the package, which need not be there.
private let sharedCampaigns: [URL] = {
    let package = URL(filePath: #filePath).appending(path: "../../../..").standardized
    let cases = package.appending(path: "../shared/cases").standardized
    let files = (try? FileManager.default.contentsOfDirectory(at: cases, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.pathExtension == "json" && $0.lastPathComponent.contains(".rules") }
}()
