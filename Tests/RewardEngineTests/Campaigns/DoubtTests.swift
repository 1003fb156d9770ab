import RewardEngine
import Testing

@Suite("What a campaign file may say, and hardly means")
struct DoubtTests {
    private func doubts(_ text: String) throws -> [String] {
        try read(CampaignLines(text).text).doubts.map { "\($0.place.dropFirst(2)) \($0.message)" }
    }

    @Test("nothing is said of what is fine")
    func fine() throws {
        let text = """
            reward: { ladder: { steps: [1, 2] } }
            limits: [{ id: a, per: cardholder, within: campaign, awards: 2 }, { id: b, per: cardholder, within: day, awards: 1 }]
            gates: [{ id: g, within: { days: [2017-01-01] } }]
            """
        #expect(try doubts(text) == [])
    }

    @Test("steps that are never reached, and a ladder shorter than its limit")
    func ladders() throws {
        let ladder = "reward: { ladder: { steps: [1, 2, 3] } }"
        func limit(_ awards: Int) -> String {
            "limits: [{ id: life, per: cardholder, within: campaign, awards: \(awards) }]"
        }
        #expect(
            try doubts("\(ladder)\n\(limit(2))") == [
                "7:9 the ladder has 3 steps, and the limit `life` allows 2 awards: the last 1 can never be reached"
            ])
        #expect(
            try doubts("\(ladder)\n\(limit(4))") == [
                "8:10 the limit `life` allows 4 awards, and the ladder has 3 steps: it can never bind"
            ])
        #expect(try doubts("\(ladder)\n\(limit(3))") == [])
    }

    @Test("a limit that can never bind")
    func idle() throws {
        let text = """
            limits:
              - { id: a, per: card, within: day, amount: 10 }
              - { id: b, per: card, within: day, amount: 20 }
              - { id: c, per: card, within: day, awards: 1 }
              - { id: d, per: card, within: day, awards: 1 }
              - { id: e, per: card, within: month, awards: 5 }
            """
        #expect(
            try doubts(text) == [
                "10:5 the limit `b` can never bind: `a` allows no more, of the same and within the same",
                "12:5 the limit `d` can never bind: `c` allows no more, of the same and within the same",
            ])
    }

    @Test("days outside of the period")
    func days() throws {
        #expect(
            try doubts("gates: [{ id: g, within: { days: [2016-12-31] } }]") == [
                "6:9 none of the days lies within the period"
            ])
    }
}
