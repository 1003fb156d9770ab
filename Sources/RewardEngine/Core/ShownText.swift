/// A text of the input as it may be shown to people: on one line, not too long, and never with a whole card number.
package enum ShownText {
    package static let charactersMax = 60

    /// Runs of 13 and more digits, also where single blanks or hyphens part them as on a card, keep their first six and
    /// last four.
    package static func of(_ text: String) -> String {
        let masked = maskedCardNumbers(in: Array(text.unicodeScalars), parted: true)
        var shown = ""
        var count = 0
        for scalar in masked {
            if count == charactersMax { return shown + "…" }
            shown += visible(scalar)
            count += 1
        }
        return shown
    }

    /// - Parameter parted: also where single blanks or hyphens part the digits, as on a card.
    private static func maskedCardNumbers(in scalars: [Unicode.Scalar], parted: Bool) -> [Unicode.Scalar] {
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
                } else if !parted || !isSeparator(scalars[index]) || index + 1 == scalars.count
                    || !isDigit(scalars[index + 1])
                {
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

    /// A message as a whole: runs of 13 and more digits are masked, control characters escaped.
    package static func ofMessage(_ text: String) -> String {
        let masked = maskedCardNumbers(in: Array(text.unicodeScalars), parted: false)
        return masked.map(visible).joined()
    }

    /// A text with its control characters spelled out (`\n`, `\u{1b}`), which could move a terminal's cursor or break a
    /// line; otherwise as it is.
    package static func withoutControls(_ text: String) -> String {
        text.unicodeScalars.contains(where: isControl) ? text.unicodeScalars.map(visible).joined() : text
    }

    private static func visible(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        default: isControl(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        // Nearly all of what is printed is ASCII, which needs no table.
        if 0x20..<0x7f ~= scalar.value { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
