/// Reads the files of `--cards` and `--bindings`. One bad row refuses the file: a master with a hole in it would hold, or
/// give away, what it should not.
package enum MasterFile {
    /// Columns: `card_id`, `cardholder_id`, and perhaps `kind` (`primary`, `supplementary`), `valid_from`,
    /// `valid_through`. Codes: refused.
    package static func cards(_ source: SourceText) throws(Failure) -> [CardEntry] {
        var seen: [String: Int] = [:]
        return try read(
            source, needed: ["card_id", "cardholder_id"], optional: ["kind", "valid_from", "valid_through"]
        ) {
            row in
            let from = row.day("valid_from")
            let entry = CardEntry(
                cardId: row.identity("card_id"), isSupplementary: row.word("kind", ["primary", "supplementary"]) == 1,
                holding: CardHolding(
                    cardholderId: row.identity("cardholder_id"), from: from ?? Day(number: 0),
                    through: row.day("valid_through")))
            if let through = entry.holding.through, let from, through < from {
                row.tell("valid_through", "\(through.text) is before `valid_from`, \(from.text)")
            }
            row.tellRepeat(of: "\(entry.cardId) \(entry.holding.from.number)", in: &seen, "this card and day")
            return entry
        }
    }

    /// Columns: `token_id` or `card_id` or both, `channel`, and perhaps `bound_at`, `unbound_at`. Codes: refused.
    package static func bindings(_ source: SourceText, utcOffset: UTCOffset) throws(Failure) -> [BindingEntry] {
        var seen: [String: Int] = [:]
        return try read(source, needed: ["channel"], optional: ["token_id", "card_id", "bound_at", "unbound_at"]) {
            row in
            let entry = BindingEntry(
                tokenId: row.text("token_id").isEmpty ? "" : row.identity("token_id"),
                cardId: row.text("card_id").isEmpty ? "" : row.identity("card_id"),
                binding: Binding(
                    channel: ["app", "wallet"][row.word("channel", ["app", "wallet"])],
                    boundAt: row.time("bound_at", utcOffset) ?? LocalTime(seconds: 0),
                    unboundAt: row.time("unbound_at", utcOffset)))
            if row.text("channel").isEmpty { row.tell("channel", "it is empty") }
            if entry.tokenId.isEmpty, entry.cardId.isEmpty { row.tell("token_id", "it is empty, and so is `card_id`") }
            if let unbound = entry.binding.unboundAt, unbound < entry.binding.boundAt {
                row.tell("unbound_at", "it is before `bound_at`")
            }
            row.tellRepeat(
                of: "\(entry.tokenId) \(entry.cardId) \(entry.binding.boundAt.seconds)", in: &seen,
                "this token, card and time")
            return entry
        }
    }

    private static func read<Entry>(
        _ source: SourceText, needed: [String], optional: [String], entry: (MasterRow) -> Entry
    ) throws(Failure) -> [Entry] {
        try source.withBytes { bytes throws(Failure) in
            var reader = source.records()
            var texts = FieldTexts()
            guard try reader.next(in: bytes) else {
                throw Failure(
                    .refused, at: source.place, "the file is empty", help: "its header is \(header(needed, optional))")
            }
            texts.take(reader, in: bytes, delimiter: Byte.comma)
            let names = (0..<texts.count).map { asciiLowercased(texts.string($0)) }
            var fields: [String: Int] = [:]
            for (index, name) in names.enumerated() where (needed + optional).contains(name) {
                if fields[name] != nil {
                    throw Failure(
                        .refused, at: source.place, "the header names `\(name)` more than once",
                        help: "rename one of them")
                }
                fields[name] = index
            }
            let missing = needed.filter { fields[$0] == nil }
            if !missing.isEmpty {
                throw Failure(
                    .refused, at: source.place,
                    "column \(missing.map { "`\($0)`" }.joined(separator: ", ")) is missing",
                    help: "the header is \(header(needed, optional))")
            }
            var entries: [Entry] = []
            let problems = MasterProblems()
            while try reader.next(in: bytes) {
                texts.take(reader, in: bytes, delimiter: Byte.comma)
                let row = MasterRow(
                    texts: texts, fields: fields, place: "\(source.place):\(reader.line)", line: reader.line,
                    problems: problems)
                if reader.flawedField != nil {
                    row.tell("quotes", "there is text after a closing quote")
                } else if texts.count != names.count {
                    row.tell("fields", "the row has \(texts.count) fields, and the header has \(names.count)")
                } else {
                    entries.append(entry(row))
                }
            }
            if !problems.all.isEmpty { throw Failure(.refused, problems.all) }
            return entries
        }
    }

    private static func header(_ needed: [String], _ optional: [String]) -> String {
        (needed + optional).map { "`\($0)`" }.joined(separator: ", ")
    }
}

private final class MasterProblems {
    var all: [Problem] = []
}

/// One row of such a file, whose faults are gathered.
private struct MasterRow {
    let texts: FieldTexts
    let fields: [String: Int]
    let place: String
    let line: Int
    let problems: MasterProblems

    func tell(_ column: String, _ message: String) {
        problems.all.append(Problem(at: place, "`\(column)`: \(message)"))
    }

    func tellRepeat(of key: String, in seen: inout [String: Int], _ what: String) {
        if let first = seen[key] { tell("card_id", "\(what) was given on line \(first) already") }
        seen[key] = line
    }

    private func range(_ column: String) -> Range<Int> {
        fields[column].map(texts.range) ?? 0..<0
    }

    func text(_ column: String) -> String {
        String(decoding: texts.bytes[range(column)], as: UTF8.self)
    }

    func identity(_ column: String) -> String {
        let range = range(column)
        if range.isEmpty { tell(column, "it is empty") }
        if let known = Column(rawValue: column),
            let fault = IdentityText.fault(in: texts.bytes.span, range, column: known)
        {
            tell(column, fault.message(shown: ShownText.of(text(column))))
        }
        return text(column)
    }

    /// The place of the text among some words; an absent one is the first.
    func word(_ column: String, _ words: [String]) -> Int {
        let text = text(column)
        if text.isEmpty { return 0 }
        if let index = words.firstIndex(of: text) { return index }
        tell(column, "`\(ShownText.of(text))` is none of \(words.map { "`\($0)`" }.joined(separator: ", "))")
        return 0
    }

    func day(_ column: String) -> Day? {
        let range = range(column)
        if range.isEmpty { return nil }
        do throws(TimeText.Fault) {
            return try TimeText.day(in: texts.bytes.span, range)
        } catch {
            tell(column, error.message(shown: ShownText.of(text(column))))
            return nil
        }
    }

    func time(_ column: String, _ utcOffset: UTCOffset) -> LocalTime? {
        let range = range(column)
        if range.isEmpty { return nil }
        do throws(TimeText.Fault) {
            return try TimeText.time(in: texts.bytes.span, range, zone: TimeText.Zone(utcOffset))
        } catch {
            tell(column, error.message(shown: ShownText.of(text(column))))
            return nil
        }
    }
}
