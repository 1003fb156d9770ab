/// Whether a text stands in a JSON string as it is.
package func isPlainJSON(_ text: Span<UInt8>) -> Bool {
    for index in text.indices {
        let byte = text[index]
        if byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { return false }
    }
    return true
}

extension [UInt8] {
    /// A text as a JSON string: quotes, backslashes and control characters escaped, all else as it is.
    package mutating func append(jsonString text: Span<UInt8>) {
        append(UInt8(ascii: "\""))
        for index in text.indices {
            let byte = text[index]
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0..<0x20:
                append(contentsOf: "\\u00".utf8)
                append(hexDigit(byte >> 4))
                append(hexDigit(byte & 15))
            default:
                append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }
}

private func hexDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
}
