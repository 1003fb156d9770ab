/// A 64-bit hash of bytes: eight at a time, each word folded in by the two halves of a full product. Equal hashes prove
/// nothing: whoever uses it compares the bytes.
@inline(__always)
package func byteHash(of text: Span<UInt8>) -> UInt64 {
    let bytes = unsafe text.bytes
    let count = text.count
    var state = 0x9E37_79B9_7F4A_7C15 ^ UInt64(truncatingIfNeeded: count)
    var offset = 0
    while offset + 8 <= count {
        state = fold(state ^ (unsafe bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self)))
        offset += 8
    }
    var tail: UInt64 = 0
    while offset < count {
        tail = tail << 8 | UInt64(unsafe bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
        offset += 1
    }
    return fold(state ^ tail)
}

@inline(__always)
private func fold(_ value: UInt64) -> UInt64 {
    let product = value.multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
    return product.high ^ product.low
}

/// Spreads a key of small integers over all bits.
@inline(__always)
package func keyHash(of key: UInt64) -> UInt64 {
    fold(key ^ 0x9E37_79B9_7F4A_7C15)
}
