import RewardEngine
import Testing

@Suite("What is said of the keys of a campaign (SPEC 3)")
struct KeyProblemTests {
    @Test("every problem, where it is", arguments: keyProblems)
    func tells(_ change: ProblemCase) {
        let lines = CampaignLines(change.text, removing: change.removed)
        #expect(told(of: lines.text) == change.expected)
    }
}

private let keyProblems: [ProblemCase] = [
    ProblemCase(
        #""#, removing: ["currency"],
        #"""
        1:1 the campaign lacks `currency`
        help: `currency` is three capital letters such as CNY
        """#),
    ProblemCase(
        #"clock: posting"#, removing: ["id", "title", "currency", "utcOffset", "period", "gates", "reward", "limits"],
        #"""
        1:1 the campaign lacks `id`
        help: `id` is a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long
        1:1 the campaign lacks `title`
        help: `title` is a text on one line
        1:1 the campaign lacks `currency`
        help: `currency` is three capital letters such as CNY
        1:1 the campaign lacks `utcOffset`
        help: `utcOffset` is an offset such as "+08:00", at most 14 hours
        1:1 the campaign lacks `period`
        help: `period` is a mapping such as { from: 2016-12-22, through: 2017-12-21 }
        1:1 the campaign lacks `gates`
        help: `gates` is a list of gates (it may be empty: [])
        1:1 the campaign lacks `reward`
        help: `reward` is a mapping such as { fixed: 5 }
        1:1 the campaign lacks `limits`
        help: `limits` is a list of limits (it may be empty: [])
        """#),
    ProblemCase(
        #"tittle: x"#, removing: ["title"],
        #"""
        1:1 the campaign lacks `title`
        help: `title` is a text on one line
        8:1 unknown key `tittle`
        help: did you mean `title`? allowed here: id, title, currency, utcOffset, period, presentBy, clock, cycle, enrolment, history, gates, exclusive, earn, reward, limits, onRefund, onReversal, examples
        """#),
    ProblemCase(
        #"zzz: 1"#,
        #"""
        9:1 unknown key `zzz`
        help: allowed here: id, title, currency, utcOffset, period, presentBy, clock, cycle, enrolment, history, gates, exclusive, earn, reward, limits, onRefund, onReversal, examples
        """#),
    ProblemCase(
        #"id: a b"#,
        #"""
        1:5 `id` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not `a b`
        help: letters of any script will do; blanks, commas and quotes will not
        """#),
    ProblemCase(
        #"id: ''"#,
        #"""
        1:5 `id` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not an empty text
        help: letters of any script will do; blanks, commas and quotes will not
        """#),
    ProblemCase(
        #"id:"#,
        #"""
        1:4 `id` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not nothing
        help: letters of any script will do; blanks, commas and quotes will not
        """#),
    ProblemCase(
        #"id: [a]"#,
        #"""
        1:5 `id` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not a list
        help: letters of any script will do; blanks, commas and quotes will not
        """#),
    ProblemCase(
        #"id: { a: b }"#,
        #"""
        1:5 `id` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not a mapping
        help: letters of any script will do; blanks, commas and quotes will not
        """#),
    ProblemCase(
        #"id: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"#,
        #"""
        1:5 `id` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not `xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…`
        help: letters of any script will do; blanks, commas and quotes will not
        """#),
    ProblemCase(
        #"id: a,b"#,
        #"""
        1:5 `id` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not `a,b`
        help: letters of any script will do; blanks, commas and quotes will not
        """#),
    ProblemCase(
        #"id: 春，夏"#,
        #"""
        1:5 `id` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not `春，夏`
        help: letters of any script will do; blanks, commas and quotes will not
        """#),
    ProblemCase(
        #"id: 6222021234567890 1"#,
        #"""
        1:5 `id` must be a name of letters, digits, `-`, `_` and `.`, at most 64 bytes long, not `622202*******890 1`
        help: letters of any script will do; blanks, commas and quotes will not
        """#),
    ProblemCase(
        #"title: ''"#,
        #"""
        2:8 `title` must be a text on one line, not an empty text
        """#),
    ProblemCase(
        #"title: "a\nb""#,
        #"""
        2:8 `title` must be a text on one line, not `a\nb`
        """#),
    ProblemCase(
        #"title: '  '"#,
        #"""
        2:8 `title` must be a text on one line, not `  `
        """#),
    ProblemCase(
        #"title: |\#n  two\#n  lines"#,
        #"""
        2:8 `title` must be a text on one line, not `two\nlines\n`
        """#),
    ProblemCase(
        #"currency: cny"#,
        #"""
        3:11 `currency` must be three capital letters such as CNY, not `cny`
        """#),
    ProblemCase(
        #"currency: CNYX"#,
        #"""
        3:11 `currency` must be three capital letters such as CNY, not `CNYX`
        """#),
    ProblemCase(
        #"utcOffset: 8"#,
        #"""
        4:12 `utcOffset` must be an offset such as "+08:00", at most 14 hours, not `8`
        """#),
    ProblemCase(
        #"utcOffset: +14:01"#,
        #"""
        4:12 `utcOffset` must be an offset such as "+08:00", at most 14 hours, not `+14:01`
        """#),
    ProblemCase(
        #"utcOffset: +08:60"#,
        #"""
        4:12 `utcOffset` must be an offset such as "+08:00", at most 14 hours, not `+08:60`
        """#),
    ProblemCase(
        #"utcOffset: Z"#,
        #"""
        4:12 `utcOffset` must be an offset such as "+08:00", at most 14 hours, not `Z`
        """#),
    ProblemCase(
        #"utcOffset: 08:00"#,
        #"""
        4:12 `utcOffset` must be an offset such as "+08:00", at most 14 hours, not `08:00`
        """#),
    ProblemCase(
        #"period: 2017"#,
        #"""
        5:9 `period` must be a mapping such as { from: 2016-12-22, through: 2017-12-21 }, not `2017`
        """#),
    ProblemCase(
        #"period: { from: 2017-02-29, through: 2017-1-1 }"#,
        #"""
        5:17 `from` must be a day such as 2016-12-22, not `2017-02-29`
        help: year, month and day, from 1970 to 9999
        5:38 `through` must be a day such as 2016-12-22, not `2017-1-1`
        help: year, month and day, from 1970 to 9999
        """#),
    ProblemCase(
        #"period: { from: 1969-12-31, through: 2017/01/01 }"#,
        #"""
        5:17 `from` must be a day such as 2016-12-22, not `1969-12-31`
        help: year, month and day, from 1970 to 9999
        5:38 `through` must be a day such as 2016-12-22, not `2017/01/01`
        help: year, month and day, from 1970 to 9999
        """#),
    ProblemCase(
        #"period: { from: 2017-02-02, through: 2017-02-01 }"#,
        #"""
        5:38 the period ends on 2017-02-01, before it starts on 2017-02-02
        """#),
    ProblemCase(
        #"period: { from: 2017-02-02, until: 2017-02-01 }"#,
        #"""
        5:9 `period` lacks `through`
        help: `through` is a day such as 2016-12-22
        5:29 unknown key `until`
        help: allowed here: from, through
        """#),
    ProblemCase(
        #"presentBy: 2016-12-31"#,
        #"""
        9:12 `presentBy` is 2016-12-31, before the period starts on 2017-01-01: nothing could be awarded
        """#),
    ProblemCase(
        #"presentBy: soon"#,
        #"""
        9:12 `presentBy` must be a day such as 2016-12-22, not `soon`
        help: year, month and day, from 1970 to 9999
        """#),
    ProblemCase(
        #"presentBy:"#,
        #"""
        9:11 `presentBy` must be a day such as 2016-12-22, not nothing
        help: year, month and day, from 1970 to 9999
        """#),
    ProblemCase(
        #"clock: postin"#,
        #"""
        9:8 `clock` must be one of transaction, posting, not `postin`
        help: did you mean `posting`?
        """#),
    ProblemCase(
        #"clock: wall"#,
        #"""
        9:8 `clock` must be one of transaction, posting, not `wall`
        """#),
    ProblemCase(
        #"cycle: 22"#,
        #"""
        9:8 `cycle` must be a mapping such as { startsOnDay: 22 }, not `22`
        """#),
    ProblemCase(
        #"cycle: {}"#,
        #"""
        9:8 `cycle` lacks `startsOnDay`
        help: `startsOnDay` is a whole number from 1 to 28
        """#),
    ProblemCase(
        #"cycle: { startsOnDay: 29 }"#,
        #"""
        9:23 `startsOnDay` must be a whole number from 1 to 28, not `29`
        help: every month has these days
        """#),
    ProblemCase(
        #"cycle: { startsOnDay: 0 }"#,
        #"""
        9:23 `startsOnDay` must be a whole number from 1 to 28, not `0`
        help: every month has these days
        """#),
    ProblemCase(
        #"cycle: { startsOnDay: 2.0 }"#,
        #"""
        9:23 `startsOnDay` must be a whole number from 1 to 28, not `2.0`
        help: every month has these days
        """#),
]
