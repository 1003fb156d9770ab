/// Blanks, tabs, U+00A0 and U+3000 go from both ends of every field and header, quoted or not (SPEC 1).
enum Trimming {
    /// Whether text that begins and ends with these bytes needs no trimming; false says only that one has to look.
    @inline(__always)
    static func isNeedless(first: UInt8, last: UInt8) -> Bool {
        first &- 0x21 < 0x5E && last &- 0x21 < 0x5E
    }

    static func trimmed(_ range: Range<Int>, in bytes: Span<UInt8>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end {
            let length = blankLength(at: start, before: end, in: bytes)
            if length == 0 { break }
            start += length
        }
        while start < end {
            let length = blankLength(endingAt: end, after: start, in: bytes)
            if length == 0 { break }
            end -= length
        }
        return start..<end
    }

    /// The length in bytes of the blank that begins at `start`; 0 where there is none.
    private static func blankLength(at start: Int, before end: Int, in bytes: Span<UInt8>) -> Int {
        switch bytes[start] {
        case Byte.blank, Byte.tab: 1
        case 0xC2: end - start >= 2 && bytes[start + 1] == 0xA0 ? 2 : 0
        case 0xE3: end - start >= 3 && bytes[start + 1] == 0x80 && bytes[start + 2] == 0x80 ? 3 : 0
        default: 0
        }
    }

    private static func blankLength(endingAt end: Int, after start: Int, in bytes: Span<UInt8>) -> Int {
        switch bytes[end - 1] {
        case Byte.blank, Byte.tab: 1
        case 0xA0: end - start >= 2 && bytes[end - 2] == 0xC2 ? 2 : 0
        case 0x80: end - start >= 3 && bytes[end - 2] == 0x80 && bytes[end - 3] == 0xE3 ? 3 : 0
        default: 0
        }
    }
}
