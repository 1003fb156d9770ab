/// Reads a file in as many parts as there are workers, at the same time.
///
/// Where a record begins cannot be told in the middle of a file, since a line end may stand within quotes. So every part
/// but the first is read from a line start that is most likely a record's; whether it was, shows when the part before
/// has been read. A part that began wrongly, or failed, is read again from where it really begins.
struct PartReader {
    let layout: Layout
    let vocabulary: Vocabulary
    let utcOffset: UTCOffset
    let place: String
    /// The fewest bytes that are worth a part of their own.
    let shortestPart: Int

    /// Reads all records from where `reader` stands.
    func read(
        from reader: borrowing RecordReader, in bytes: Span<UInt8>, workers: some Workers
    ) throws(Failure) -> FilePart {
        let (position, line) = (reader.position, reader.nextLine)
        let starts = starts(from: position, in: bytes, parts: workers.count)
        let slots = starts.map { _ in PartSlot() }
        workers.forEach(starts.count) { index in
            let limit = index + 1 < starts.count ? starts[index + 1] : bytes.count
            let start = RecordReader(place: place, at: starts[index], line: index == 0 ? line : 1)
            // A failure may come of a wrong start: the second reading tells.
            slots[index].part = try? part(from: start, until: limit, in: bytes, rows: index == 0 ? bytes.count : limit)
        }
        guard var whole = slots[0].part.take() else {
            return try part(
                from: RecordReader(place: place, at: position, line: line), until: bytes.count, in: bytes,
                rows: bytes.count)
        }
        for (index, start) in starts.enumerated().dropFirst() {
            if let next = slots[index].part.take(), whole.end == start {
                whole.append(contentsOf: next)
                continue
            }
            let limit = index + 1 < starts.count ? starts[index + 1] : bytes.count
            var parser = parser()
            try whole.read(
                from: RecordReader(place: place, at: whole.end, line: whole.endLine), until: limit, with: &parser,
                in: bytes)
        }
        return whole
    }

    /// - Parameter rows: the offset up to which rows may come to be added.
    private func part(
        from reader: consuming RecordReader, until limit: Int, in bytes: Span<UInt8>, rows end: Int
    ) throws(Failure) -> FilePart {
        var part = FilePart(
            layout: layout, vocabulary: vocabulary,
            rows: (end - reader.position) / PartReader.likelyRecordLength(from: reader.position, in: bytes) + 16)
        var parser = parser()
        try part.read(from: reader, until: limit, with: &parser, in: bytes)
        return part
    }

    private func parser() -> RowParser {
        RowParser(layout: layout, utcOffset: utcOffset, emptyCardholder: .rejected, place: place)
    }

    /// The line starts, ascending, that divide the rest of the file evenly; the first is where it begins.
    private func starts(from first: Int, in bytes: Span<UInt8>, parts: Int) -> [Int] {
        let count = max(1, min(parts, (bytes.count - first) / max(1, shortestPart)))
        var starts = [first]
        for part in 1..<count {
            var offset = first + (bytes.count - first) / count * part
            while offset < bytes.count, bytes[offset] != UInt8(ascii: "\n") { offset += 1 }
            if offset + 1 < bytes.count, offset + 1 > starts[starts.count - 1] { starts.append(offset + 1) }
        }
        return starts
    }

    /// The shortest of the next lines, a little shortened: memory that is reserved for too many rows costs nothing.
    private static func likelyRecordLength(from first: Int, in bytes: Span<UInt8>) -> Int {
        var (shortest, start) = (1 << 10, first)
        for index in first..<min(bytes.count, first + 1 << 14) where bytes[index] == UInt8(ascii: "\n") {
            if index - start > 16 { shortest = min(shortest, index - start) }
            start = index + 1
        }
        return max(16, shortest)
    }
}

/// Where a worker leaves the part that it has read; nil where it failed.
private final class PartSlot: @unchecked Sendable {
    var part: FilePart?
}
