extension FixedWidth {
    /// The records of a file as delimited text, line for line, behind a header of the fields' names. Places are counted in
    /// bytes of the file as it is, before any change of encoding: so do those who lay out such records. A comma or quote
    /// is never a part of a longer character, in GB18030 neither.
    ///
    /// A line that is too short has only the fields that it holds whole; one that is too long has one more.
    func delimited(_ source: Span<UInt8>) -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(source.count + source.count / 4)
        append(fields.map { Array($0.name.utf8) }, to: &text)
        var (start, end) = (0, 0)
        while let line = PhysicalLine(from: start, in: source) {
            text.append(Byte.lineFeed)
            append(records(start..<line.end, in: source), to: &text)
            (start, end) = (line.next, line.end)
        }
        if end < source.count { text.append(Byte.lineFeed) }
        return text
    }

    private func records(_ line: Range<Int>, in source: Span<UInt8>) -> [[UInt8]] {
        if line.allSatisfy({ source[$0] == Byte.blank || source[$0] == Byte.tab }) { return [] }
        var cut: [[UInt8]] = []
        for field in fields {
            let start = line.lowerBound + field.start
            guard start + field.width <= line.upperBound else { break }
            cut.append((start..<start + field.width).map { source[$0] })
        }
        if recordLength > 0, line.count > recordLength {
            cut.append((line.lowerBound + recordLength..<line.upperBound).map { source[$0] })
        }
        // A line of blanks would be no record.
        return cut.isEmpty ? [line.map { source[$0] }] : cut
    }

    private func append(_ fields: [[UInt8]], to text: inout [UInt8]) {
        for (index, field) in fields.enumerated() {
            if index > 0 { text.append(Byte.comma) }
            text.append(csv: field)
        }
    }
}

extension [UInt8] {
    /// Appends a field of delimited text, quoted where it has to be. A line end within it becomes a blank, so that lines
    /// stay those of the file.
    mutating func append(csv field: some Collection<UInt8>) {
        let isPlain = field.allSatisfy {
            $0 != Byte.comma && $0 != Byte.quote && $0 != Byte.lineFeed && $0 != Byte.carriageReturn
        }
        if isPlain { return append(contentsOf: field) }
        append(Byte.quote)
        for byte in field {
            switch byte {
            case Byte.quote:
                append(Byte.quote)
                append(Byte.quote)
            case Byte.lineFeed, Byte.carriageReturn: append(Byte.blank)
            default: append(byte)
            }
        }
        append(Byte.quote)
    }
}
