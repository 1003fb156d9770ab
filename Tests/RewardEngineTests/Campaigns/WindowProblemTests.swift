import RewardEngine
import Testing

@Suite("What is said of windows, lists, rewards over windows and examples")
struct WindowProblemTests {
    @Test("every problem, where it is", arguments: windowProblems)
    func tells(_ change: ProblemCase) {
        let lines = CampaignLines(change.text, removing: change.removed)
        #expect(told(of: lines.text) == change.expected)
    }
}

private let windowProblems: [ProblemCase] = [
    ProblemCase(
        #"gates: [{ id: g, within: month }]"#,
        #"""
        6:26 `within` must be a mapping such as { days: 90, after: account_opened_on }, not `month`
        """#),
    ProblemCase(
        #"gates: [{ id: g, within: {} }]"#,
        #"""
        6:26 `within` needs exactly one of days, same
        """#),
    ProblemCase(
        #"gates: [{ id: g, within: { days: 90 } }, { id: h, within: { days: 0, after: opened_on } }, { id: i, within: { days: [] } }, { id: j, within: { days: [x, { from: 2017-01-02, through: 2017-01-01 }] } }]"#,
        #"""
        6:26 `within` lacks `after`
        help: `after` is the column that states the first of these days
        6:67 `days` must be a number of days from 1 to 36524, not `0`
        6:117 `days` must be a list of days, not an empty list
        6:151 an entry of `days` must be a day such as 2016-12-22, not `x`
        help: year, month and day, from 1970 to 9999
        6:183 the period ends on 2017-01-01, before it starts on 2017-01-02
        """#),
    ProblemCase(
        #"gates: [{ id: g, within: { same: years } }, { id: h, within: { same: year, days: [2017-01-01], as: ' ' } }]"#,
        #"""
        6:26 `within` lacks `as`
        help: `as` is the name of a column
        6:34 `same` must be one of campaign, cycle, month, week, day, quarter, year, not `years`
        help: did you mean `year`?
        6:76 `days` cannot stand beside `same`
        help: give exactly one of days, same
        6:100 `as` must be the name of a column, not ` `
        help: a header without blanks at its ends, such as pay_method
        """#),
    ProblemCase(
        #"gates: [{ id: g, within: { same: cycle, as: bound_on } }]"#,
        #"""
        6:34 the campaign lacks `cycle`, which this counts within
        help: add `cycle: { startsOnDay: 22 }` to the campaign
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: localDate, is: 01.02.2017 }]"#,
        #"""
        6:40 `is` must be a day such as 2016-12-22, not `01.02.2017`
        help: year, month and day, from 1970 to 9999
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc, in: { file: none.txt } }]"#,
        #"""
        6:42 the list `none.txt` cannot be read
        help: the file stands beside the campaign's, in UTF-8, with one value a line
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc, in: { file: [] } }]"#,
        #"""
        6:42 `file` must be the name of a file, not an empty list
        """#),
    ProblemCase(
        #"reward: { percent: { rate: 1, of: year, within: month } }"#,
        #"""
        7:35 `of` must be one of charge, window, not `year`
        7:41 `within` goes only with `of: window`
        """#),
    ProblemCase(
        #"reward: { percent: { rate: 1, of: window } }"#,
        #"""
        7:9 the reward adds up what is spent, and no `within` says in which window
        help: add for example `within: month`
        """#),
    ProblemCase(
        #"reward: { marginal: { bands: [{ from: 0, rate: 1 }, { from: 0, rate: 2 }], within: month } }"#,
        #"""
        7:21 two bands begin at 0.00 yuan
        """#),
    ProblemCase(
        #"reward: { marginal: { bands: [{ from: 0 }], within: month } }"#,
        #"""
        7:31 an entry of `bands` lacks `rate`
        help: `rate` is a rate in per cent such as 6.2, above 0 and at most 100
        """#),
    ProblemCase(
        #"reward: { marginal: { bands: [{ from: 0, rate: 1 }], within: month } }\#nearn: { every: 2, within: week }"#,
        #"""
        7:9 the reward adds up what is spent in one window, and charges earn in another
        help: give `within` once, in `earn`
        """#),
    ProblemCase(
        #"reward: { values: { a: { fixed: 1 } }, otherwise: { fixed: 1 }, fixed: 1 }"#,
        #"""
        7:11 `values` goes only with `by`
        help: name the column: by: card_product
        7:40 `otherwise` goes only with `by`
        help: name the column: by: card_product
        """#),
    ProblemCase(
        #"reward: { by: mcc }"#,
        #"""
        7:9 `reward` lacks `values`
        help: `values` is a mapping from each value of the `by` column to its reward
        """#),
    ProblemCase(
        #"reward: { by: mcc, values: { ' 1': { fixed: 1 }, 2: 3 } }"#,
        #"""
        7:30 a key of `values` must be a value without blanks at its ends, not ` 1`
        help: what a column holds is trimmed; `""` is an absent value
        7:53 the reward of `2` must be a mapping such as { fixed: 5 }, not `3`
        """#),
    ProblemCase(
        #"reward: { by: weekday, values: { monday: { fixed: 1 } } }"#,
        #"""
        7:34 `monday` is no day of the week
        help: days are mon, tue, wed, thu, fri, sat, sun
        """#),
    ProblemCase(
        #"examples: 1"#,
        #"""
        9:11 `examples` must be a list of examples, not `1`
        """#),
    ProblemCase(
        #"examples: [1, {}, { title: t, charges: [] }, { title: t, charges: [5, { at: 2017-01-01, amount: [1] }] }]"#,
        #"""
        9:12 an entry of `examples` must be a mapping such as { title: the first, charges: [{ at: 2017-01-01, amount: 100, expect: 5 }] }, not `1`
        9:15 an example lacks `title`
        help: `title` is a text on one line
        9:15 an example lacks `charges`
        help: `charges` is a list of charges
        9:40 this must be a list of rows, not an empty list
        9:68 a row of an example must be a mapping of columns to values, not `5`
        9:68 a row of an example lacks `expect`
        help: an amount such as 5.00, or the reason why it gets nothing
        9:71 a row of an example lacks `expect`
        help: an amount such as 5.00, or the reason why it gets nothing
        9:97 `amount` must be one value, not a list
        """#),
]
