import RewardEngine
import Testing

@Suite("What is said of a file that is no plain YAML")
struct SyntaxProblemTests {
    @Test("every problem, where it is", arguments: syntaxProblems)
    func tells(_ change: ProblemCase) {
        let lines = CampaignLines(change.text, removing: change.removed)
        #expect(told(of: lines.text) == change.expected)
    }
}

private let syntaxProblems: [ProblemCase] = [
    ProblemCase(
        #"title: &x Spring"#,
        #"""
        2:8 anchors (`&name`) are not allowed
        help: write the value out wherever it is used
        """#),
    ProblemCase(
        #"title: *x"#,
        #"""
        2:8 aliases (`*name`) are not allowed
        help: write the value out again
        """#),
    ProblemCase(
        #"title: !!str Spring"#,
        #"""
        2:8 tags (`!name`) are not allowed
        help: a value is its text; where the text begins with `!`, put it in quotes
        """#),
    ProblemCase(
        #"title: ! Spring"#,
        #"""
        2:8 tags (`!name`) are not allowed
        help: a value is its text; where the text begins with `!`, put it in quotes
        """#),
    ProblemCase(
        #"period: !period { from: 2017-01-01, through: 2017-12-31 }"#,
        #"""
        5:9 tags (`!name`) are not allowed
        help: a value is its text; where the text begins with `!`, put it in quotes
        """#),
    ProblemCase(
        #"title: "never closed"#,
        #"""
        2:8 this is no YAML: found unexpected end of stream while scanning a quoted scalar
        help: a quote that was opened is never closed
        """#),
    ProblemCase(
        #"title: Spring: green"#,
        #"""
        2:14 this is no YAML: mapping values are not allowed in this context
        help: a text with a colon and a blank in it needs quotes; keys of one mapping start in the same column
        """#),
    ProblemCase(
        #"gates:\#n  - x\#n\#t- y"#,
        #"""
        10:1 this is no YAML: found character that cannot start any token while scanning for the next token
        help: indent with blanks: YAML takes no tabs there
        """#),
    ProblemCase(
        #"title: @spring"#,
        #"""
        2:8 this is no YAML: found character that cannot start any token while scanning for the next token
        help: put a value that begins with this character in quotes
        """#),
    ProblemCase(
        #"limits: [1"#,
        #"""
        8:9 this is no YAML: did not find expected ',' or ']' while parsing a flow sequence
        help: entries are separated by commas, and the bracket is closed at the end
        """#),
    ProblemCase(
        #"title: "\q""#,
        #"""
        2:9 this is no YAML: found unknown escape character while parsing a quoted scalar, which begins at line 2, column 8
        help: in double quotes a backslash is written twice; single quotes take it as it is
        """#),
    ProblemCase(
        #"title: "\ud83d\ude00""#,
        #"""
        2:11 this is no YAML: found invalid Unicode character escape code while parsing a quoted scalar, which begins at line 2, column 8
        help: write the character itself; pairs such as `\ud83d\ude00` are read in a file that is JSON throughout
        """#),
    ProblemCase(
        #"title: Spring\#n  id: x"#,
        #"""
        3:5 this is no YAML: mapping values are not allowed in this context
        help: a text with a colon and a blank in it needs quotes; keys of one mapping start in the same column
        """#),
    ProblemCase(
        #"title Spring"#,
        #"""
        9:1 this is no YAML: could not find expected ':' while scanning a simple key
        help: a key is followed by a colon and a blank
        """#),
    ProblemCase(
        #"? [a]\#n: 1"#,
        #"""
        9:3 a key must be text, not a list
        """#),
    ProblemCase(
        #"? *x\#n: 1"#,
        #"""
        9:3 aliases (`*name`) are not allowed
        help: write the value out again
        """#),
    ProblemCase(
        #"limits: [[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["#,
        #"""
        8:72 lists and mappings are nested more than 64 deep
        """#),
    ProblemCase(
        #"period: { from: 2017-01-01, from: 2017-01-02, through: 2017-12-31 }"#,
        #"""
        5:29 the key `from` is given twice
        help: it stands first at line 5, column 11
        """#),
    ProblemCase(
        #"title: Spr\#u{1}ng"#,
        #"""
        2:11 this is no YAML: control characters are not allowed
        help: remove the character; it may be invisible in an editor
        """#),
    ProblemCase(
        #"---\#nid: summer"#,
        #"""
        9:1 the file holds more than one document
        help: one file is one campaign: put the other one into a file of its own
        """#),
]
