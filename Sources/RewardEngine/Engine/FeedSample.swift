/// A file as a feed understands it: the first rows, and all that is wrong with any.
package struct FeedSample: Sendable {
    /// What each column is made of, a line each.
    package let columnLines: [String]
    package let table: TextTable
    package let counts: RowCounts
    package let rejections: [Rejection]

    /// Rows that are shown.
    private static let shownMost = 10

    /// Codes: refused.
    package static func read(_ source: SourceText) throws(Failure) -> FeedSample {
        try source.withBytes { bytes throws(Failure) in
            var reader = source.records()
            let layout = try Layout.read(from: &reader, in: bytes, request: ColumnRequest(), of: source)
            var parser = RowParser(
                layout: layout, utcOffset: .china, emptyCardholder: .rejected, place: source.place)
            let columns = Column.allCases.filter(layout.has)
            var table = TextTable([("line", .right)] + columns.map { ($0.rawValue, $0 == .amount ? .right : .left) })
            var counts = RowCounts()
            var rejections: [Rejection] = []
            var shown = 0
            while try reader.next(in: bytes) {
                guard try parser.parse(reader, in: bytes) else {
                    counts.rejected += 1
                    if let rejection = parser.rejection(in: bytes) { rejections.append(rejection) }
                    continue
                }
                counts.accepted += 1
                if shown == shownMost { continue }
                shown += 1
                table.add(["\(parser.row.line)"] + columns.map { parser.shownText(of: $0, in: bytes) })
            }
            return FeedSample(
                columnLines: columnLines(source.reading, columns: columns), table: table, counts: counts,
                rejections: rejections)
        }
    }

    private static func columnLines(_ reading: FeedReading?, columns: [Column]) -> [String] {
        guard let reading else { return ["read as it is: the feed makes nothing of its own"] }
        var lines: [String] = []
        if reading.headerLine > 0 { lines.append("the header is on line \(reading.headerLine)") }
        lines += reading.made.map { name, headers in
            let from = headers.map { "`\(ShownText.of($0))`" }.joined(separator: " and ")
            return headers.isEmpty ? "\(name): made by the feed" : "\(name): from \(from)"
        }
        for column in [Column.txnId, .cardholderId] where !columns.contains(column) {
            let without = column == .txnId ? "cannot be ingested" : "is one cardholder's to simulate"
            lines.append("\(column.rawValue): there is none; a file without it \(without)")
        }
        return lines
    }
}

extension RowParser {
    /// The value of a column as it was understood, card numbers masked.
    fileprivate func shownText(of column: Column, in bytes: Span<UInt8>) -> String {
        func text(_ field: TextField) -> String { ShownText.of(string(of: field, in: bytes)) }
        return switch column {
        case .txnId: text(row.txnId)
        case .cardId: text(row.cardId)
        case .cardholderId: text(row.cardholderId)
        case .txnTime: row.time.tableText
        case .postedOn: row.postedOn?.text ?? ""
        case .amount: yuanText(fen: row.amountFen)
        case .currency: text(row.currency)
        case .type: row.kind.name
        case .status: row.status.name
        case .payMethod: text(row.payMethod)
        case .channel: text(row.channel)
        case .mcc: text(row.mcc)
        case .merchantId: text(row.merchantId)
        case .originalTxnId: text(row.originalTxnId)
        }
    }
}
