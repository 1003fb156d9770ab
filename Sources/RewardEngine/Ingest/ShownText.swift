/// A text of the input as it may be shown to people: on one line, not too long, and never with a whole card number.
package enum ShownText {
    package static let charactersMax = 60

    /// Runs of 13 and more digits, also where single blanks or hyphens part them as on a card, keep their first six and
    /// last four.
    package static func of(_ text: String) -> String {
        let masked = maskedCardNumbers(in: Array(text.unicodeScalars))
        var shown = ""
        var count = 0
        for scalar in masked {
            if count == charactersMax { return shown + "…" }
            shown += visible(scalar)
            count += 1
        }
        return shown
    }

    private static func maskedCardNumbers(in scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        var masked = scalars
        var index = 0
        while index < scalars.count {
            guard isDigit(scalars[index]) else {
                index += 1
                continue
            }
            var digits: [Int] = []
            while index < scalars.count {
                if isDigit(scalars[index]) {
                    digits.append(index)
                } else if !isSeparator(scalars[index]) || index + 1 == scalars.count || !isDigit(scalars[index + 1]) {
                    break
                }
                index += 1
            }
            if digits.count >= 13 {
                for digit in digits.dropFirst(6).dropLast(4) { masked[digit] = "*" }
            }
        }
        return masked
    }

    private static func isDigit(_ scalar: Unicode.Scalar) -> Bool {
        "0"..."9" ~= scalar || "\u{FF10}"..."\u{FF19}" ~= scalar
    }

    private static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar == "-"
    }

    /// Control characters would break the line, or command the terminal.
    private static func visible(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default:
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: "\\u{\(String(scalar.value, radix: 16))}"
            default: String(scalar)
            }
        }
    }
}
