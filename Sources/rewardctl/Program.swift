internal import RewardEngine

/// One command: how it is called, and what it does.
protocol Command {
    static var syntax: Syntax { get }
    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode
}

/// The program: finds the command by its words and runs it.
enum Program {
    static let version = "0.1.0"

    /// All commands, in the order of the help.
    static var commands: [any Command.Type] {
        [
            Simulate.self, Ingest.self, Withdraw.self, Run.self, Ledger.self, Decisions.self, Exceptions.self,
            Adjust.self,
            RulesCheck.self, RulesShow.self, RulesDiff.self,
            FeedList.self,
            FeedShow.self, FeedCheck.self,
        ]
    }

    static func run(_ words: [String], console: Console) throws(Failure) -> ExitCode {
        guard let first = words.first else {
            throw Failure(.usage, at: "", "no command was given", help: "`rewardctl --help` lists the commands")
        }
        switch first {
        case "--version":
            try console.write("rewardctl \(version)\n")
            return .done
        case "--help", "-h":
            try console.write(overview)
            return .done
        case "help":
            // `help rules check` is what `rules check --help` is.
            return try run(words.dropFirst() + ["--help"], console: console)
        default:
            break
        }
        for command in commands {
            let name = command.syntax.name.split(separator: " ").map(String.init)
            guard words.starts(with: name) else { continue }
            let arguments = try command.syntax.parse(Array(words.dropFirst(name.count)))
            if arguments.wantsHelp {
                try console.write(command.syntax.helpText(width: console.terminalWidth ?? 100))
                return .done
            }
            return try command.run(arguments, console: console)
        }
        if words.count == 2, words[1] == "--help" || words[1] == "-h" {
            let group = commands.filter { $0.syntax.name.hasPrefix("\(first) ") }
            for command in group { try console.write(command.syntax.helpText(width: console.terminalWidth ?? 100)) }
            if !group.isEmpty { return .done }
        }
        throw unknown(words)
    }

    private static func unknown(_ words: [String]) -> Failure {
        let names = commands.map { $0.syntax.name }
        let group = names.filter { $0.hasPrefix("\(words[0]) ") }
        if !group.isEmpty {
            return Failure(
                .usage, at: "", "`\(words.prefix(2).joined(separator: " "))` is no command",
                help: "use " + group.map { "`rewardctl \($0)`" }.joined(separator: " or "))
        }
        let options = ["--help", "--version"]
        let typed = words.prefix(2).joined(separator: " ")
        let guess = nearestWord(to: words[0], among: names + options) ?? nearestWord(to: typed, among: names)
        return Failure(
            .usage, at: "", "`\(words[0])` is no command",
            help: guess.map { "did you mean `rewardctl \($0)`?" } ?? "`rewardctl --help` lists the commands")
    }

    private static var overview: String {
        let width = commands.map { $0.syntax.name.count }.max() ?? 0
        let list = commands.map { command in
            let padding = String(repeating: " ", count: width - command.syntax.name.count)
            return "  \(command.syntax.name)\(padding)  \(command.syntax.summary)\n"
        }
        return """
            usage: rewardctl COMMAND …

            Cashback campaigns of bank cards: what a card would have got, and why not; the nightly
            decisions; the ledger of awards.

            \(list.joined())
            `rewardctl COMMAND --help` tells all of a command. `rewardctl --version` tells the version.

            """
    }
}
