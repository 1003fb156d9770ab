/// The `txn_id` of each row of one file: not a copy, but where it stands in the source and the hash of its bytes.
///
/// In a file without the column the rows are called `line-2`, `line-3`, … (SPEC 1).
package struct IdentityColumn: Sendable {
    private var hashes: [UInt64] = []
    /// The offset in the source, or the complement of the offset in `copies`.
    private var positions: [Int] = []
    /// At most 64 in a row that is accepted; a longer id is cut here.
    private var counts: [UInt16] = []
    /// Ids that the source writes in another way.
    private var copies: [UInt8] = []
    /// False where the file has no `txn_id`: then only the line tells rows apart.
    package let isThere: Bool

    package init(isThere: Bool) {
        self.isThere = isThere
    }

    /// Adds the id of the next row; `text` are its bytes, at `sourceOffset` of the source unless that is nil.
    mutating func append(_ text: Span<UInt8>, sourceOffset: Int?) {
        hashes.append(byteHash(of: text))
        counts.append(UInt16(clamping: text.count))
        if let sourceOffset {
            positions.append(sourceOffset)
        } else {
            positions.append(~copies.count)
            for index in text.indices { copies.append(text[index]) }
        }
    }

    func hash(at row: Int) -> UInt64 { hashes[row] }

    /// Lends the bytes of a row's id; `source` is what the file was read from.
    package func withText<Result>(of row: Int, in source: Span<UInt8>, _ body: (Span<UInt8>) -> Result) -> Result {
        let position = positions[row]
        return position >= 0
            ? body(source.extracting(position..<position + Int(counts[row])))
            : body(copies.span.extracting((~position)..<(~position + Int(counts[row]))))
    }

    func isSame(_ row: Int, _ other: Int, in source: Span<UInt8>) -> Bool {
        withText(of: row, in: source) { isText($0, of: other, in: source) }
    }

    func isText(_ text: Span<UInt8>, of row: Int, in source: Span<UInt8>) -> Bool {
        withText(of: row, in: source) { equal($0, text) }
    }

    /// Whether a row comes before another of the same time: by the bytes of the id, or by line where there is none.
    package func precedes(_ row: Int, _ other: Int, in source: Span<UInt8>) -> Bool {
        guard isThere else { return row < other }
        return withText(of: row, in: source) { left in
            withText(of: other, in: source) { right in
                for index in 0..<min(left.count, right.count) where left[index] != right[index] {
                    return left[index] < right[index]
                }
                return left.count < right.count
            }
        }
    }
}

func equal(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
    guard left.count == right.count else { return false }
    for index in left.indices where left[index] != right[index] { return false }
    return true
}
