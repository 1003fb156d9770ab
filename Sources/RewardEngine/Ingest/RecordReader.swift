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
package struct RecordReader: Sendable {
    /// The physical line, from 1, on which the record begins.
    package private(set) var line = 0
    /// The offset of the record's first byte.
    package private(set) var start = 0
    package private(set) var fieldCount = 0
    /// False when the text ends with the record.
    package private(set) var endsWithLineEnd = false
    /// The first field with text after its closing quote (the flaw `quotes`). It is then given whole, with its quotes.
    package private(set) var flawedField: Int?
    /// The first `fieldCount` are the record's; what follows is room.
    package private(set) var fields: [RawField]

    private let place: String
    private var position: Int
    private var nextLine: Int

    /// Begins at `offset`, which is the first byte of physical line `line`. `place` names the text in a Failure.
    package init(place: String, at offset: Int = 0, line: Int = 1) {
        self.place = place
        position = offset
        nextLine = line
        fields = Array(repeating: RawField(start: 0, end: 0), count: 32)
    }

    /// Moves on to the next record; false at the end of the text. It is always to be given the same text. Refuses a
    /// quote that never closes, naming the line where it opened.
    package mutating func next(in bytes: Span<UInt8>) throws(Failure) -> Bool {
        guard skipBlankLines(in: bytes) else { return false }
        start = position
        line = nextLine
        var scan = Scan(at: position, line: nextLine, in: bytes)
        do throws(OpenQuote) {
            while try !scan.split(into: fields.mutableSpan, in: bytes) {
                fields.append(contentsOf: fields.map { _ in RawField(start: 0, end: 0) })
            }
        } catch {
            throw Failure(
                .refused, at: place, "the quote that opens on line \(error.line) never closes",
                help: "close it, or write the field without a quote as its first character")
        }
        fieldCount = scan.fieldCount
        flawedField = scan.flawedField
        nextLine = scan.line
        endsWithLineEnd = scan.fieldStart < bytes.count
        position = scan.fieldStart
        if endsWithLineEnd { (position, nextLine) = (lineEnd(at: position, in: bytes), nextLine + 1) }
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
                index = lineEnd(at: index, in: bytes)
                nextLine += 1
                position = index
            default:
                return true
            }
        }
        position = index
        return false
    }
}

/// A quote that never closes, and the physical line where it opened.
private struct OpenQuote: Error {
    var line: Int
}

/// The offset after the line end that begins at `index`.
@inline(__always)
private func lineEnd(at index: Int, in bytes: Span<UInt8>) -> Int {
    let isPair = bytes[index] == Byte.carriageReturn && index + 1 < bytes.count && bytes[index + 1] == Byte.lineFeed
    return index + (isPair ? 2 : 1)
}

/// How far one record has been split.
private struct Scan {
    var fieldCount = 0
    var flawedField: Int?
    /// Where the next field begins; at the end of the record, where its line end is.
    var fieldStart: Int
    /// The physical line of `fieldStart`.
    var line: Int
    /// The offset of the eight bytes that `matches` is about.
    private var wordStart: Int
    /// The commas and line ends among those bytes that are still to be looked at.
    private var matches: UInt64

    @inline(__always)
    init(at offset: Int, line: Int, in bytes: Span<UInt8>) {
        fieldStart = offset
        self.line = line
        wordStart = offset
        matches = Scan.delimiters(at: offset, in: bytes)
    }

    /// Goes on to the end of the record; false when there is no room left, to be called again with more.
    @inline(__always)
    mutating func split(into room: consuming MutableSpan<RawField>, in bytes: Span<UInt8>) throws(OpenQuote) -> Bool {
        while fieldCount < room.count {
            if fieldStart < bytes.count, bytes[fieldStart] == Byte.quote {
                room[fieldCount] = try nextQuotedField(in: bytes)
            } else {
                let start = fieldStart
                fieldStart = nextDelimiter(in: bytes)
                room[fieldCount] = RawField(start: start, end: fieldStart)
            }
            fieldCount += 1
            guard fieldStart < bytes.count, bytes[fieldStart] == Byte.comma else { return true }
            fieldStart += 1
        }
        return false
    }

    @inline(__always)
    private static func delimiters(at offset: Int, in bytes: Span<UInt8>) -> UInt64 {
        WordScan.matches(WordScan.paddedWord(at: offset, in: bytes), Byte.comma, Byte.lineFeed, Byte.carriageReturn)
    }

    /// The next comma or line end, or the end of the text.
    @inline(__always)
    private mutating func nextDelimiter(in bytes: Span<UInt8>) -> Int {
        while matches == 0 {
            wordStart += 8
            if wordStart >= bytes.count { return bytes.count }
            matches = Scan.delimiters(at: wordStart, in: bytes)
        }
        let index = wordStart + WordScan.index(ofFirst: matches)
        matches &= matches &- 1
        return index
    }

    /// The quoted field that begins at `fieldStart`, which moves on to the comma, line end or end of text behind it.
    private mutating func nextQuotedField(in bytes: Span<UInt8>) throws(OpenQuote) -> RawField {
        let open = fieldStart
        var field = RawField(start: open + 1, end: open + 1, isQuoted: true)
        let openLine = line
        while true {
            let index = Scan.firstMatch(of: Byte.quote, from: field.end, in: bytes)
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
        fieldStart = Scan.firstMatch(of: Byte.comma, from: field.end + 1, in: bytes)
        wordStart = fieldStart + 1
        matches = Scan.delimiters(at: wordStart, in: bytes)
        if fieldStart == field.end + 1 || Trimming.trimmed(field.end + 1..<fieldStart, in: bytes).isEmpty {
            return field
        }
        flawedField = flawedField ?? fieldCount
        return RawField(start: open, end: fieldStart)
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
