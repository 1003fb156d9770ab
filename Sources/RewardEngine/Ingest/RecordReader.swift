/// Where a field stands in the text, without the quotes around it; not yet trimmed.
package struct RawField: Equatable, Sendable {
    package var start: Int
    package var end: Int
    package var isQuoted = false
    /// A quote inside is written twice.
    package var hasDoubledQuote = false
}

/// Splits text into records (RFC 4180), one at a time, and says where their fields are; it copies nothing.
///
/// LF, CRLF and CR end a line, mixed at will. A field is quoted only when the quote is its very first byte; elsewhere a
/// quote is text. An empty line, or one of blanks and tabs, is no record (SPEC 1).
package struct RecordReader: ~Copyable, Sendable {
    /// The physical line, from 1, on which the record begins.
    package private(set) var line = 0
    /// The offset of the record's first byte.
    package private(set) var start = 0
    package private(set) var fieldCount = 0
    /// False when the text ends with the record.
    package private(set) var endsWithLineEnd = false
    /// How many physical lines the record takes up.
    var lineCount: Int { nextLine - line + (endsWithLineEnd ? 0 : 1) }
    /// The first field with text after its closing quote (the flaw `quotes`). It is then given whole, with its quotes.
    package private(set) var flawedField: Int?
    /// The first `fieldCount` are the record's; what follows is room.
    package private(set) var fields: [RawField]

    private let place: String
    /// The offset of the first byte behind the record.
    private(set) var position: Int
    /// The physical line of `position`.
    private(set) var nextLine: Int
    private var delimiters: DelimiterScan

    /// Begins at `offset`, which is the first byte of physical line `line`. `place` names the text in a Failure.
    package init(place: String, at offset: Int = 0, line: Int = 1) {
        self.place = place
        position = offset
        nextLine = line
        delimiters = DelimiterScan(at: offset)
        fields = Array(repeating: RawField(start: 0, end: 0), count: 32)
    }

    /// Goes to where a record begins, on the physical line `line`.
    mutating func move(to offset: Int, line: Int) {
        nextLine = line
        if offset == position { return }
        position = offset
        delimiters = DelimiterScan(at: offset)
    }

    /// Moves on to the next record; false at the end of the text. It is always to be given the same text. Refuses a
    /// quote that never closes, naming the line where it opened.
    package mutating func next(in bytes: Span<UInt8>) throws(Failure) -> Bool {
        guard skipBlankLines(in: bytes) else { return false }
        start = position
        line = nextLine
        var split = RecordSplit(at: position, line: nextLine, delimiters: delimiters)
        do throws(OpenQuote) {
            while try !split.fill(fields.mutableSpan, in: bytes) {
                fields.append(contentsOf: fields.map { _ in RawField(start: 0, end: 0) })
            }
        } catch {
            throw Failure(
                .refused, at: place, "the quote that opens on line \(error.line) never closes",
                help: "close it, or write the field without a quote as its first character")
        }
        fieldCount = split.fieldCount
        flawedField = split.flawedField
        delimiters = split.delimiters
        position = split.fieldStart
        nextLine = split.line
        endsWithLineEnd = position < bytes.count
        if endsWithLineEnd { passLineEnd(in: bytes) }
        return true
    }

    /// Goes to the first line with more than blanks and tabs.
    @inline(__always)
    private mutating func skipBlankLines(in bytes: Span<UInt8>) -> Bool {
        if position < bytes.count, bytes[position] > Byte.blank { return true }
        return skipBlankLinesSlowly(in: bytes)
    }

    @inline(never)
    private mutating func skipBlankLinesSlowly(in bytes: Span<UInt8>) -> Bool {
        var index = position
        while index < bytes.count {
            switch bytes[index] {
            case Byte.blank, Byte.tab:
                index += 1
            case Byte.lineFeed, Byte.carriageReturn:
                position = index
                passLineEnd(in: bytes)
                index = position
            default:
                delimiters.skip(to: position)
                return true
            }
        }
        position = index
        return false
    }

    /// `position` is at a line end, and goes behind it.
    @inline(__always)
    private mutating func passLineEnd(in bytes: Span<UInt8>) {
        let end = lineEnd(at: position, in: bytes)
        // The scan has passed the first byte of the line end, but not the LF of a CRLF.
        if end > position + 1 { delimiters.skip(to: end) }
        position = end
        nextLine += 1
    }
}

/// The offset after the line end that begins at `index`.
@inline(__always)
private func lineEnd(at index: Int, in bytes: Span<UInt8>) -> Int {
    let isPair = bytes[index] == Byte.carriageReturn && index + 1 < bytes.count && bytes[index + 1] == Byte.lineFeed
    return index + (isPair ? 2 : 1)
}

/// A quote that never closes, and the physical line where it opened.
private struct OpenQuote: Error {
    var line: Int
}

/// How far one record has been split: what the hot loop keeps in registers.
private struct RecordSplit {
    var fieldCount = 0
    var flawedField: Int?
    /// Where the next field begins; at the end of the record, where its line end is.
    var fieldStart: Int
    /// The physical line of `fieldStart`.
    var line: Int
    var delimiters: DelimiterScan

    @inline(__always)
    init(at offset: Int, line: Int, delimiters: DelimiterScan) {
        fieldStart = offset
        self.line = line
        self.delimiters = delimiters
    }

    /// Goes on to the end of the record; false when there is no room left, to be called again with more.
    @inline(__always)
    mutating func fill(_ room: consuming MutableSpan<RawField>, in bytes: Span<UInt8>) throws(OpenQuote) -> Bool {
        while fieldCount < room.count {
            let delimiter: (offset: Int, byte: UInt8)
            if fieldStart < bytes.count, unsafe bytes[unchecked: fieldStart] == Byte.quote {
                let quoted = try RecordSplit.quotedField(at: fieldStart, line: line, in: bytes)
                if quoted.isFlawed, flawedField == nil { flawedField = fieldCount }
                line = quoted.line
                room[fieldCount] = quoted.field
                delimiters.skip(to: quoted.delimiter)
                delimiter = delimiters.next(in: bytes)
            } else {
                delimiter = delimiters.next(in: bytes)
                room[fieldCount] = RawField(start: fieldStart, end: delimiter.offset)
            }
            fieldCount &+= 1
            fieldStart = delimiter.offset
            guard delimiter.byte == Byte.comma else { return true }
            fieldStart &+= 1
        }
        return false
    }

    private struct QuotedField {
        var field: RawField
        /// The comma, line end or end of text behind it, and the physical line of that.
        var delimiter: Int
        var line: Int
        /// Text follows its closing quote; the field is then given whole.
        var isFlawed: Bool
    }

    /// The field whose quote is at `open`, on physical line `openLine`. A function of values, so that the state of the
    /// loop that calls it can stay in registers.
    @inline(never)
    private static func quotedField(
        at open: Int, line openLine: Int, in bytes: Span<UInt8>
    ) throws(OpenQuote) -> QuotedField {
        var field = RawField(start: open + 1, end: open + 1, isQuoted: true)
        var line = openLine
        while true {
            let index = firstMatch(of: Byte.quote, from: field.end, in: bytes)
            guard index < bytes.count else { throw OpenQuote(line: openLine) }
            if bytes[index] != Byte.quote {
                field.end = lineEnd(at: index, in: bytes)
                line += 1
            } else if index + 1 < bytes.count, bytes[index + 1] == Byte.quote {
                field.hasDoubledQuote = true
                field.end = index + 2
            } else {
                field.end = index
                break
            }
        }
        let after = field.end + 1
        if after < bytes.count, bytes[after] == Byte.comma {
            return QuotedField(field: field, delimiter: after, line: line, isFlawed: false)
        }
        let delimiter = firstMatch(of: Byte.comma, from: after, in: bytes)
        let isClean = delimiter == after || Trimming.trimmed(after..<delimiter, in: bytes).isEmpty
        return QuotedField(
            field: isClean ? field : RawField(start: open, end: delimiter), delimiter: delimiter, line: line,
            isFlawed: !isClean)
    }

    /// The first `needle`, LF or CR at or after `offset`, or the end of the text.
    @inline(__always)
    private static func firstMatch(of needle: UInt8, from offset: Int, in bytes: Span<UInt8>) -> Int {
        var index = offset
        while index < bytes.count {
            let word = WordScan.paddedWord(at: index, in: bytes)
            let matches = WordScan.matches(word, needle, Byte.lineFeed, Byte.carriageReturn)
            if matches != 0 { return index + WordScan.index(ofFirst: matches) }
            index += 8
        }
        return bytes.count
    }
}
