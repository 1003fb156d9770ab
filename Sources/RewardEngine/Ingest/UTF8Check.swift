/// Strict UTF-8 without NUL: no overlong form, no surrogate, nothing above U+10FFFF.
package enum UTF8Check {
    /// The offset of the first byte that is NUL or begins a malformed sequence; nil when all is well.
    package static func firstFault(in bytes: Span<UInt8>) -> Int? {
        var index = 0
        while true {
            index = endOfASCII(from: index, in: bytes)
            if index >= bytes.count { return nil }
            // Chinese text comes in runs: stay with the sequences until the next ASCII character.
            repeat {
                let length = sequenceLength(at: index, in: bytes)
                if length == 0 { return index }
                index += length
            } while index < bytes.count && bytes[index] >= 0x80
        }
    }

    /// The same, each worker with stretches of its own.
    /// - Parameter stretch: the fewest bytes that are worth a worker.
    package static func firstFault(
        in bytes: Span<UInt8>, workers: some Workers, stretch: Int = 1 << 20
    ) -> Int? {
        let count = max(1, min(workers.count * 4, bytes.count / stretch))
        let found = (0..<count).map { _ in Fault() }
        workers.forEach(count) { index in
            let start = index == 0 ? 0 : sequenceStart(bytes.count / count * index, in: bytes)
            let end = index + 1 < count ? sequenceStart(bytes.count / count * (index + 1), in: bytes) : bytes.count
            found[index].offset = firstFault(in: bytes.extracting(start..<end)).map { $0 + start }
        }
        return found.lazy.compactMap(\.offset).first
    }

    /// The first place from `offset` on that is not within a sequence, as far as one may be long.
    private static func sequenceStart(_ offset: Int, in bytes: Span<UInt8>) -> Int {
        var start = offset
        while start < bytes.count, start < offset + 3, bytes[start] & 0xC0 == 0x80 { start += 1 }
        return start
    }

    /// Where a worker leaves what it has found.
    private final class Fault: @unchecked Sendable {
        var offset: Int?
    }

    /// The offset of the first byte from `start` on that is NUL or not ASCII; in steps of 32 bytes as long as it goes.
    @inline(__always)
    private static func endOfASCII(from start: Int, in bytes: Span<UInt8>) -> Int {
        var index = start
        while index <= bytes.count - 32 {
            let first = mark(at: index, in: bytes) | mark(at: index + 8, in: bytes)
            let second = mark(at: index + 16, in: bytes) | mark(at: index + 24, in: bytes)
            if (first | second) & WordScan.topBits != 0 { break }
            index += 32
        }
        while index <= bytes.count - 8, mark(at: index, in: bytes) & WordScan.topBits == 0 { index += 8 }
        while index < bytes.count, bytes[index] &- 1 < 0x7F { index += 1 }
        return index
    }

    /// A word whose top bits are all clear exactly when the eight bytes are ASCII without NUL.
    @inline(__always)
    private static func mark(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
        let word = WordScan.word(at: offset, in: bytes)
        return word | (word &- WordScan.ones)
    }

    /// The length of the well-formed sequence at `index` (Unicode 3.9, table 3-7); 0 for NUL and for a malformed one.
    @inline(__always)
    private static func sequenceLength(at index: Int, in bytes: Span<UInt8>) -> Int {
        func isContinuation(_ distance: Int, from low: UInt8 = 0x80, through high: UInt8 = 0xBF) -> Bool {
            guard index + distance < bytes.count else { return false }
            let byte = bytes[index + distance]
            return low <= byte && byte <= high
        }
        let first = bytes[index]
        switch first {
        case 0x01...0x7F:
            return 1
        case 0xC2...0xDF:
            return isContinuation(1) ? 2 : 0
        case 0xE0...0xEF:
            let second = isContinuation(1, from: first == 0xE0 ? 0xA0 : 0x80, through: first == 0xED ? 0x9F : 0xBF)
            return second && isContinuation(2) ? 3 : 0
        case 0xF0...0xF4:
            let second = isContinuation(1, from: first == 0xF0 ? 0x90 : 0x80, through: first == 0xF4 ? 0x8F : 0xBF)
            return second && isContinuation(2) && isContinuation(3) ? 4 : 0
        default:
            return 0
        }
    }
}
