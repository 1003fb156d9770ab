/// The `txn_id` of each row of one file: not a copy, but where it stands in the source and the hash of its bytes.
///
/// In a file without the column the rows are called `line-2`, `line-3`, … (SPEC 1).
package struct IdentityColumn: ~Copyable, Sendable {
    private var hashes: DenseColumn<UInt64>
    /// The offset in the source, or the complement of the offset in `copies`.
    private var positions: DenseColumn<Int>
    /// At most 64 in a row that is accepted; a longer id is cut here.
    private var counts: DenseColumn<UInt16>
    /// Ids that the source writes in another way.
    private var copies: [UInt8] = []
    /// False where the file has no `txn_id`: then only the line tells rows apart.
    package let isThere: Bool

    /// - Parameter rows: how many rows are likely to come.
    package init(isThere: Bool, rows: Int) {
        self.isThere = isThere
        hashes = DenseColumn(reserving: isThere ? rows : 0)
        positions = DenseColumn(reserving: isThere ? rows : 0)
        counts = DenseColumn(reserving: isThere ? rows : 0)
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
        if position >= 0 { return body(source.extracting(position..<position + Int(counts[row]))) }
        return body(copies.span.extracting((~position)..<(~position + Int(counts[row]))))
    }

    func isSame(_ row: Int, _ other: Int, in source: Span<UInt8>) -> Bool {
        guard counts[row] == counts[other] else { return false }
        for index in 0..<Int(counts[row]) where byte(index, of: row, in: source) != byte(index, of: other, in: source) {
            return false
        }
        return true
    }

    func isText(_ text: Span<UInt8>, of row: Int, in source: Span<UInt8>) -> Bool {
        guard text.count == Int(counts[row]) else { return false }
        for index in text.indices where byte(index, of: row, in: source) != text[index] { return false }
        return true
    }

    /// Whether a row comes before another of the same time: by the bytes of the id, or by line where there is none.
    package func precedes(_ row: Int, _ other: Int, in source: Span<UInt8>) -> Bool {
        guard isThere else { return row < other }
        for index in 0..<Int(min(counts[row], counts[other])) {
            let (left, right) = (byte(index, of: row, in: source), byte(index, of: other, in: source))
            if left != right { return left < right }
        }
        return counts[row] < counts[other]
    }

    @inline(__always)
    private func byte(_ index: Int, of row: Int, in source: Span<UInt8>) -> UInt8 {
        let position = positions[row]
        return position >= 0 ? source[position + index] : copies[~position + index]
    }

    /// Adds the rows of another part of the same file.
    mutating func append(contentsOf other: borrowing IdentityColumn) {
        let copied = copies.count
        hashes.append(contentsOf: other.hashes)
        counts.append(contentsOf: other.counts)
        for row in other.positions.indices {
            let position = other.positions[row]
            positions.append(position >= 0 ? position : ~(~position + copied))
        }
        copies += other.copies
    }
}
