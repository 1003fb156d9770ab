import RewardEngine
import Testing

@Suite("What is said of earning, enrolment, history and exclusive groups")
struct EarningProblemTests {
    @Test("every problem, where it is", arguments: earningProblems)
    func tells(_ change: ProblemCase) {
        let lines = CampaignLines(change.text, removing: change.removed)
        #expect(told(of: lines.text) == change.expected)
    }
}

private let earningProblems: [ProblemCase] = [
    ProblemCase(
        #"earn: all"#,
        #"""
        9:7 `earn` must be each, or a mapping such as { every: 5, within: month }, not `all`
        """#),
    ProblemCase(
        #"earn: { within: month }"#,
        #"""
        9:7 `earn` needs exactly one of every, reach
        """#),
    ProblemCase(
        #"earn: { every: 5 }"#,
        #"""
        9:7 `earn` lacks `within`
        help: `within` is one of campaign, cycle, month, week, day, quarter, year
        """#),
    ProblemCase(
        #"earn: { every: 0, reach: { count: 1 }, within: weeks }"#,
        #"""
        9:16 `every` must be a whole number above 0 such as 3, not `0`
        9:19 `reach` cannot stand beside `every`
        help: give exactly one of every, reach
        9:48 `within` must be one of campaign, cycle, month, week, day, quarter, year, not `weeks`
        help: did you mean `week`?
        """#),
    ProblemCase(
        #"earn: { every: 2, within: day, then: each }"#,
        #"""
        9:32 `then` goes only with `reach`
        """#),
    ProblemCase(
        #"earn: { reach: {}, within: month }"#,
        #"""
        9:16 `reach` needs at least one of count, spend, days, consecutiveDays
        """#),
    ProblemCase(
        #"earn: { reach: { count: x, spend: 0, days: 1.5, consecutiveDays: -1 }, within: month, then: all }"#,
        #"""
        9:25 `count` must be a whole number above 0 such as 3, not `x`
        9:35 `spend` must be an amount in yuan above 0 such as 5 or 12.50, not `0`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        9:44 `days` must be a whole number above 0 such as 3, not `1.5`
        9:66 `consecutiveDays` must be a whole number above 0 such as 3, not `-1`
        9:93 `then` must be one of nothing, each, not `all`
        """#),
    ProblemCase(
        #"earn: { every: 2, within: cycle }"#,
        #"""
        9:27 the campaign lacks `cycle`, which this counts within
        help: add `cycle: { startsOnDay: 22 }` to the campaign
        """#),
    ProblemCase(
        #"exclusive: { group: a b, priority: x }"#,
        #"""
        9:21 `group` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not `a b`
        help: letters of any script will do; blanks, commas and quotes will not
        9:36 `priority` must be a whole number such as 4, not `x`
        help: digits only; 0 gives nothing; at most 999999999999
        """#),
    ProblemCase(
        #"exclusive: {}"#,
        #"""
        9:12 `exclusive` lacks `group`
        help: `group` is a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long
        9:12 `exclusive` lacks `priority`
        help: `priority` is a whole number such as 4
        """#),
    ProblemCase(
        #"enrolment: { by: person, counts: always, within: season, lasts: long, first: 0 }"#,
        #"""
        9:18 `by` must be one of cardholder, card, not `person`
        9:34 `counts` must be one of from-enrolment, from-window, whole-campaign, not `always`
        9:50 `within` must be one of campaign, cycle, month, week, day, quarter, year, not `season`
        9:65 `lasts` must be one of window, campaign, not `long`
        9:78 `first` must be a whole number above 0 such as 3, not `0`
        """#),
    ProblemCase(
        #"enrolment: { counts: from-window }"#,
        #"""
        9:22 `counts` asks for a window, and `within` does not say which
        help: add for example `within: quarter`
        """#),
    ProblemCase(
        #"enrolment: { lasts: window }"#,
        #"""
        9:21 `lasts` asks for a window, and `within` does not say which
        help: add for example `within: quarter`
        """#),
    ProblemCase(
        #"history: [{}]"#,
        #"""
        9:11 an entry of `history` lacks `id`
        help: `id` is a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long
        9:11 an entry of `history` lacks `sum`
        help: `sum` is one of spend, count
        9:11 an entry of `history` lacks `previous`
        help: `previous` is one of campaign, cycle, month, week, day, quarter, year
        """#),
    ProblemCase(
        #"history: []"#,
        #"""
        9:10 `history` must be a list such as [{ id: last-month, sum: spend, previous: month }], not an empty list
        """#),
    ProblemCase(
        #"history: [{ id: h, sum: money, previous: campaign }]"#,
        #"""
        9:25 `sum` must be one of spend, count, not `money`
        9:42 there is no campaign before a campaign
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: amount, atLeast: 1 }]\#nhistory: [{ id: h, sum: spend, previous: month, gates: [gg] }]"#,
        #"""
        9:57 an entry of `gates` must be the id of a gate, not `gg`
        help: known here: g
        """#),
    ProblemCase(
        #"history: [{ id: h, sum: spend, previous: month }, { id: h, sum: count, previous: week }]"#,
        #"""
        9:10 the history `h` is given twice
        """#),
    ProblemCase(
        #"history: [{ id: h, sum: spend, previous: month, gates: [g] }]\#ngates: [{ id: g, history: h, atLeast: 1 }]"#,
        #"""
        9:10 the history `h` counts by the gate `g`, which is about history itself
        """#),
    ProblemCase(
        #"history: [{ id: h, sum: spend, previous: cycle }]"#,
        #"""
        9:42 the campaign lacks `cycle`, which this counts within
        help: add `cycle: { startsOnDay: 22 }` to the campaign
        """#),
    ProblemCase(
        #"history: [{ id: h, sum: spend, previous: month }]\#nenrolment: { counts: whole-campaign }"#,
        #"""
        9:1 `history` cannot stand beside an enrolment that counts for earlier charges
        help: let the enrolment count from-enrolment
        """#),
    ProblemCase(
        #"gates: [{ id: g, history: last, atLeast: 1 }]"#,
        #"""
        6:27 `history` must be the id of an entry of `history`, not `last`
        help: the campaign has no `history`
        """#),
    ProblemCase(
        #"history: [{ id: last-month, sum: count, previous: month }]\#ngates: [{ id: g, history: last-mont, atLeast: 1 }, { id: k, history: last-month }, { id: l, history: last-month, atLeast: 1.5 }]"#,
        #"""
        6:27 `history` must be the id of an entry of `history`, not `last-mont`
        help: did you mean `last-month`? known here: last-month
        6:61 `history` has no test
        help: add at least one of is, isNot, in, notIn, atLeast, above, atMost, below
        6:123 `atLeast` must be a whole number such as 4, not `1.5`
        help: digits only; 0 gives nothing; at most 999999999999
        """#),
    ProblemCase(
        #"history: [{ id: h, sum: spend, previous: month }]\#ngates: [{ id: g, all: [{ history: h, atLeast: 1 }] }]"#,
        #"""
        6:24 an entry of `all` needs exactly one of field, within, all, any, not
        6:26 unknown key `history`
        help: allowed here: id, field, within, all, any, not, is, isNot, in, notIn, atLeast, above, atMost, below
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: campaign, within: month, amount: { history: h, tiers: [{ from: 0, amount: 1 }] } }]\#nhistory: [{ id: h, sum: spend, previous: month }]"#,
        #"""
        8:10 what a cardholder did before cannot choose a limit that all cardholders share
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: card, within: month, amount: { history: h, tiers: [{ from: 0, amount: 1 }, { from: 0.00, amount: 2 }, { amount: 3 }, 4] } }]\#nhistory: [{ id: h, sum: spend, previous: month }]"#,
        #"""
        8:53 two tiers of `amount` begin at the same `from`
        8:126 an entry of `tiers` lacks `from`
        help: `from` is an amount in yuan such as 100 or 12.50
        8:141 an entry of `tiers` must be a mapping such as { from: 0, amount: 1 }, not `4`
        """#),
    ProblemCase(
        #"reward: { percent: { rate: { tiers: [] } } }"#,
        #"""
        7:28 `rate` lacks `history`
        help: `history` is the id of an entry of `history`
        7:37 `tiers` must be a list of tiers, not an empty list
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: card, within: month, awards: 1, pool: a b }]"#,
        #"""
        8:62 `pool` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not `a b`
        help: letters of any script will do; blanks, commas and quotes will not
        """#),
]
