/// A 64-bit hash of bytes: eight at a time, each word folded in by the two halves of a full product. Equal hashes prove
/// nothing: whoever uses it compares the bytes.
@inline(__always)
package func byteHash(of text: Span<UInt8>) -> UInt64 {
    let count = text.count
    var state = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)
    guard count >= 8 else { return fold(state ^ shortWord(text)) }
    var offset = 0
    while offset + 8 < count {
        state = fold(state ^ word(text, at: offset))
        offset += 8
    }
    // The last word overlaps the one before it, which spares a loop over bytes.
    return fold(state ^ word(text, at: count - 8))
}

/// Spreads a key of small integers over all bits.
@inline(__always)
package func keyHash(of key: UInt64) -> UInt64 {
    fold(key ^ 0x9E37_79B9_7F4A_7C15)
}

/// Whether `text` stands in `buffer` at `start`; the buffer must be long enough.
@inline(__always)
func isEqual(_ text: Span<UInt8>, _ buffer: Span<UInt8>, at start: Int) -> Bool {
    let count = text.count
    if count < 8 {
        for index in 0..<count where text[index] != buffer[start + index] { return false }
        return true
    }
    var offset = 0
    while offset + 8 < count {
        if word(text, at: offset) != word(buffer, at: start + offset) { return false }
        offset += 8
    }
    return word(text, at: count - 8) == word(buffer, at: start + count - 8)
}

/// What tells texts apart at once: the length, and two words that of up to sixteen bytes hold all, and of a longer text
/// a hash and its end.
package struct Fingerprint: Equatable, BitwiseCopyable, Sendable {
    private var count: UInt32 = 0
    private var head: UInt64 = 0
    private var tail: UInt64 = 0

    init() {}

    @inline(__always)
    package init(of text: Span<UInt8>) {
        count = UInt32(truncatingIfNeeded: text.count)
        if text.count < 8 {
            head = shortWord(text)
        } else {
            head = text.count <= 16 ? word(text, at: 0) : byteHash(of: text)
            tail = word(text, at: text.count - 8)
        }
    }

    /// Equal fingerprints are of equal texts.
    var isWhole: Bool { count <= 16 }

    var hash: UInt64 { fold(head ^ fold(tail ^ UInt64(count))) }

    /// From 0 to 15.
    var fewBits: Int { Int(truncatingIfNeeded: (head ^ head >> 8 ^ tail >> 56) & 15) }
}

@inline(__always)
private func word(_ text: Span<UInt8>, at offset: Int) -> UInt64 {
    precondition(offset >= 0 && offset + 8 <= text.count, "a word outside the text")
    return unsafe text.bytes.unsafeLoadUnaligned(fromUncheckedByteOffset: offset, as: UInt64.self)
}

/// Up to seven bytes.
@inline(__always)
private func shortWord(_ text: Span<UInt8>) -> UInt64 {
    var word: UInt64 = 0
    for index in text.indices { word = word << 8 | UInt64(text[index]) }
    return word
}

@inline(__always)
private func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
}
