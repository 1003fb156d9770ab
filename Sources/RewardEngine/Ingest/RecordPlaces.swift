/// Where each row of a file begins: the offset of its record, and the physical line.
///
/// Five bytes a row: an offset is kept in two columns, and a line only where it is not the one after the line of the row
/// before.
package struct RecordPlaces: ~Copyable, Sendable {
    private var lowOffsets: DenseColumn<UInt32>
    private var highOffsets: DenseColumn<UInt8>
    /// The rows, ascending, whose line does not follow that of the row before, with their lines.
    private var jumps: [(row: Int, line: Int)] = []
    /// The line after that of the last row; 0 where the next row's line is to be noted in any case.
    private var nextLine = 0

    /// Offsets lie below this: 1 TiB.
    static let offsetLimit = 1 << 40

    /// - Parameter rows: how many rows are likely to come.
    package init(rows: Int) {
        lowOffsets = DenseColumn(reserving: rows)
        highOffsets = DenseColumn(reserving: rows)
    }

    package var count: Int { lowOffsets.count }

    /// The offset of a row's record.
    @inline(__always)
    package func offset(of row: Int) -> Int {
        Int(highOffsets[row]) << 32 | Int(lowOffsets[row])
    }

    /// The physical line, from 1, on which a row begins.
    package func line(of row: Int) -> Int {
        let jump = jumps[jumps.indices.partitioningIndex { jumps[$0].row > row } - 1]
        return jump.line + row - jump.row
    }

    /// The row that begins on a line.
    func row(ofLine line: Int) -> Int? {
        let next = jumps.indices.partitioningIndex { jumps[$0].line > line }
        if next == 0 { return nil }
        let row = jumps[next - 1].row + line - jumps[next - 1].line
        return row < (next < jumps.count ? jumps[next].row : count) ? row : nil
    }

    @inline(__always)
    package mutating func append(offset: Int, line: Int) {
        if line != nextLine { jumps.append((count, line)) }
        nextLine = line + 1
        lowOffsets.append(UInt32(truncatingIfNeeded: offset))
        highOffsets.append(UInt8(truncatingIfNeeded: offset >> 32))
    }

    /// Adds the rows of the next part of the same file, whose lines were counted from 1.
    mutating func append(contentsOf next: borrowing RecordPlaces, linesBefore: Int) {
        let rows = count
        for jump in next.jumps { jumps.append((jump.row + rows, jump.line + linesBefore)) }
        nextLine = 0
        lowOffsets.append(contentsOf: next.lowOffsets)
        highOffsets.append(contentsOf: next.highOffsets)
    }
}
