/// A file of enrolments: `cardholder_id` or `card_id`, `campaign`, `enrolled_at`; CSV as files of transactions are.
package struct EnrolmentFile: Sendable {
    /// What each row says: of the cardholder, of the card, or of both.
    package private(set) var rows: [[EnrolmentRecord]] = []
    /// Rows that were left out, each with its place.
    package private(set) var problems: [Problem] = []

    package var records: [EnrolmentRecord] { rows.flatMap(\.self) }

    private enum Name: String, CaseIterable {
        case cardholderId = "cardholder_id"
        case cardId = "card_id"
        case campaign
        case enrolledAt = "enrolled_at"
    }

    /// Codes: refused.
    package static func read(_ source: SourceText, utcOffset: UTCOffset) throws(Failure) -> EnrolmentFile {
        try source.withBytes { bytes throws(Failure) in
            var reader = RecordReader(place: source.place)
            guard try reader.next(in: bytes) else {
                throw Failure(.refused, at: source.place, "the file is empty: it has only blank lines")
            }
            let headers = texts(of: reader, in: bytes).map(asciiLowercased)
            let columns = try columns(of: headers, place: source.place)
            let zone = TimeText.Zone(utcOffset)
            var file = EnrolmentFile()
            while try reader.next(in: bytes) {
                if reader.fieldCount < headers.count, !reader.endsWithLineEnd {
                    throw Failure(
                        .refused, at: "\(source.place):\(reader.line)", "the last row is cut off",
                        help: "get the file again: it did not arrive whole")
                }
                do throws(RowProblem) {
                    file.rows.append(try records(of: reader, columns, headers.count, zone, in: bytes))
                } catch {
                    file.problems.append(Problem(at: "\(source.place):\(reader.line)", error.message))
                }
            }
            return file
        }
    }

    private struct RowProblem: Error {
        var message: String
    }

    private static func columns(of headers: [String], place: String) throws(Failure) -> [Name: Int] {
        var columns: [Name: Int] = [:]
        for (index, header) in headers.enumerated() {
            guard let name = Name(rawValue: header) else { continue }
            if columns[name] != nil {
                throw Failure(.refused, at: place, "the column `\(header)` is there twice", help: "keep one of them")
            }
            columns[name] = index
        }
        let missing = [Name.campaign, .enrolledAt].filter { columns[$0] == nil }.map { "`\($0.rawValue)`" }
        let hasOwner = columns[.cardholderId] != nil || columns[.cardId] != nil
        let all = (hasOwner ? [] : ["`cardholder_id` or `card_id`"]) + missing
        if all.isEmpty { return columns }
        throw Failure(
            .refused, at: place, "the file of enrolments lacks \(all.joined(separator: ", "))",
            help: "its header is for example `cardholder_id,campaign,enrolled_at`")
    }

    private static func records(
        of reader: borrowing RecordReader, _ columns: [Name: Int], _ fieldCount: Int, _ zone: TimeText.Zone,
        in bytes: Span<UInt8>
    ) throws(RowProblem) -> [EnrolmentRecord] {
        if reader.flawedField != nil { throw RowProblem(message: "there is text after a closing quote") }
        if reader.fieldCount != fieldCount {
            throw RowProblem(message: "the row has \(reader.fieldCount) fields, and the header has \(fieldCount)")
        }
        let texts = texts(of: reader, in: bytes)
        func text(_ name: Name) -> String { columns[name].map { texts[$0] } ?? "" }
        if text(.campaign).isEmpty { throw RowProblem(message: "`campaign` is empty") }
        let owners = [(Enrolment.Owner.cardholder, text(.cardholderId)), (.card, text(.cardId))]
            .filter { !$0.1.isEmpty }
        if owners.isEmpty { throw RowProblem(message: "neither a cardholder nor a card is named") }
        for (_, identity) in owners where identity.utf8.count > IdentityText.bytesMax {
            throw RowProblem(
                message: "`\(ShownText.of(identity))` is too long: more than \(IdentityText.bytesMax) bytes")
        }
        let time = try time(text(.enrolledAt), zone)
        return owners.map {
            EnrolmentRecord(owner: $0.0, identity: $0.1, campaign: text(.campaign), time: time)
        }
    }

    private static func time(_ text: String, _ zone: TimeText.Zone) throws(RowProblem) -> LocalTime {
        let bytes = Array(text.utf8)
        do throws(TimeText.Fault) {
            return try TimeText.time(in: bytes.span, 0..<bytes.count, zone: zone)
        } catch {
            throw RowProblem(message: "`enrolled_at`: " + error.message(shown: ShownText.of(text)))
        }
    }

    private static func texts(of reader: borrowing RecordReader, in bytes: Span<UInt8>) -> [String] {
        (0..<reader.fieldCount).map { index in
            let field = reader.fields[index]
            let range = Trimming.trimmed(field.start..<field.end, in: bytes)
            let text = String(decoding: range.map { bytes[$0] }, as: UTF8.self)
            return field.hasDoubledQuote ? text.replacingDoubledQuotes() : text
        }
    }
}
