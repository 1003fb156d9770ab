import RewardEngine
import Testing

@Suite("What is said of gates")
struct GateProblemTests {
    @Test("every problem, where it is", arguments: gateProblems)
    func tells(_ change: ProblemCase) {
        let lines = CampaignLines(change.text, removing: change.removed)
        #expect(told(of: lines.text) == change.expected)
    }
}

private let gateProblems: [ProblemCase] = [
    ProblemCase(
        #"gates:"#,
        #"""
        6:7 `gates` must be a list of gates (it may be empty: []), not nothing
        """#),
    ProblemCase(
        #"gates: {}"#,
        #"""
        6:8 `gates` must be a list of gates (it may be empty: []), not an empty mapping
        """#),
    ProblemCase(
        #"gates: [x]"#,
        #"""
        6:9 an entry of `gates` must be a mapping such as { id: minimum, field: amount, atLeast: 100 }, not `x`
        """#),
    ProblemCase(
        #"gates: [{ field: mcc, is: 1 }]"#,
        #"""
        6:9 an entry of `gates` lacks `id`
        help: `id` is a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long
        """#),
    ProblemCase(
        #"gates: [{ id: g }]"#,
        #"""
        6:9 an entry of `gates` needs exactly one of field, history, within, all, any, not
        """#),
    ProblemCase(
        #"gates: [{ id: g, is: 1 }]"#,
        #"""
        6:9 an entry of `gates` needs exactly one of field, history, within, all, any, not
        """#),
    ProblemCase(
        #"gates: [{ id: g, feild: mcc, is: 1 }]"#,
        #"""
        6:9 an entry of `gates` needs exactly one of field, history, within, all, any, not
        6:18 unknown key `feild`
        help: did you mean `field`? allowed here: id, field, history, within, all, any, not, is, isNot, in, notIn, atLeast, above, atMost, below
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc }]"#,
        #"""
        6:18 `field` has no test
        help: add at least one of is, isNot, in, notIn, atLeast, above, atMost, below
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc, is: 1, all: [] }]"#,
        #"""
        6:37 `all` cannot stand beside `field`
        help: give exactly one of field, history, within, all, any, not
        6:42 `all` must be a list of conditions, not an empty list
        """#),
    ProblemCase(
        #"gates: [{ id: g, any: [{ field: mcc, is: 1 }], is: 1 }]"#,
        #"""
        6:48 `is` needs a `field` to test
        help: amount, weekday, timeOfDay, localDate or the name of a column
        """#),
    ProblemCase(
        #"gates: [{ id: g, any: [] }]"#,
        #"""
        6:23 `any` must be a list of conditions, not an empty list
        """#),
    ProblemCase(
        #"gates: [{ id: g, not: [] }]"#,
        #"""
        6:23 `not` must be a mapping such as { field: amount, atLeast: 100 }, not an empty list
        """#),
    ProblemCase(
        #"gates: [{ id: g, all: [{ field: mcc }, { id: a b, field: mcc, is: 1 }, 7] }]"#,
        #"""
        6:26 `field` has no test
        help: add at least one of is, isNot, in, notIn, atLeast, above, atMost, below
        6:46 `id` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not `a b`
        help: letters of any script will do; blanks, commas and quotes will not
        6:72 an entry of `all` must be a mapping such as { field: amount, atLeast: 100 }, not `7`
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc, in: [] }]"#,
        #"""
        6:34 `in` must be a list of values, not an empty list
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc, notIn: x }]"#,
        #"""
        6:37 `notIn` must be a list of values, not `x`
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc, is: [x] }]"#,
        #"""
        6:34 `is` must be one value, not a list
        help: for several values use `in` or `notIn`
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc, is: ' 1' }]"#,
        #"""
        6:34 `is` must be a value without blanks at its ends, not ` 1`
        help: what a column holds is trimmed; `""` is an absent value
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc, isNot: }]"#,
        #"""
        6:37 `isNot` must be a value without blanks at its ends, not nothing
        help: what a column holds is trimmed; `""` is an absent value
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: ' mcc', is: 1 }]"#,
        #"""
        6:25 `field` must be the name of a column, not ` mcc`
        help: a header without blanks at its ends, such as pay_method
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: '', is: 1 }]"#,
        #"""
        6:25 `field` must be the name of a column, not an empty text
        help: a header without blanks at its ends, such as pay_method
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc, atLeast: 4, below: 5 }]"#,
        #"""
        6:30 `atLeast` cannot test the column `mcc`, which is text
        help: use is, isNot, in, notIn; only amount, weekday, timeOfDay and localDate have an order
        6:42 `below` cannot test the column `mcc`, which is text
        help: use is, isNot, in, notIn; only amount, weekday, timeOfDay and localDate have an order
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: txn_time, above: 4, atMost: 5 }]"#,
        #"""
        6:35 `above` cannot test the column `txn_time`, which is text
        help: use is, isNot, in, notIn; only amount, weekday, timeOfDay and localDate have an order
        6:45 `atMost` cannot test the column `txn_time`, which is text
        help: use is, isNot, in, notIn; only amount, weekday, timeOfDay and localDate have an order
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: amount, atLeast: -4, above: 1.005 }]"#,
        #"""
        6:42 `atLeast` must be an amount in yuan such as 100 or 12.50, not `-4`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        6:53 `above` must be an amount in yuan such as 100 or 12.50, not `1.005`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: amount, is: '1,234', below: 10000000000 }]"#,
        #"""
        6:37 `is` must be an amount in yuan such as 100 or 12.50, not `1,234`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        6:53 `below` must be an amount in yuan such as 100 or 12.50, not `10000000000`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: amount, in: ['', .5, 5., 1e2, ５] }]"#,
        #"""
        6:38 an entry of `in` must be an amount in yuan such as 100 or 12.50, not an empty text
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        6:42 an entry of `in` must be an amount in yuan such as 100 or 12.50, not `.5`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        6:46 an entry of `in` must be an amount in yuan such as 100 or 12.50, not `5.`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        6:50 an entry of `in` must be an amount in yuan such as 100 or 12.50, not `1e2`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        6:55 an entry of `in` must be an amount in yuan such as 100 or 12.50, not `５`
        help: digits, then at most two decimals; no sign, no commas; at most 9999999999.99
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: weekday, in: [mon, tu, Wed, 1] }]"#,
        #"""
        6:44 an entry of `in` must be one of mon, tue, wed, thu, fri, sat, sun, not `tu`
        help: did you mean `tue`?
        6:48 an entry of `in` must be one of mon, tue, wed, thu, fri, sat, sun, not `Wed`
        help: did you mean `wed`?
        6:53 an entry of `in` must be one of mon, tue, wed, thu, fri, sat, sun, not `1`
        """#),
    ProblemCase(
        #"""
        gates: [{ id: g, field: timeOfDay, atLeast: 24:00, below: 9:00, above: 10:60, atMost: '10:00:60' }]
        """#,
        #"""
        6:45 `atLeast` must be a time of day such as 10:00 or 23:59:59, not `24:00`
        help: two digits each, from 00:00 to 23:59:59
        6:59 `below` must be a time of day such as 10:00 or 23:59:59, not `9:00`
        help: two digits each, from 00:00 to 23:59:59
        6:72 `above` must be a time of day such as 10:00 or 23:59:59, not `10:60`
        help: two digits each, from 00:00 to 23:59:59
        6:87 `atMost` must be a time of day such as 10:00 or 23:59:59, not `10:00:60`
        help: two digits each, from 00:00 to 23:59:59
        """#),
    ProblemCase(
        #"gates: [{ id: failed, field: mcc, is: 1 }, { id: ladder, field: mcc, is: 1 }]"#,
        #"""
        6:15 the id `failed` is a reason of the engine's own
        help: a reader of reports could not tell them apart: choose another name
        6:50 the id `ladder` has a meaning in `reopens`
        help: choose another name
        """#),
    ProblemCase(
        #"gates: [{ id: g, field: mcc, is: 1 }, { id: g, field: mcc, is: 2 }]"#,
        #"""
        6:45 the id `g` is given twice
        help: gates and limits share their names; the first is at line 6, column 15
        """#),
]
