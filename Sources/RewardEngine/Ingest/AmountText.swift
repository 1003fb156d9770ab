/// Yuan as people and banks write them, to fen, exactly (SPEC 1).
package enum AmountText {
    /// 9,999,999,999.99
    package static let maxFen = 999_999_999_999

    package enum Fault: Error, Equatable, Sendable {
        case notAnAmount
        case signed
        case bracketed
        case badGroups
        case noDigitBeforeStop
        case noDigitAfterStop
        case partOfFen
        case zero
        case tooLarge
    }

    /// The amount that the trimmed text in `range` states, in fen.
    @inline(__always)
    package static func fen(in bytes: Span<UInt8>, _ range: Range<Int>) throws(Fault) -> Int {
        if let fen = plainFen(in: bytes, range) { return fen }
        return try anyFen(in: bytes, range)
    }

    /// Amounts like `585.42`, up to 99999.99, eight bytes at once; nil for everything else.
    @inline(__always)
    private static func plainFen(in bytes: Span<UInt8>, _ range: Range<Int>) -> Int? {
        guard 4...8 ~= range.count, range.upperBound >= 8 else { return nil }
        // The text moves to the upper end of the word, and zeros fill the place of what stands before it.
        let fill = UInt64(8 - range.count) &* 8
        let word = WordScan.word(at: range.upperBound - 8, in: bytes)
        let padded = (word &>> fill) &<< fill | WordScan.zeroDigits & ((1 &<< fill) &- 1)
        guard UInt8(truncatingIfNeeded: padded &>> 40) == Byte.stop else { return nil }
        let yuan = (padded & 0xFF_FFFF_FFFF) &<< 8 | UInt64(Byte.zero)
        let digits = yuan | padded & 0xFFFF_0000_0000_0000
        guard WordScan.isAllDigits(digits) else { return nil }
        let fen = WordScan.number(ofDigits: digits)
        return fen > 0 ? fen : nil
    }

    @inline(never)
    private static func anyFen(in bytes: Span<UInt8>, _ range: Range<Int>) throws(Fault) -> Int {
        var cursor = Cursor(range: range)
        if cursor.peek(in: bytes) == .yuanSign { cursor.next(in: bytes) }
        let yuan = try yuan(&cursor, in: bytes)
        var fen = yuan.multipliedReportingOverflow(by: 100).partialValue
        if cursor.peek(in: bytes) == .stop {
            cursor.next(in: bytes)
            fen += try fraction(&cursor, in: bytes)
        }
        guard cursor.peek(in: bytes) == .end else { throw cursor.fault(in: bytes) }
        guard fen <= maxFen else { throw .tooLarge }
        guard fen > 0 else { throw .zero }
        return fen
    }

    /// Digits in one run, or in groups of three behind a first one of one to three.
    private static func yuan(_ cursor: inout Cursor, in bytes: Span<UInt8>) throws(Fault) -> Int {
        var yuan = 0
        var groupDigits = 0
        var hasGroups = false
        while true {
            switch cursor.peek(in: bytes) {
            case .digit(let digit):
                // Enough to stay too large, and not so much as to overflow.
                yuan = min(yuan * 10 + digit, maxFen)
                groupDigits += 1
            case .comma where groupDigits > 0:
                guard hasGroups ? groupDigits == 3 : groupDigits <= 3 else { throw .badGroups }
                hasGroups = true
                groupDigits = 0
            case .stop where groupDigits == 0 && !hasGroups:
                throw .noDigitBeforeStop
            default:
                guard groupDigits > 0 || hasGroups else { throw cursor.fault(in: bytes) }
                guard !hasGroups || groupDigits == 3 else { throw .badGroups }
                return yuan
            }
            cursor.next(in: bytes)
        }
    }

    /// The fen behind the stop; what stands behind those must be zeros.
    private static func fraction(_ cursor: inout Cursor, in bytes: Span<UInt8>) throws(Fault) -> Int {
        var fen = 0
        var digits = 0
        while case .digit(let digit) = cursor.peek(in: bytes) {
            switch digits {
            case 0: fen = digit * 10
            case 1: fen += digit
            default: guard digit == 0 else { throw .partOfFen }
            }
            digits += 1
            cursor.next(in: bytes)
        }
        guard digits > 0 else { throw cursor.isAtEnd ? .noDigitAfterStop : cursor.fault(in: bytes) }
        return fen
    }

    private enum Symbol: Equatable {
        case digit(Int)
        case stop
        case comma
        case yuanSign
        case other
        case end
    }

    /// Reads characters of an amount, half-width and full-width alike.
    private struct Cursor {
        var range: Range<Int>

        var isAtEnd: Bool { range.isEmpty }

        mutating func next(in bytes: Span<UInt8>) {
            let lead = bytes[range.lowerBound]
            range = range.lowerBound + (lead < 0x80 ? 1 : lead < 0xE0 ? 2 : 3)..<range.upperBound
        }

        func peek(in bytes: Span<UInt8>) -> Symbol {
            guard let lead = byte(0, in: bytes) else { return .end }
            switch lead {
            case Byte.stop: return .stop
            case Byte.comma: return .comma
            case UInt8(ascii: "0")...UInt8(ascii: "9"): return .digit(Byte.digit(lead))
            case 0xC2: return byte(1, in: bytes) == 0xA5 ? .yuanSign : .other
            case 0xEF: return fullWidth(in: bytes)
            default: return .other
            }
        }

        /// U+FF0C, U+FF0E, U+FF10–FF19 and U+FFE5.
        private func fullWidth(in bytes: Span<UInt8>) -> Symbol {
            switch (byte(1, in: bytes), byte(2, in: bytes)) {
            case (0xBC, 0x8C): .comma
            case (0xBC, 0x8E): .stop
            case (0xBC, .some(let last)) where 0x90...0x99 ~= last: .digit(Int(last - 0x90))
            case (0xBF, 0xA5): .yuanSign
            default: .other
            }
        }

        private func byte(_ distance: Int, in bytes: Span<UInt8>) -> UInt8? {
            distance < range.count ? bytes[range.lowerBound + distance] : nil
        }

        /// What to say about a character that an amount does not have.
        func fault(in bytes: Span<UInt8>) -> Fault {
            switch byte(0, in: bytes) {
            case UInt8(ascii: "-"), UInt8(ascii: "+"): .signed
            case 0xE2 where byte(1, in: bytes) == 0x88 && byte(2, in: bytes) == 0x92: .signed
            case 0xEF where byte(1, in: bytes) == 0xBC && (byte(2, in: bytes) == 0x8D || byte(2, in: bytes) == 0x8B):
                .signed
            case UInt8(ascii: "("): .bracketed
            default: .notAnAmount
            }
        }
    }
}
