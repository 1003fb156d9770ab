package import RewardEngine

/// One option as a command declares it. The same value parses the command line and writes the help, so that the two
/// cannot tell different things.
package struct Option: Hashable, Sendable {
    /// With its dashes: `--db`.
    package let name: String
    package let kind: Kind
    /// One line, without a full stop.
    package let help: String

    package enum Kind: Hashable, Sendable {
        /// There or not there.
        case flag
        /// Takes a value, once. `placeholder` is what the help calls it: `FILE`.
        case value(placeholder: String, isRequired: Bool)
        /// Takes a value each time that it is given.
        case repeatable(placeholder: String)
        /// Takes one of these words, once.
        case choice([String])
    }

    package static func flag(_ name: String, _ help: String) -> Option {
        Option(name: name, kind: .flag, help: help)
    }

    package static func value(_ name: String, _ placeholder: String, _ help: String) -> Option {
        Option(name: name, kind: .value(placeholder: placeholder, isRequired: false), help: help)
    }

    package static func required(_ name: String, _ placeholder: String, _ help: String) -> Option {
        Option(name: name, kind: .value(placeholder: placeholder, isRequired: true), help: help)
    }

    package static func repeatable(_ name: String, _ placeholder: String, _ help: String) -> Option {
        Option(name: name, kind: .repeatable(placeholder: placeholder), help: help)
    }

    /// The words are the raw values of `type`, in the order of its cases.
    package static func choice<Choice>(_ name: String, of type: Choice.Type, _ help: String) -> Option
    where Choice: CaseIterable & RawRepresentable<String> {
        Option(name: name, kind: .choice(type.allCases.map(\.rawValue)), help: help)
    }

    /// What the help writes for its value: `FILE`, `table|csv|json`; nil for a flag.
    package var placeholder: String? {
        switch kind {
        case .flag: nil
        case .value(let placeholder, _), .repeatable(let placeholder): placeholder
        case .choice(let words): words.joined(separator: "|")
        }
    }

    /// `--db FILE`
    package var spelling: String {
        placeholder.map { "\(name) \($0)" } ?? name
    }
}

/// The arguments of a command that belong to no option.
package struct Positionals: Sendable {
    package let placeholder: String
    /// One line, without a full stop.
    package let help: String
    /// How many there must be.
    package let count: Int
    /// Whether more may be given.
    package let isRepeatable: Bool
    /// The options in place of any of which they may be left out.
    package let orOptions: [Option]

    package init(
        _ placeholder: String, _ help: String, count: Int = 1, isRepeatable: Bool = false, orOptions: [Option] = []
    ) {
        self.orOptions = orOptions
        self.placeholder = placeholder
        self.help = help
        self.count = count
        self.isRepeatable = isRepeatable
    }
}

/// How a command is called: what parses its arguments and what its help says.
package struct Syntax: Sendable {
    /// As it is typed after `rewardctl`: `rules check`.
    package let name: String
    /// One sentence, without a full stop.
    package let summary: String
    package let positionals: Positionals?
    package let options: [Option]
    package let exitCodes: [ExitCode]
    /// Whole command lines that can be copied.
    package let examples: [String]

    package init(
        name: String, summary: String, positionals: Positionals? = nil, options: [Option],
        exitCodes: [ExitCode], examples: [String]
    ) {
        self.name = name
        self.summary = summary
        self.positionals = positionals
        self.options = options
        self.exitCodes = exitCodes
        self.examples = examples
    }
}

/// What was given on the command line, already checked against the syntax of its command.
package struct Arguments: Sendable {
    /// `--help` was given: nothing else was looked at.
    package fileprivate(set) var wantsHelp = false
    package fileprivate(set) var positionals: [String] = []
    fileprivate var given: [Option: [String]] = [:]

    package func has(_ option: Option) -> Bool {
        given[option] != nil
    }

    package func value(of option: Option) -> String? {
        given[option]?.first
    }

    /// In the order given; empty where the option was not given.
    package func values(of option: Option) -> [String] {
        given[option] ?? []
    }

    package func choice<Choice: RawRepresentable<String>>(of option: Option, as type: Choice.Type) -> Choice? {
        value(of: option).flatMap(Choice.init(rawValue:))
    }
}

extension Syntax {
    /// Reads what follows the command's name. All mistakes are told at once, as usage errors.
    package func parse(_ words: [String]) throws(Failure) -> Arguments {
        var parser = Parser(syntax: self, words: words)
        if words.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
            parser.arguments.wantsHelp = true
            return parser.arguments
        }
        parser.readAll()
        parser.checkWhatIsMissing()
        guard parser.problems.isEmpty else { throw Failure(.usage, parser.problems) }
        return parser.arguments
    }
}

/// One pass over the words, which collects values and mistakes.
private struct Parser {
    let syntax: Syntax
    var rest: ArraySlice<String>
    var arguments = Arguments()
    var problems: [Problem] = []

    init(syntax: Syntax, words: [String]) {
        self.syntax = syntax
        rest = words[...]
    }

    mutating func readAll() {
        var optionsEnded = false
        while let word = rest.popFirst() {
            if optionsEnded || word == "-" || !word.hasPrefix("-") {
                readPositional(word)
            } else if word == "--" {
                optionsEnded = true
            } else {
                readOption(word)
            }
        }
    }

    private mutating func readPositional(_ word: String) {
        let takesAnother = syntax.positionals.map { $0.isRepeatable || arguments.positionals.count < $0.count } ?? false
        guard takesAnother else {
            let repeatable = syntax.options.first {
                if case .repeatable = $0.kind { arguments.has($0) } else { false }
            }
            return addProblem(
                "unexpected argument `\(word)`",
                help: repeatable.map { "\($0.name) takes one value at a time: write it again before each further one" }
                    ?? "usage: \(syntax.usage)")
        }
        arguments.positionals.append(word)
    }

    private mutating func readOption(_ word: String) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts[0])
        guard let option = syntax.options.first(where: { $0.name == name }) else {
            let nearest = nearestWord(to: name, among: syntax.options.map(\.name) + ["--help"])
            // The value of an option that is only misspelled is no mistake of its own.
            if parts.count == 1, syntax.options.contains(where: { $0.name == nearest && $0.placeholder != nil }) {
                _ = followingValue()
            }
            return addProblem(
                "unknown option `\(name)`",
                help: nearest.map { "did you mean `\($0)`?" }
                    ?? "`rewardctl \(syntax.name) --help` lists the options")
        }
        let inlineValue = parts.count == 2 ? String(parts[1]) : nil
        guard option.placeholder != nil else {
            if inlineValue != nil { addProblem("takes no value", at: option, help: "write `\(name)` alone") }
            return add("", to: option)
        }
        guard let value = inlineValue ?? followingValue(), !value.isEmpty else {
            arguments.given[option, default: []] += []
            return addProblem("needs a value", at: option, help: "write `\(option.spelling)`")
        }
        if case .choice(let words) = option.kind, !words.contains(value) {
            addProblem(
                "`\(value)` is none of its values", at: option,
                help: nearestWord(to: value, among: words).map { "did you mean `\($0)`?" }
                    ?? "write one of \(words.map { "`\($0)`" }.joined(separator: ", "))")
        }
        add(value, to: option)
    }

    /// An option where a value should stand is no value; a negative one, such as an offset of `-05:00`, is.
    private mutating func followingValue() -> String? {
        guard let next = rest.first, !next.hasPrefix("--") else { return nil }
        rest.removeFirst()
        return next
    }

    private mutating func add(_ value: String, to option: Option) {
        if case .repeatable = option.kind {
        } else if let first = arguments.value(of: option) {
            addProblem(
                first == value ? "given twice" : "given twice: `\(first)` and `\(value)`", at: option,
                help: "give it once")
        }
        arguments.given[option, default: []].append(value)
    }

    mutating func checkWhatIsMissing() {
        for option in syntax.options {
            if case .value(_, isRequired: true) = option.kind, !arguments.has(option) {
                addProblem("`\(option.spelling)` is missing", help: "usage: \(syntax.usage)")
            }
        }
        if let positionals = syntax.positionals, arguments.positionals.count < positionals.count,
            !positionals.orOptions.contains(where: arguments.has)
        {
            addProblem("`\(positionals.placeholder)` is missing", help: "usage: \(syntax.usage)")
        }
    }

    private mutating func addProblem(_ message: String, at option: Option? = nil, help: String) {
        problems.append(Problem(at: option?.name ?? syntax.name, message, help: help))
    }
}
