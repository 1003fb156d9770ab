/// Finds the commas and line ends of a text, 64 bytes at a time: a mask of the places comes first, and then each place
/// costs a few instructions, whatever the lengths of the fields.
struct DelimiterScan: Sendable {
    private static let blockBytes = 64

    private var blockStart: Int
    /// One bit for each byte of the block that is a comma or a control character up to CR, and not yet passed.
    private var candidates: UInt64 = 0

    /// Begins at `offset`.
    init(at offset: Int) {
        blockStart = offset - DelimiterScan.blockBytes
    }

    /// The next comma, LF or CR, and which of them; at the end of the text its end, and 0.
    @inline(__always)
    mutating func next(in bytes: Span<UInt8>) -> (offset: Int, byte: UInt8) {
        while true {
            while candidates == 0 {
                blockStart &+= DelimiterScan.blockBytes
                if blockStart >= bytes.count { return (bytes.count, 0) }
                candidates = DelimiterScan.candidates(at: blockStart, in: bytes)
            }
            let index = blockStart &+ candidates.trailingZeroBitCount
            candidates &= candidates &- 1
            // A mark is never set beyond the end of the text.
            let byte = unsafe bytes[unchecked: index]
            if byte == Byte.comma || byte == Byte.lineFeed || byte == Byte.carriageReturn { return (index, byte) }
        }
    }

    /// Passes over everything before `offset`, which is not before the delimiter found last.
    @inline(__always)
    mutating func skip(to offset: Int) {
        if offset - blockStart < DelimiterScan.blockBytes {
            candidates &= ~0 << UInt64(offset - blockStart)
        } else {
            self = DelimiterScan(at: offset)
        }
    }

    @inline(__always)
    private static func candidates(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
        guard offset <= bytes.count &- blockBytes else { return lastCandidates(at: offset, in: bytes) }
        func marks(_ index: Int) -> UInt64 {
            // The block is known to lie within the text.
            let word = unsafe bytes.bytes.unsafeLoadUnaligned(
                fromUncheckedByteOffset: offset &+ index &* 8, as: UInt64.self)
            return DelimiterScan.marks(UInt64(littleEndian: word)) &<< UInt64(index &* 8)
        }
        return marks(0) | marks(1) | marks(2) | marks(3) | marks(4) | marks(5) | marks(6) | marks(7)
    }

    @inline(never)
    private static func lastCandidates(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
        var candidates: UInt64 = 0
        for index in offset..<bytes.count where bytes[index] == Byte.comma || bytes[index] <= Byte.carriageReturn {
            candidates |= 1 << UInt64(index - offset)
        }
        return candidates
    }

    /// Eight bits for eight bytes. One comparison serves for LF and CR, at the price of some control characters more.
    @inline(__always)
    private static func marks(_ word: UInt64) -> UInt64 {
        let low = word & ~WordScan.topBits
        let isNotComma = (low ^ WordScan.ones &* UInt64(Byte.comma)) &+ ~WordScan.topBits
        let isAbove = low &+ WordScan.ones &* UInt64(0x7F - Byte.carriageReturn)
        let marked = ~(isNotComma & isAbove | word) & WordScan.topBits
        // Gathers the eight top bits in the highest byte.
        return (marked &* 0x0002_0408_1020_4081) &>> 56
    }
}
