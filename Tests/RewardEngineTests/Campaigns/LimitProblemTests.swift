import RewardEngine
import Testing

@Suite("What is said of limits and of money back")
struct LimitProblemTests {
    @Test("every problem, where it is", arguments: limitProblems)
    func tells(_ change: ProblemCase) {
        let lines = CampaignLines(change.text, removing: change.removed)
        #expect(told(of: lines.text) == change.expected)
    }
}

private let limitProblems: [ProblemCase] = [
    ProblemCase(
        #"limits: 4"#,
        #"""
        8:9 `limits` must be a list of limits (it may be empty: []), not `4`
        """#),
    ProblemCase(
        #"limits: [{}]"#,
        #"""
        8:10 an entry of `limits` lacks `id`
        help: `id` is a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long
        8:10 an entry of `limits` lacks `per`
        help: `per` is cardholder, card, campaign or the name of a column
        8:10 an entry of `limits` lacks `within`
        help: `within` is one of campaign, cycle, month, week, day, quarter, year
        8:10 an entry of `limits` needs exactly one of awards, amount
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: card, within: day }]"#,
        #"""
        8:10 an entry of `limits` needs exactly one of awards, amount
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: card, within: day, awards: 1, amount: 2 }]"#,
        #"""
        8:54 `amount` cannot stand beside `awards`
        help: give exactly one of awards, amount
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: card, within: day, awards: 1, overflow: decline }]"#,
        #"""
        8:54 `overflow` goes only with a limit in `amount`
        help: a limit in awards has room for one more or has not
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: card, within: day, amount: 1, overflow: drop }]"#,
        #"""
        8:64 `overflow` must be one of clip, decline, not `drop`
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: card, within: weeks, awards: -1 }]"#,
        #"""
        8:38 `within` must be one of campaign, cycle, month, week, day, quarter, year, not `weeks`
        help: did you mean `week`?
        8:53 `awards` must be a whole number such as 4, not `-1`
        help: digits only; 0 gives nothing; at most 999999999999
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: ' ', within: day, awards: 1.5 }]"#,
        #"""
        8:24 `per` must be cardholder, card, campaign or the name of a column, not ` `
        8:50 `awards` must be a whole number such as 4, not `1.5`
        help: digits only; 0 gives nothing; at most 999999999999
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: [card], within: day, awards: 9999999999999 }]"#,
        #"""
        8:24 `per` must be cardholder, card, campaign or the name of a column, not a list
        8:53 `awards` must be a whole number such as 4, not `999999***9999`
        help: digits only; 0 gives nothing; at most 999999999999
        """#),
    ProblemCase(
        #"limits: [{ id: l, per: card, within: cycle, awards: 1 }]"#,
        #"""
        8:38 the campaign lacks `cycle`, which this counts within
        help: add `cycle: { startsOnDay: 22 }` to the campaign
        """#),
    ProblemCase(
        #"""
        limits: [{ id: not-settled, per: card, within: day, awards: 1 }, { id: all, per: card, within: day, awards: 1 }]
        """#,
        #"""
        8:16 the id `not-settled` is a reason of the engine's own
        help: a reader of reports could not tell them apart: choose another name
        8:72 the id `all` has a meaning in `reopens`
        help: choose another name
        """#),
    ProblemCase(
        #"gates: [{ id: l, field: mcc, is: 1 }]\#nlimits: [{ id: l, per: card, within: day, awards: 1 }]"#,
        #"""
        8:16 the id `l` is given twice
        help: gates and limits share their names; the first is at line 6, column 15
        """#),
    ProblemCase(
        #"onRefund: retest"#,
        #"""
        9:11 `onRefund` must be a mapping such as { policy: retest, reopens: none }, not `retest`
        """#),
    ProblemCase(
        #"onRefund: { policy: re-test, reopens: some }"#,
        #"""
        9:21 `policy` must be one of retest, forfeit, ignore, not `re-test`
        help: did you mean `retest`?
        9:39 `reopens` must be none, all or a list of limit ids and `ladder`, not `some`
        help: a list has brackets, also with one entry: [ladder]
        """#),
    ProblemCase(
        #"onReversal: { police: retest }"#,
        #"""
        9:15 unknown key `police`
        help: did you mean `policy`? allowed here: policy, reopens
        """#),
    ProblemCase(
        #"limits: [{ id: quota, per: campaign, within: day, awards: x }]\#nonRefund: { reopens: quota }"#,
        #"""
        8:59 `awards` must be a whole number such as 4, not `x`
        help: digits only; 0 gives nothing; at most 999999999999
        9:22 `reopens` must be none, all or a list of limit ids and `ladder`, not `quota`
        help: a list has brackets, also with one entry: [quota]
        """#),
    ProblemCase(
        #"onRefund: { reopens: [quota, ladder] }"#,
        #"""
        9:23 an entry of `reopens` must be the id of a limit, or `ladder`, not `quota`
        help: known here: ladder
        """#),
    ProblemCase(
        #"""
        limits: [{ id: quota, per: campaign, within: day, awards: 1 }]
        onReversal: { reopens: [quotas, all, [quota]] }
        """#,
        #"""
        9:25 an entry of `reopens` must be the id of a limit, or `ladder`, not `quotas`
        help: did you mean `quota`? known here: quota, ladder
        9:33 an entry of `reopens` must be the id of a limit, or `ladder`, not `all`
        help: known here: quota, ladder
        9:38 an entry of `reopens` must be the id of a limit, or `ladder`, not a list
        help: known here: quota, ladder
        """#),
]
