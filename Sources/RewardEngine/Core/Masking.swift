/// A text that came from outside, made fit to be shown in a message: no card number whole, no control character.
package func shown(_ text: String) -> String {
    escapingControls(maskingCardNumbers(text))
}

/// Every run of 13 to 19 digits, which may be a card number, keeps only its first 6 and last 4.
package func maskingCardNumbers(_ text: String) -> String {
    var result: [UInt8] = []
    var runStart = 0
    func endRun() {
        let count = result.count - runStart
        guard 13...19 ~= count else { return }
        for index in runStart + 6..<result.count - 4 { result[index] = UInt8(ascii: "*") }
    }
    for byte in text.utf8 {
        let isDigit = UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
        if !isDigit { endRun() }
        result.append(byte)
        if !isDigit { runStart = result.count }
    }
    endRun()
    return String(decoding: result, as: UTF8.self)
}

/// Control characters, which could move a terminal's cursor or break a line, are spelled out: `\n`, `\u{1B}`.
package func escapingControls(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
        if scalar.value < 0x20 || 0x7f...0x9f ~= scalar.value {
            result += scalar.escaped(asASCII: true)
        } else {
            result.unicodeScalars.append(scalar)
        }
    }
    return result
}
