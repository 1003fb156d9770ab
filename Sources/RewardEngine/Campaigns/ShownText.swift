/// The user's text as a message may show it: in backticks, on one line, not too long, and without a card number.
func shown(_ text: String) -> String {
    let lengthMax = 60
    var line = ""
    for scalar in maskingCardNumbers(text).unicodeScalars {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            line += "\\u{\(String(scalar.value, radix: 16))}"
        default:
            line.unicodeScalars.append(scalar)
        }
        if line.count > lengthMax { return "`\(line.prefix(lengthMax))…`" }
    }
    return "`\(line)`"
}

/// A run of 13 digits or more may be a card number: its first six and last four are left.
func maskingCardNumbers(_ text: String) -> String {
    var masked: [UInt8] = []
    var run: [UInt8] = []
    func flush() {
        masked += run.count < 13 ? run : Array(run.prefix(6)) + Array("***".utf8) + Array(run.suffix(4))
        run = []
    }
    for byte in text.utf8 {
        if 0x30...0x39 ~= byte {
            run.append(byte)
        } else {
            flush()
            masked.append(byte)
        }
    }
    flush()
    return String(decoding: masked, as: UTF8.self)
}

/// `a, b and c`
func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
}

extension YAMLNode {
    /// What a message says stands there: `` `text` ``, `a list`.
    var shownContent: String {
        switch content {
        case .scalar(""): "an empty text"
        case .scalar(let text): shown(text)
        case .sequence(let elements) where elements.isEmpty: "an empty list"
        case .sequence: "a list"
        case .mapping(let entries) where entries.isEmpty: "an empty mapping"
        case .mapping: "a mapping"
        case .nothing, .unreadable: "nothing"
        }
    }
}
