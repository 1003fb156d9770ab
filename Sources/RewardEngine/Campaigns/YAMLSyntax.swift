/// Places and sentences for what is no YAML at all.
extension YAMLSyntaxError {
    func tell(in source: MarkedText, bytes: [UInt8], to problems: ProblemCollector) {
        var index: Int
        switch position {
        case .character(let count): index = count
        case .byte(let count): index = MarkedText(bytes.prefix(count)).characters.count
        }
        let character = source.character(at: index)
        var message = "this is no YAML: \(problem)"
        if let context {
            message += " \(context.words)"
            let begin = source.mark(at: context.index)
            if index >= source.characters.count {
                // Whatever is missing at the end is looked for where it began.
                index = context.index
            } else if context.index < index {
                message += ", which begins at line \(begin.line), column \(begin.column)"
            }
        }
        problems.add(at: source.mark(at: index), message, help: help(character: character))
    }

    private func help(character: Unicode.Scalar?) -> String? {
        switch problem {
        case "found character that cannot start any token":
            character == "\t"
                ? "indent with blanks: YAML takes no tabs there"
                : "put a value that begins with this character in quotes"
        case "mapping values are not allowed in this context":
            "a text with a colon and a blank in it needs quotes; keys of one mapping start in the same column"
        case "could not find expected ':'":
            "a key is followed by a colon and a blank"
        case "found invalid Unicode character escape code":
            "write the character itself; pairs such as `\\ud83d\\ude00` are read in a file that is JSON throughout"
        case "found unknown escape character":
            "in double quotes a backslash is written twice; single quotes take it as it is"
        case "found unexpected end of stream":
            "a quote that was opened is never closed"
        case "did not find expected key":
            "keys of one mapping start in the same column"
        case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
            "entries are separated by commas, and the bracket is closed at the end"
        case "control characters are not allowed":
            "remove the character; it may be invisible in an editor"
        default:
            nil
        }
    }
}
