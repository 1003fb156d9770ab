/// Eight bytes of text at a time: how the reader finds commas and line ends, and the parser reads digits.
///
/// Bytes are numbered from the lowest, as they stand in the file.
enum WordScan {
    static let ones: UInt64 = 0x0101_0101_0101_0101
    static let topBits: UInt64 = 0x8080_8080_8080_8080
    static let zeroDigits: UInt64 = 0x3030_3030_3030_3030

    /// The eight bytes at `offset`; the caller sees to it that they are there (it traps otherwise).
    @inline(__always)
    static func word(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
        UInt64(littleEndian: unsafe bytes.bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// The eight bytes at `offset`, with NULs (which no accepted text holds) after the end of the text.
    @inline(__always)
    static func paddedWord(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
        offset <= bytes.count - 8 ? word(at: offset, in: bytes) : lastWord(at: offset, in: bytes)
    }

    @inline(never)
    private static func lastWord(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
        var word: UInt64 = 0
        var index = bytes.count
        while index > offset {
            index -= 1
            word = word << 8 | UInt64(bytes[index])
        }
        return word
    }

    /// The top bit of every byte that is one of three ASCII characters, exactly.
    @inline(__always)
    static func matches(_ word: UInt64, _ first: UInt8, _ second: UInt8, _ third: UInt8) -> UInt64 {
        let low = word & ~topBits
        let differs =
            ((low ^ ones &* UInt64(first)) &+ ~topBits) & ((low ^ ones &* UInt64(second)) &+ ~topBits)
            & ((low ^ ones &* UInt64(third)) &+ ~topBits)
        return ~(differs | word) & topBits
    }

    /// How many bytes stand before the first one marked in `matches`.
    @inline(__always)
    static func index(ofFirst matches: UInt64) -> Int {
        matches.trailingZeroBitCount >> 3
    }

    @inline(__always)
    static func isAllDigits(_ word: UInt64) -> Bool {
        let highHalves: UInt64 = 0xF0F0_F0F0_F0F0_F0F0
        return word & highHalves == zeroDigits && (word &+ 0x0606_0606_0606_0606) & highHalves == zeroDigits
    }

    /// The number that eight ASCII digits make.
    @inline(__always)
    static func number(ofDigits word: UInt64) -> Int {
        let digits = word &- zeroDigits
        let pairs = (digits &* 10 &+ digits >> 8) & 0x00FF_00FF_00FF_00FF
        let fours = (pairs &* 100 &+ pairs >> 16) & 0x0000_FFFF_0000_FFFF
        return Int(truncatingIfNeeded: (fours &* 10_000 &+ fours >> 32) & 0xFFFF_FFFF)
    }

    /// A word of at most eight ASCII letters as `paddedWord` would load it.
    static func word(of text: StaticString) -> UInt64 {
        text.withUTF8Buffer { letters in
            unsafe letters.reversed().reduce(0) { $0 << 8 | UInt64($1) }
        }
    }
}

/// The bytes that the ways of writing a row give a meaning to.
enum Byte {
    static let tab = UInt8(ascii: "\t")
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let blank = UInt8(ascii: " ")
    static let quote = UInt8(ascii: "\"")
    static let comma = UInt8(ascii: ",")
    static let stop = UInt8(ascii: ".")
    static let zero = UInt8(ascii: "0")

    /// 0…9, or more than 9 for what is no digit.
    @inline(__always)
    static func digit(_ byte: UInt8) -> Int {
        Int(byte &- zero)
    }
}
