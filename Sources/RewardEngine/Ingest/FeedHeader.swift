/// The header of a source's file, found by its names below a preamble of any length.
struct FeedHeader {
    /// The physical line on which it stands.
    let line: Int
    /// Its names, without the empty one that a trailing delimiter makes.
    let names: [String]
    /// The offset behind its line end.
    let end: Int
    private let place: String

    /// The first line with all the headers that the feed needs. Commas and the delimiter have changed places in `bytes`.
    static func find(
        for feed: Feed, in bytes: Span<UInt8>, firstLine: Int, delimiter: UInt8, place: String
    ) throws(Failure) -> FeedHeader {
        let needed = feed.neededHeaders
        var nearest: (line: Int, missing: [[String]])?
        var (line, start) = (firstLine, 0)
        var texts = FieldTexts()
        while let physical = PhysicalLine(from: start, in: bytes) {
            defer { (line, start) = (line + 1, physical.next) }
            var reader = RecordReader(place: place)
            let text = bytes.extracting(start..<physical.end)
            // A quote that does not close on its line, or has text behind it, makes the line no header.
            guard (try? reader.next(in: text)) == true, reader.flawedField == nil else { continue }
            texts.take(reader, in: text, delimiter: delimiter)
            if texts.count > 1, texts[texts.count - 1].isEmpty { texts.removeLast() }
            let names = (0..<texts.count).map(texts.string)
            let missing = needed.filter { aliases in index(of: aliases, in: names) == nil }
            if missing.isEmpty { return FeedHeader(line: line, names: names, end: physical.next, place: place) }
            if missing.count < nearest?.missing.count ?? needed.count { nearest = (line, missing) }
        }
        throw refusal(for: feed, nearest: nearest, needed: needed, place: place)
    }

    /// The field of the first of these names that is there. Refuses one that is there twice.
    func index(of aliases: [String]) throws(Failure) -> Int? {
        guard let index = FeedHeader.index(of: aliases, in: names) else { return nil }
        let places = names.indices.filter { asciiLowercased(names[$0]) == asciiLowercased(names[index]) }
        guard places.count == 1 else {
            throw Failure(
                .refused, at: "\(place):\(line)", "the header names `\(ShownText.of(names[index]))` more than once",
                help: "the feed could not tell them apart: have the source rename one")
        }
        return index
    }

    private static func index(of aliases: [String], in names: [String]) -> Int? {
        for alias in aliases {
            let wanted = asciiLowercased(trimmed(alias))
            if let index = names.firstIndex(where: { asciiLowercased($0) == wanted }) { return index }
        }
        return nil
    }

    private static func refusal(
        for feed: Feed, nearest: (line: Int, missing: [[String]])?, needed: [[String]], place: String
    ) -> Failure {
        func listed(_ headers: [[String]]) -> String {
            headers.map { aliases in aliases.map { "`\(ShownText.of($0))`" }.joined(separator: " or ") }
                .joined(separator: ", ")
        }
        var help = "the feed `\(feed.id)` looks for \(listed(needed))"
        if let nearest { help += "; line \(nearest.line) comes nearest, and lacks \(listed(nearest.missing))" }
        return Failure(
            .refused, at: place, "no line of the file is the header that the feed `\(feed.id)` looks for", help: help)
    }
}

extension Feed {
    /// The headers without which a file is none of this feed: of each list one.
    var neededHeaders: [[String]] {
        var needed: [[String]] = []
        for column in columns where !column.isOptional {
            switch column.source {
            case .header(let headers): needed.append(headers)
            case .dateAndTime(let date, let time): needed += [date, time]
            case .debitAndCredit(let debit, let credit): needed += [debit, credit]
            case .constant, .digestOfRow: break
            }
        }
        for rule in leftOut { needed += [rule.condition, rule.exception].compactMap { $0.map { [$0.header] } } }
        for trailer in trailers { needed += trailer.sums.map { [$0.header] } }
        var distinct: [[String]] = []
        for headers in needed where !distinct.contains(headers) { distinct.append(headers) }
        return distinct
    }
}
