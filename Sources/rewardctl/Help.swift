package import RewardEngine

extension Syntax {
    /// The command line in short: `rewardctl ledger --db FILE [--cardholder X]`.
    package var usage: String {
        usageParts.joined(separator: " ")
    }

    private var usageParts: [String] {
        let optionParts = options.map { option in
            switch option.kind {
            case .value(_, isRequired: true): option.spelling
            case .repeatable: "[\(option.spelling)]…"
            default: "[\(option.spelling)]"
            }
        }
        let positionalPart = positionals.map { positionals in
            let part = positionals.isRepeatable ? "\(positionals.placeholder)…" : positionals.placeholder
            return positionals.orOptions.isEmpty ? part : "[\(part)]"
        }
        return ["rewardctl \(name)"] + optionParts + (positionalPart.map { [$0] } ?? [])
    }

    /// The whole of `--help`, no line longer than `width` where words allow it; ends in a line feed.
    package func helpText(width: Int) -> String {
        var optionEntries = options.map { option in
            if case .repeatable = option.kind { return (option.spelling, "\(option.help); repeatable") }
            return (option.spelling, option.help)
        }
        optionEntries.append(("-h, --help", "show this help"))
        var sections = [
            wrapped(usageParts, firstIndent: "usage: ", indent: 11, width: width),
            wrapped(summary.split(separator: " ").map(String.init), firstIndent: "", indent: 0, width: width),
        ]
        if let positionals {
            sections.append(section("arguments", [(positionals.placeholder, positionals.help)], width: width))
        }
        sections.append(section("options", optionEntries, width: width))
        sections.append(section("exit codes", exitCodes.map { ("\($0.rawValue)", $0.meaning) }, width: width))
        if !examples.isEmpty {
            sections.append("examples:\n" + examples.map { "  \($0)\n" }.joined())
        }
        return sections.joined(separator: "\n")
    }

    private func section(_ title: String, _ entries: [(name: String, help: String)], width: Int) -> String {
        let column = min(entries.map(\.name.count).max() ?? 0, 30) + 4
        return "\(title):\n"
            + entries.map { entry in
                let head = "  " + entry.name
                let words = entry.help.split(separator: " ").map(String.init)
                // A long name stands on a line of its own.
                if head.count + 2 > column {
                    let indent = String(repeating: " ", count: column)
                    return head + "\n" + wrapped(words, firstIndent: indent, indent: column, width: width)
                }
                let padding = String(repeating: " ", count: column - head.count)
                return wrapped(words, firstIndent: head + padding, indent: column, width: width)
            }.joined()
    }

    /// Words joined by blanks into lines of at most `width`, those after the first indented by `indent` blanks.
    private func wrapped(_ words: [String], firstIndent: String, indent: Int, width: Int) -> String {
        var lines: [String] = []
        var line = firstIndent
        var isLineEmpty = true
        for word in words {
            if !isLineEmpty, line.count + 1 + word.count > width {
                lines.append(line)
                line = String(repeating: " ", count: indent)
                isLineEmpty = true
            }
            line += isLineEmpty ? word : " " + word
            isLineEmpty = false
        }
        lines.append(line)
        return lines.map { $0 + "\n" }.joined()
    }
}

extension ExitCode {
    /// What the help says of it (SPEC 8).
    package var meaning: String {
        switch self {
        case .done: "done"
        case .rowsRejected: "done, and some rows were rejected"
        case .usage: "the command line is wrong"
        case .refused: "refused: bad data or a bad rule file"
        case .inputNotFound: "an input file was not found"
        case .internalError: "internal error"
        case .inputOutput: "reading or writing failed, such as on a full disk"
        case .busy: "another writer holds the database: try later"
        case .foreignDatabase: "the database is newer than the program, or no rewards database"
        }
    }
}
