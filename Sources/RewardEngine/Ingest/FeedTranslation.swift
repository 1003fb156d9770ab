/// What a feed made of a file.
package struct FeedReading: Sendable {
    /// The physical line of the header; 0 where the records have fixed places.
    package var headerLine: Int
    /// The columns that were made, and which of the file's headers each is made of.
    package var made: [(name: String, headers: [String])]
    /// Rows that are no card transactions.
    package var leftOut = 0
    /// Rows, also those that are left out, and the sum of their amounts as the file writes them.
    package var rows = 0
    package var amountFen: Int128 = 0
    /// By the first line of a row that takes up several: how many.
    var lineCounts: [Int: Int] = [:]
    /// What of its totals does not add up, for which the file is refused.
    package var mismatches: [Problem] = []
    fileprivate(set) var notices: [String] = []
}

/// Makes of a source's file the text that the engine reads by itself: line for line, so that every row stays on the line
/// on which it came. In front of each row's own fields stand those that the feed makes.
struct FeedTranslation {
    let feed: Feed
    let place: String

    struct Translated {
        var text: [UInt8]
        var reading: FeedReading
    }

    /// The text begins with a header on line 0. `firstLine` is the physical line on which `source` begins.
    func translate(_ source: Span<UInt8>, firstLine: Int) throws(Failure) -> Translated {
        guard case .delimited(let delimiter) = feed.form, delimiter != .comma else {
            return try translate(commaDelimited: source, firstLine: firstLine, delimiter: Byte.comma)
        }
        let commas = source.indices.map { swapped(source[$0], delimiter.byte) }
        return try translate(commaDelimited: commas.span, firstLine: firstLine, delimiter: delimiter.byte)
    }

    /// - Parameter delimiter: what has changed places with the comma.
    private func translate(
        commaDelimited source: Span<UInt8>, firstLine: Int, delimiter: UInt8
    ) throws(Failure) -> Translated {
        let header = try FeedHeader.find(
            for: feed, in: source, firstLine: firstLine, delimiter: delimiter, place: place)
        var row = try FeedRow(of: feed, header: header)
        var totals = try FeedTotals(of: feed, header: header, place: place)
        let leftOut = try LeftOutRows(of: feed, header: header)
        var text = TranslatedText(made: row.names, own: header.names, capacity: source.count)
        var reading = FeedReading(
            headerLine: header.line,
            made: zip(row.names, row.names.map { name in feed.columns.first { $0.name == name } }).map { name, column in
                (name, column?.source.headers.filter { alias in header.names.contains(alias) } ?? [])
            })

        var reader = RecordReader(place: place, at: header.end, line: header.line + 1)
        var texts = FieldTexts()
        while try reader.next(in: source) {
            texts.take(reader, in: source, delimiter: delimiter)
            if texts.count == header.names.count + 1, texts[texts.count - 1].isEmpty, reader.flawedField == nil {
                // A delimiter too many at the end of the line.
                texts.removeLast()
            }
            if totals.takesTrailer(texts, line: reader.line) { continue }
            totals.add(texts)
            if reader.lineCount > 1 { reading.lineCounts[reader.line] = reader.lineCount }
            guard texts.count == header.names.count, reader.flawedField == nil else {
                row.takeDamaged(texts)
                text.append(made: row.made, own: texts, of: reader)
                continue
            }
            if leftOut.holds(of: texts) {
                reading.leftOut += 1
                continue
            }
            row.take(texts)
            text.append(made: row.made, own: texts, of: reader)
        }
        (reading.rows, reading.amountFen) = (totals.rows, totals.amountFen)
        let (refusals, notices) = totals.mismatches()
        reading.mismatches = refusals
        reading.notices = leftOutNotices(reading.leftOut) + notices
        return Translated(text: text.finish(), reading: reading)
    }
}

extension FeedTranslation {
    private func leftOutNotices(_ rows: Int) -> [String] {
        switch rows {
        case 0: []
        case 1: ["1 row is no card transaction by the feed `\(feed.id)`, and left out"]
        default: ["\(rows) rows are no card transactions by the feed `\(feed.id)`, and left out"]
        }
    }
}

/// Tells the rows that are no card transactions.
private struct LeftOutRows {
    private let rules: [(condition: Test, exception: Test?)]

    private struct Test {
        var field: Int?
        var condition: LeftOut.Condition

        func holds(of texts: FieldTexts) -> Bool {
            guard let field else { return false }
            let text = texts[field]
            return condition.texts.contains { text.elementsEqual($0.utf8) }
                || condition.beginnings.contains { !$0.isEmpty && text.starts(with: $0.utf8) }
                || condition.parts.contains { !$0.isEmpty && text.contains($0.utf8) }
        }
    }

    init(of feed: Feed, header: FeedHeader) throws(Failure) {
        func test(_ condition: LeftOut.Condition) throws(Failure) -> Test {
            Test(field: try header.index(of: [condition.header]), condition: condition)
        }
        var rules: [(Test, Test?)] = []
        for rule in feed.leftOut {
            var exception: Test?
            if let condition = rule.exception { exception = try test(condition) }
            rules.append((try test(rule.condition), exception))
        }
        self.rules = rules
    }

    func holds(of texts: FieldTexts) -> Bool {
        rules.contains { $0.condition.holds(of: texts) && $0.exception?.holds(of: texts) != true }
    }
}

/// The text while it is written.
private struct TranslatedText {
    private var bytes: [UInt8] = []
    /// The physical line, counted as in the file, that is being written.
    private var line = 0
    private var endsWithLineEnd = true

    init(made: [String], own: [String], capacity: Int) {
        bytes.reserveCapacity(capacity + capacity / 2)
        // A column of the file that a made one takes the place of has no name of its own any more.
        let names = made + own.map { made.contains(asciiLowercased($0)) ? "" : $0 }
        for (index, name) in names.enumerated() { appendField(Array(name.utf8), isFirst: index == 0) }
    }

    mutating func append(made: FieldTexts, own: FieldTexts, of record: borrowing RecordReader) {
        while line < record.line {
            bytes.append(Byte.lineFeed)
            line += 1
        }
        endsWithLineEnd = record.endsWithLineEnd
        for index in 0..<made.count { appendField(made[index], isFirst: index == 0) }
        for index in 0..<own.count {
            if index > 0 || made.count > 0 { bytes.append(Byte.comma) }
            if index == record.flawedField {
                // As it stands: the flaw is to be found again.
                let parting = [Byte.comma, Byte.lineFeed, Byte.carriageReturn]
                bytes += own[index].map { parting.contains($0) ? Byte.blank : $0 }
            } else {
                bytes.append(csv: own[index])
            }
        }
    }

    private mutating func appendField(_ text: some Collection<UInt8>, isFirst: Bool) {
        if !isFirst { bytes.append(Byte.comma) }
        bytes.append(csv: text)
    }

    consuming func finish() -> [UInt8] {
        if endsWithLineEnd { bytes.append(Byte.lineFeed) }
        return bytes
    }
}
