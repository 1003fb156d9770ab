/// The fields of one record as texts: trimmed, without quotes, in a buffer that is used again for each record.
struct FieldTexts {
    private(set) var bytes: [UInt8] = []
    private var ends: [Int] = []

    var count: Int { ends.count }

    /// The bytes of a field.
    func range(_ index: Int) -> Range<Int> {
        (index == 0 ? 0 : ends[index - 1])..<ends[index]
    }

    subscript(index: Int) -> ArraySlice<UInt8> { bytes[range(index)] }

    func string(_ index: Int) -> String { String(decoding: self[index], as: UTF8.self) }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
    }

    mutating func removeLast() {
        ends.removeLast()
        bytes.removeLast(bytes.count - (ends.last ?? 0))
    }

    mutating func append(_ text: some Sequence<UInt8>) {
        bytes.append(contentsOf: text)
        ends.append(bytes.count)
    }

    /// Takes the record on which `record` stands. Commas and the delimiter have changed places in its text.
    mutating func take(_ record: borrowing RecordReader, in source: Span<UInt8>, delimiter: UInt8) {
        removeAll()
        for index in 0..<record.fieldCount {
            let field = record.fields[index]
            var isSecond = false
            for place in Trimming.trimmed(field.start..<field.end, in: source) {
                let byte = source[place]
                isSecond = field.hasDoubledQuote && byte == Byte.quote && !isSecond
                if isSecond { continue }
                bytes.append(swapped(byte, delimiter))
            }
            ends.append(bytes.count)
        }
    }
}

/// The comma for the delimiter, and the delimiter for the comma: so that one reader of records, which knows commas, reads
/// all. Both are ASCII, which is no part of a longer character.
func swapped(_ byte: UInt8, _ delimiter: UInt8) -> UInt8 {
    byte == Byte.comma ? delimiter : byte == delimiter ? Byte.comma : byte
}
