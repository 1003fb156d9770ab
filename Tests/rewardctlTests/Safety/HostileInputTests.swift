import Foundation
import Testing

@Suite("Whatever is given to the program, it ends with a code of SPEC 8 and says what is wrong")
struct HostileInputTests {
    private let scratch: Scratch

    init() throws {
        scratch = try Scratch()
    }

    private static func row(_ id: String, amount: String = "100.00", payMethod: String = "apple_pay") -> String {
        "\(id),c1,h1,2017-01-02 10:00:00,\(amount),purchase,settled,\(payMethod),app,\n"
    }

    private static let megabyte = String(repeating: "x", count: 1_000_000)

    private static let files: [(name: String, text: @Sendable () -> String)] = [
        ("a field of a megabyte in an id", { BankRows.header + "\n" + row("A1") + row(megabyte) }),
        ("in an amount", { BankRows.header + "\n" + row("A1", amount: String(repeating: "9", count: 1_000_000)) }),
        ("in a text", { BankRows.header + "\n" + row("A1", payMethod: megabyte) }),
        ("a header of a megabyte", { megabyte + "\n1\n" }),
        (
            "100,000 columns",
            {
                let names = (1...100_000).map { ",k\($0)" }.joined()
                return BankRows.header + names + "\n" + row("A1").dropLast() + String(repeating: ",", count: 100_000)
                    + "\n"
            }
        ),
        (
            "100,000 fields in a row",
            { BankRows.header + "\n" + row("A1").dropLast() + String(repeating: ",", count: 100_000) + "\n" }
        ),
        ("only commas", { String(repeating: ",", count: 20_000) }),
        ("only quotes", { String(repeating: "\"", count: 100_001) }),
        ("only line ends", { String(repeating: "\r\n", count: 100_000) }), ("nothing", { "" }),
        ("a mark only", { "\u{FEFF}" }),
    ]

    @Test("strange files of transactions", arguments: files.indices)
    func strangeFiles(index: Int) throws {
        try scratch.write(HostileInputTests.files[index].text(), to: "in.csv")
        try expectOrderlyCommands(on: "in.csv", "\(HostileInputTests.files[index].name)")
    }

    private func expectOrderlyCommands(on path: String, _ what: Comment) throws {
        for command in [
            ["simulate", path, "--summary"], ["ingest", "--db", "bank.db", path], ["rules", "check", path],
        ] {
            let finished = try scratch.rewardctl(command)
            expectOrderly(finished, what)
            #expect(finished.errors.utf8.count < 20_000, what)
        }
    }

    @Test("bytes at random, of all kinds and of those that mean something (HOSTILE_SEED sees it again)")
    func junk() throws {
        let given = ProcessInfo.processInfo.environment["HOSTILE_SEED"].flatMap { UInt64($0) }
        let first = given ?? UInt64.random(in: 0..<1_000_000)
        print("junk test: seeds from \(first)")
        for seed in first..<first + 8 {
            var random = SplitMix64(seed: seed)
            let choices = seed % 2 == 0 ? Array(UInt8.min...UInt8.max) : Array("\",\n\r\t a1{}[]:-&*!|>'#%@`你".utf8)
            let bytes = (0..<random.int(1...20_000)).map { _ in random.pick(choices) }
            let start = random.chance(50) ? Array((BankRows.header + "\n").utf8) : []
            try Data(start + bytes).write(to: URL(filePath: scratch.path("junk")))
            try expectOrderlyCommands(on: "junk", "HOSTILE_SEED=\(seed)")
            expectOrderly(try scratch.rewardctl("rules", "check", "junk"), "HOSTILE_SEED=\(seed)")
        }
    }

    @Test("a device, a directory, what nobody may read")
    func noFiles() throws {
        #expect(try scratch.shell("mkdir folder").exitCode == 0)
        try expectOrderlyCommands(on: "/dev/null", "/dev/null")
        for command in [
            ["simulate", "folder"], ["ingest", "--db", "bank.db", "folder"], ["rules", "check", "folder"],
        ] {
            expectRefusal(try scratch.rewardctl(command), 66, "folder: this is a directory")
        }
        try scratch.write(BankRows.charges("A1"), to: "secret.csv")
        let prefix = "chmod 000 secret.csv; " + "test $(id -u) = 0 && as='setpriv --reuid=65534 --clear-groups'; $as"
        guard try scratch.shell("\(prefix) rewardctl --version").exitCode == 0 else { return }
        expectRefusal(try scratch.shell("\(prefix) rewardctl simulate secret.csv"), 66, "permission denied")
    }

    private static let deep: [(name: String, text: @Sendable () -> String)] = [
        ("lists", { "id: " + String(repeating: "[", count: 100_000) }),
        ("dashes", { String(repeating: "- ", count: 100_000) }),
        ("indents", { (0..<1500).map { String(repeating: " ", count: $0) + "a:\n" }.joined() }),
        ("json", { String(repeating: "{\"a\":", count: 100_000) }),
        ("gates", { "gates: [{id: a, " + String(repeating: "not: {", count: 50_000) }),
    ]

    @Test("rules nested without end", arguments: deep.indices)
    func deepRules(index: Int) throws {
        try scratch.write(HostileInputTests.deep[index].text(), to: "deep.yaml")
        expectRefusal(try scratch.rewardctl("rules", "check", "deep.yaml"), 65, "nested more than", "\(index)")
    }

    @Test("rules that are no text are told so in the words of rules")
    func rulesThatAreNoText() throws {
        try Data([0x69, 0x64, 0x3a, 0xff]).write(to: URL(filePath: scratch.path("rules.yaml")))
        let finished = try scratch.rewardctl("rules", "check", "rules.yaml")
        expectRefusal(finished, 65, "help: a campaign is plain text in UTF-8")
        #expect(!finished.errors.contains("--encoding"))
    }

    @Test("a name with a line feed does not break the line that names it")
    func names() throws {
        try scratch.write(BankRows.charges("A1"), to: "a\nb.csv")
        let finished = try scratch.rewardctl("ingest", "--db", "bank\n.db", "a\nb.csv")
        #expect(
            finished
                == Finished(
                    output: "a\\nb.csv: 1 row read = 1 accepted + 0 duplicate + 0 rejected\n", errors: "", exitCode: 0))
        expectRefusal(try scratch.rewardctl("ingest", "--db", "bank\n.db", "no\n.csv"), 66, "rewardctl: no\\n.csv: ")
        expectRefusal(try scratch.rewardctl("ledger", "--db", "no\n.db"), 66, "rewardctl: no\\n.db: ")
    }

    @Test("the names of ignored columns are not listed without end")
    func ignoredColumns() throws {
        let names = (1...500).map { ",k\($0)" }.joined()
        try scratch.write(BankRows.header + names + "\n", to: "wide.csv")
        let finished = try scratch.rewardctl("simulate", "wide.csv", "--summary")
        #expect(finished.errors.contains("`k12` and 488 more; if one of them is "))
    }

    private static let strangeNames = [
        "it's", "a\"b", "x--y", "卡产品🎉", "a b", "back\\slash", "$.x", "[0]", "semi;colon", "%s",
        "q'; DROP TABLE ledger; --",
    ]

    @Test("a kept column of any name, and ids of any text, mean what they say", arguments: strangeNames)
    func strangeTexts(name: String) throws {
        let quoted = { (text: String) in "\"" + text.replacing("\"", with: "\"\"") + "\"" }
        let ids = ["i'1", "i\"2", "i--3", "🎉4", "i\\5", "i;6", "%s7", "{8}", "\\u00009", "NULL"]
        var text = "txn_id,card_id,cardholder_id,txn_time,amount,pay_method,channel,\(quoted(name))\n"
        for (number, id) in ids.enumerated() {
            text +=
                "\(quoted(id)),c1,\(quoted("h" + id)),2017-01-02,100,apple_pay,app,\(number % 2 == 0 ? "gold" : "")\n"
        }
        try scratch.write(text, to: "rows.csv")
        let field = String(decoding: try JSONEncoder().encode(name), as: UTF8.self)
        try scratch.write(
            """
            {"id": "k", "title": "k", "currency": "CNY", "utcOffset": "+08:00", "reward": {"fixed": 5},
             "period": {"from": "2016-12-22", "through": "2017-12-21"},
             "gates": [{"id": "g", "field": \(field), "is": "gold"}],
             "limits": [{"id": "l", "per": \(field), "within": "campaign", "awards": 3}]}
            """, to: "rules.json")
        let commands = [
            ["ingest", "--db", "bank.db", "--keep", name, "rows.csv"],
            ["run", "--db", "bank.db", "--rules", "rules.json", "--through", "2017-01-05"],
        ]
        for command in commands {
            let finished = try scratch.rewardctl(command)
            #expect(finished.exitCode == 0, "\(finished.errors)")
        }
        let outcomes = try Book(scratch: scratch).listings()[1].output
        let simulated = try scratch.rewardctl("simulate", "rows.csv", "--rules", "rules.json", "--format", "csv").output
        let withoutFile = outcomes.replacing(",rows.csv\n", with: "\n").replacing(",file\n", with: "\n")
        #expect(firstDifference(expected: simulated, actual: withoutFile) == nil)
        #expect(simulated.split(separator: "\n").filter { $0.contains(",awarded,") }.count == 3)
        for id in ids {
            let one = try scratch.rewardctl("decisions", "--db", "bank.db", "--format", "csv", "--cardholder", "h" + id)
            #expect(one.output.split(separator: "\n").count == 2, "\(id)")
        }
    }
}
