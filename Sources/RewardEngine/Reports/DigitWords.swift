/// Decimal digits as the bytes of a word, the first digit in the lowest byte: eight are made with a few multiplications,
/// and written at once.
enum DigitWords {
    private static let zeros: UInt64 = 0x3030_3030_3030_3030

    /// The eight digits, with leading zeros, of a number below 10^8.
    @inline(__always)
    static func eight(_ value: UInt) -> UInt64 {
        values(of: value) | zeros
    }

    /// The digits, without leading zeros, of a number below 10^8, and how many they are.
    @inline(__always)
    static func few(_ value: UInt) -> (word: UInt64, count: Int) {
        let values = values(of: value)
        let leadingZeros = min(values.trailingZeroBitCount / 8, 7)
        return ((values | zeros) >> UInt64(leadingZeros * 8), 8 - leadingZeros)
    }

    /// The two digits of a number below 100.
    @inline(__always)
    static func two(_ value: UInt) -> UInt64 {
        UInt64(value / 10 | (value % 10) << 8) | 0x3030
    }

    /// One digit in each byte. Halves, quarters and eighths are divided all at once: 10486 / 2^20 is a hundredth and
    /// 103 / 2^10 a tenth, exact for so small numbers.
    @inline(__always)
    private static func values(of value: UInt) -> UInt64 {
        let halves = UInt64(value / 10_000) | UInt64(value % 10_000) << 32
        let hundreds = (halves &* 10_486) >> 20 & 0x0000_007F_0000_007F
        let pairs = hundreds | (halves &- 100 &* hundreds) << 16
        let tens = (pairs &* 103) >> 10 & 0x000F_000F_000F_000F
        return tens | (pairs &- 10 &* tens) << 8
    }
}
