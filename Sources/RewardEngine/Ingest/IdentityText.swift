/// The texts that name something: identities and currencies (SPEC 1).
enum IdentityText {
    static let bytesMax = 64

    /// What is wrong with an identity that is there: too long, or what a spreadsheet has made of it.
    @inline(__always)
    static func fault(in bytes: Span<UInt8>, _ range: Range<Int>, column: Column) -> RowFault? {
        if range.count > bytesMax { return .longIdentity(column) }
        guard range.count >= 6, bytes[range.lowerBound + 1] == Byte.stop else { return nil }
        return isSpreadsheetNumber(in: bytes, range) ? .spreadsheetIdentity(column) : nil
    }

    /// `2.01612E+17`: digit, stop, digits, `E+`, two digits or more.
    private static func isSpreadsheetNumber(in bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        func endOfDigits(from start: Int) -> Int {
            var index = start
            while index < range.upperBound, Byte.digit(bytes[index]) <= 9 { index += 1 }
            return index
        }
        let start = range.lowerBound
        let exponent = endOfDigits(from: start + 2)
        return Byte.digit(bytes[start]) <= 9 && bytes[start + 1] == Byte.stop && exponent > start + 2
            && exponent + 4 <= range.upperBound && bytes[exponent] == UInt8(ascii: "E")
            && bytes[exponent + 1] == UInt8(ascii: "+") && endOfDigits(from: exponent + 2) == range.upperBound
    }

    /// Three capital ASCII letters.
    static func isCurrency(_ bytes: Span<UInt8>, _ range: Range<Int>) -> Bool {
        range.count == 3 && range.allSatisfy { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= bytes[$0] }
    }
}
