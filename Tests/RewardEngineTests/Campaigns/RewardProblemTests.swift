import RewardEngine
import Testing

@Suite("What is said of rewards")
struct RewardProblemTests {
    @Test("every problem, where it is", arguments: rewardProblems)
    func tells(_ change: ProblemCase) {
        let lines = CampaignLines(change.text, removing: change.removed)
        #expect(told(of: lines.text) == change.expected)
    }
}

private let rewardProblems: [ProblemCase] = [
    ProblemCase(
        #"reward: 5"#,
        #"""
        7:9 `reward` must be a mapping such as { fixed: 5 }, not `5`
        """#),
    ProblemCase(
        #"reward: {}"#,
        #"""
        7:9 `reward` needs exactly one of ladder, fixed, percent, bands, marginal, by
        """#),
    ProblemCase(
        #"reward: { fixd: 5 }"#,
        #"""
        7:9 `reward` needs exactly one of ladder, fixed, percent, bands, marginal, by
        7:11 unknown key `fixd`
        help: did you mean `fixed`? allowed here: ladder, fixed, percent, bands, marginal, by, values, otherwise
        """#),
    ProblemCase(
        #"reward: { fixed: 5, percent: { rate: 1 } }"#,
        #"""
        7:21 `percent` cannot stand beside `fixed`
        help: give exactly one of ladder, fixed, percent, bands, marginal, by
        """#),
    ProblemCase(
        #"reward: { fixed: 0 }"#,
        #"""
        7:18 `fixed` must be an amount in yuan above 0 such as 5 or 12.50, not `0`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        """#),
    ProblemCase(
        #"reward: { fixed: [5] }"#,
        #"""
        7:18 `fixed` must be an amount in yuan above 0 such as 5 or 12.50, not a list
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        """#),
    ProblemCase(
        #"reward: { percent: 6 }"#,
        #"""
        7:20 `percent` must be a mapping such as { rate: 6.2 }, not `6`
        """#),
    ProblemCase(
        #"reward: { percent: {} }"#,
        #"""
        7:20 `percent` lacks `rate`
        help: `rate` is a rate in per cent such as 6.2, above 0 and at most 100
        """#),
    ProblemCase(
        #"reward: { percent: { rate: 0 } }"#,
        #"""
        7:28 `rate` must be a rate in per cent such as 6.2, above 0 and at most 100, not `0`
        help: digits, then at most six decimals; no sign and no `%`
        """#),
    ProblemCase(
        #"reward: { percent: { rate: 100.000001 } }"#,
        #"""
        7:28 `rate` must be a rate in per cent such as 6.2, above 0 and at most 100, not `100.000001`
        help: digits, then at most six decimals; no sign and no `%`
        """#),
    ProblemCase(
        #"reward: { percent: { rate: 6.2% } }"#,
        #"""
        7:28 `rate` must be a rate in per cent such as 6.2, above 0 and at most 100, not `6.2%`
        help: digits, then at most six decimals; no sign and no `%`
        """#),
    ProblemCase(
        #"reward: { percent: { rate: 1.0000001, rounding: halfup, unit: cent, max: 0 } }"#,
        #"""
        7:28 `rate` must be a rate in per cent such as 6.2, above 0 and at most 100, not `1.0000001`
        help: digits, then at most six decimals; no sign and no `%`
        7:49 `rounding` must be one of down, up, half-up, half-even, not `halfup`
        help: did you mean `half-up`?
        7:63 `unit` must be one of fen, jiao, yuan, not `cent`
        7:74 `max` must be an amount in yuan above 0 such as 5 or 12.50, not `0`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        """#),
    ProblemCase(
        #"reward: { bands: [] }"#,
        #"""
        7:18 `bands` must be a list of bands such as { from: 88, amount: 50 }, not an empty list
        """#),
    ProblemCase(
        #"reward: { bands: [{ from: 1 }, { amount: 1 }, 5] }"#,
        #"""
        7:19 an entry of `bands` lacks `amount`
        help: `amount` is an amount in yuan such as 100 or 12.50
        7:32 an entry of `bands` lacks `from`
        help: `from` is an amount in yuan such as 100 or 12.50
        7:47 an entry of `bands` must be a mapping such as { from: 88, amount: 50 }, not `5`
        """#),
    ProblemCase(
        #"reward: { bands: [{ from: 88, amount: 5 }, { from: 88.00, amount: 6 }] }"#,
        #"""
        7:52 two bands begin at 88.00 yuan
        help: the first is at line 7, column 27
        """#),
    ProblemCase(
        #"reward: { ladder: [5] }"#,
        #"""
        7:19 `ladder` must be a mapping such as { steps: [10, 15] }, not a list
        """#),
    ProblemCase(
        #"reward: { ladder: {} }"#,
        #"""
        7:19 `ladder` lacks `steps`
        help: `steps` is a list of amounts in yuan such as [10, 15]
        """#),
    ProblemCase(
        #"reward: { ladder: { steps: [] } }"#,
        #"""
        7:28 `steps` must be a list of amounts in yuan such as [10, 15], not an empty list
        """#),
    ProblemCase(
        #"reward: { ladder: { steps: [1, x] } }"#,
        #"""
        7:32 an entry of `steps` must be an amount in yuan such as 100 or 12.50, not `x`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        """#),
    ProblemCase(
        #"reward: { ladder: { steps: { app: [1] } } }"#,
        #"""
        7:28 `steps` must be a list of amounts, since there is no `by`, not a mapping
        help: where the steps depend on a column, name it: by: channel
        """#),
    ProblemCase(
        #"reward: { ladder: { by: channel } }"#,
        #"""
        7:19 `ladder` lacks `steps`
        help: `steps` is a mapping from each value of the `by` column to its list of amounts
        """#),
    ProblemCase(
        #"reward: { ladder: { by: channel, steps: [1] } }"#,
        #"""
        7:41 `steps` must be a mapping from each value of the `by` column to its list of amounts, not a list
        help: such as { app: [10, 15], wallet: [5, 10] }; for one list, leave `by` out
        """#),
    ProblemCase(
        #"reward: { ladder: { by: channel, steps: {} } }"#,
        #"""
        7:41 `steps` must be a mapping from each value of the `by` column to its list of amounts, not an empty mapping
        help: such as { app: [10, 15], wallet: [5, 10] }; for one list, leave `by` out
        """#),
    ProblemCase(
        #"reward: { ladder: { by: channel, steps: { app: [], wallet: 5, ' x': [1], '': [x] } } }"#,
        #"""
        7:48 the steps of `app` must be a list of amounts in yuan such as [10, 15], not an empty list
        7:60 the steps of `wallet` must be a list of amounts in yuan such as [10, 15], not `5`
        7:63 a key of `steps` must be a value without blanks at its ends, not ` x`
        help: what a column holds is trimmed; `""` is an absent value
        7:79 an entry of the steps of `` must be an amount in yuan such as 100 or 12.50, not `x`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        """#),
]
