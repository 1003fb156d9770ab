/// Reads a file in as many parts as there are workers, at the same time.
///
/// Where a record begins cannot be told in the middle of a file, since a line end may stand within quotes. So every part
/// but the first is read from a line start that is most likely a record's; whether it was, shows when the part before
/// has been read. A part that began wrongly, or failed, is read again from where it really begins.
struct PartReader {
    let plan: ReadingPlan

    /// Reads all records from where `reader` stands.
    func read(
        from reader: borrowing RecordReader, in bytes: Span<UInt8>, workers: some Workers
    ) throws(Failure) -> FilePart {
        let (position, line) = (reader.position, reader.nextLine)
        let starts = starts(from: position, in: bytes, parts: workers.count)
        let bits = IdentityHashes.bucketBits(forCount: PartReader.likelyRows(position..<bytes.count, in: bytes))
        let slots = starts.map { _ in PartSlot() }
        workers.forEach(starts.count) { index in
            let limit = index + 1 < starts.count ? starts[index + 1] : bytes.count
            let start = RecordReader(place: plan.place, at: starts[index], line: index == 0 ? line : 1)
            // The first part takes in the others.
            let room = starts[index]..<(index == 0 ? bytes.count : limit)
            // A failure may come of a wrong start: the second reading tells.
            slots[index].part = try? part(from: start, until: limit, in: bytes, room: room, bucketBits: bits)
        }
        guard var whole = slots[0].part.take() else {
            let start = RecordReader(place: plan.place, at: position, line: line)
            return try part(
                from: start, until: bytes.count, in: bytes, room: position..<bytes.count, bucketBits: bits)
        }
        for (index, start) in starts.enumerated().dropFirst() {
            if let next = slots[index].part.take(), whole.end == start {
                whole.append(contentsOf: next)
                continue
            }
            let limit = index + 1 < starts.count ? starts[index + 1] : bytes.count
            var parser = plan.parser()
            try whole.read(
                from: RecordReader(place: plan.place, at: whole.end, line: whole.endLine), until: limit,
                with: &parser, in: bytes)
        }
        return whole
    }

    private func part(
        from reader: consuming RecordReader, until limit: Int, in bytes: Span<UInt8>, room: Range<Int>, bucketBits: Int
    ) throws(Failure) -> FilePart {
        var part = FilePart(plan: plan, rows: PartReader.likelyRows(room, in: bytes), bucketBits: bucketBits)
        var parser = plan.parser()
        try part.read(from: reader, until: limit, with: &parser, in: bytes)
        return part
    }

    /// The line starts, ascending, that divide the rest of the file evenly; the first is where it begins.
    private func starts(from first: Int, in bytes: Span<UInt8>, parts: Int) -> [Int] {
        let count = max(1, min(parts, (bytes.count - first) / max(1, plan.division.shortestPart)))
        var starts = [first]
        for part in 1..<count {
            var offset = first + (bytes.count - first) / count * part
            while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
            if offset + 1 < bytes.count, offset + 1 > starts[starts.count - 1] { starts.append(offset + 1) }
        }
        return starts
    }

    /// At most how many rows are likely to stand there, by the shortest of the first lines: memory that is reserved for
    /// too many costs nothing.
    private static func likelyRows(_ stretch: Range<Int>, in bytes: Span<UInt8>) -> Int {
        var (shortest, start) = (1 << 10, stretch.lowerBound)
        for index in start..<min(stretch.upperBound, start + 1 << 14) where bytes[index] == UInt8(ascii: "\n") {
            if index - start > 16 { shortest = min(shortest, index - start) }
            start = index + 1
        }
        return stretch.count / max(16, shortest) + 16
    }
}

/// Where a worker leaves the part that it has read; nil where it failed.
private final class PartSlot: @unchecked Sendable {
    var part: FilePart?
}
