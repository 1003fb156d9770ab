import RewardEngine
import Testing
import rewardctl

@Suite("Arguments: one declaration parses them and writes the help")
struct ArgumentsTests {
    enum Format: String, CaseIterable {
        case table, csv, json
    }

    static let database = Option.required("--db", "FILE", "the database")
    static let offset = Option.value("--utc-offset", "±HH:MM", "the zone")
    static let rules = Option.repeatable("--rules", "FILE", "a campaign's file")
    static let format = Option.choice("--format", of: Format.self, "how to print")
    static let summary = Option.flag("--summary", "print no rows")

    static let syntax = Syntax(
        name: "weigh", summary: "Weighs the files, one after the other",
        positionals: Positionals("CSV", "the files", isRepeatable: true),
        options: [database, offset, rules, format, summary], exitCodes: [.done, .usage],
        examples: ["rewardctl weigh --db rewards.db card.csv"])

    static let single = Syntax(
        name: "tell", summary: "Tells", positionals: Positionals("CSV", "the file"), options: [rules],
        exitCodes: [.done],
        examples: [])

    private func problems(_ words: [String], _ syntax: Syntax = syntax) -> [Problem] {
        do throws(Failure) {
            _ = try syntax.parse(words)
            return []
        } catch {
            #expect(error.code == .usage)
            return error.problems
        }
    }

    @Test(
        "all ways to write the same",
        arguments: [
            ["--db", "a.db", "--rules", "x", "--rules", "y", "--format", "csv", "--summary", "1.csv", "2.csv"],
            ["1.csv", "--rules=x", "--summary", "2.csv", "--db=a.db", "--rules=y", "--format=csv"],
            ["--rules", "x", "--rules=y", "--summary", "--format", "csv", "--db", "a.db", "--", "1.csv", "2.csv"],
        ])
    func ways(words: [String]) throws {
        let arguments = try ArgumentsTests.syntax.parse(words)
        #expect(arguments.value(of: ArgumentsTests.database) == "a.db")
        #expect(arguments.values(of: ArgumentsTests.rules) == ["x", "y"])
        #expect(arguments.choice(of: ArgumentsTests.format, as: Format.self) == .csv)
        #expect(arguments.has(ArgumentsTests.summary))
        #expect(arguments.positionals == ["1.csv", "2.csv"])
        #expect(!arguments.has(ArgumentsTests.offset))
        #expect(!arguments.wantsHelp)
    }

    @Test("`-` is an argument, `--` ends the options, a value may hold `=` or start with one dash")
    func edges() throws {
        let arguments = try ArgumentsTests.syntax.parse([
            "--db", "a=b.db", "--utc-offset", "-05:00", "--rules=a=b", "--rules", "-", "-", "--", "--summary", "-x",
            "--",
        ])
        #expect(arguments.value(of: ArgumentsTests.database) == "a=b.db")
        #expect(arguments.value(of: ArgumentsTests.offset) == "-05:00")
        #expect(arguments.values(of: ArgumentsTests.rules) == ["a=b", "-"])
        #expect(arguments.positionals == ["-", "--summary", "-x", "--"])
        #expect(!arguments.has(ArgumentsTests.summary))
    }

    @Test("help is given whatever else is wrong", arguments: [["--help"], ["-h"], ["--nonsense", "a", "-h", "--db"]])
    func help(words: [String]) throws {
        #expect(try ArgumentsTests.syntax.parse(words).wantsHelp)
    }

    @Test("behind `--` there is no help")
    func noHelp() throws {
        let arguments = try ArgumentsTests.syntax.parse(["--db=a", "--", "--help"])
        #expect(!arguments.wantsHelp)
        #expect(arguments.positionals == ["--help"])
    }

    private static let enough = ["--db=a.db", "1.csv"]

    @Test(
        "every mistake has a sentence and a remedy",
        arguments: [
            (["--sumary"], "weigh: unknown option `--sumary`", "did you mean `--summary`?"),
            (["-db"], "weigh: unknown option `-db`", "did you mean `--db`?"),
            (["--zzzzz=1"], "weigh: unknown option `--zzzzz`", "`rewardctl weigh --help` lists the options"),
            (["--rules"], "--rules: needs a value", "write `--rules FILE`"),
            (["--rules="], "--rules: needs a value", "write `--rules FILE`"),
            (["--rules", "--summary"], "--rules: needs a value", "write `--rules FILE`"),
            (["--summary=yes"], "--summary: takes no value", "write `--summary` alone"),
            (["--db", "b.db"], "--db: given twice: `a.db` and `b.db`", "give it once"),
            (["--summary", "--summary"], "--summary: given twice", "give it once"),
            (["--format", "cvs"], "--format: `cvs` is none of its values", "did you mean `csv`?"),
            (["--format", "yaml"], "--format: `yaml` is none of its values", "write one of `table`, `csv`, `json`"),
        ])
    func mistakes(words: [String], message: String, help: String) throws {
        let found = problems(ArgumentsTests.enough + words)
        let problem = try #require(found.first)
        #expect(found.count == 1)
        #expect("\(problem.place): \(problem.message)" == message)
        #expect(problem.help == help)
    }

    @Test("what is needed and not there, and all mistakes at once")
    func missing() {
        #expect(problems([]).map(\.message) == ["`--db FILE` is missing", "`CSV` is missing"])
        #expect(
            problems(["--db", "--sumary"]).map(\.message)
                == ["needs a value", "unknown option `--sumary`", "`CSV` is missing"])
    }

    @Test("one argument too many; a list behind a repeatable option is explained")
    func unexpected() {
        let two = problems(["1.csv", "2.csv"], ArgumentsTests.single)
        #expect(two.map(\.message) == ["unexpected argument `2.csv`"])
        #expect(two.first?.help == "usage: rewardctl tell [--rules FILE]… CSV")
        let list = problems(["--rules", "a.yaml", "b.yaml", "1.csv"], ArgumentsTests.single)
        #expect(list.map(\.message) == ["unexpected argument `1.csv`"])
        #expect(list.first?.help == "--rules takes one value at a time: write it again before each further one")
    }

    @Test("the help, whole")
    func helpText() {
        #expect(
            ArgumentsTests.syntax.helpText(width: 60) == """
                usage: rewardctl weigh --db FILE [--utc-offset ±HH:MM]
                           [--rules FILE]… [--format table|csv|json]
                           [--summary] CSV…

                Weighs the files, one after the other

                arguments:
                  CSV  the files

                options:
                  --db FILE                the database
                  --utc-offset ±HH:MM      the zone
                  --rules FILE             a campaign's file; repeatable
                  --format table|csv|json  how to print
                  --summary                print no rows
                  -h, --help               show this help

                exit codes:
                  0   done
                  64  the command line is wrong

                examples:
                  rewardctl weigh --db rewards.db card.csv

                """)
    }

    @Test(
        "the nearest word",
        arguments: [
            ("simulte", "simulate"), ("sim", nil), ("ledgre", "ledger"), ("runn", "run"), ("", nil),
            ("legder", "ledger"),
        ])
    func nearestCandidate(word: String, expected: String?) {
        #expect(nearestWord(to: word, among: ["simulate", "ledger", "run"]) == expected)
    }
}
