internal import SQLite

/// One thing in the book that somebody should look at.
package struct BookException: Sendable {
    package enum Kind: String, CaseIterable, Sendable {
        case unmatched, held, conflict
        case overRefund = "over-refund"
        case otherCardholder = "other-cardholder"
        case beforePurchase = "before-purchase"
        case currency, late, gap

        /// What can be done about it.
        package var remedy: String {
            switch self {
            case .unmatched: "get the purchase that it names, or reject it at the source"
            case .held: "get its final row, or let the card master or the bindings know the card"
            case .conflict: "find out which row is right; a correction is a refund or reversal"
            case .overRefund: "ask the source: more came back than was paid"
            case .otherCardholder: "ask the source: the purchase is another cardholder's"
            case .beforePurchase: "ask the source: money back came before the charge"
            case .currency: "nothing is converted: adjust by hand where an award has to be taken back"
            case .late: "decided on the first open day; adjust by hand where that cost something"
            case .gap: "ask the source for the file"
            }
        }
    }

    package var kind: Kind
    /// Days from its booking day to the last closed day; nil where it has none.
    package var ageDays: Int?
    package var txnId = ""
    package var cardholder = ""
    package var amountFen: Int?
    package var day: Day?
    package var place = ""
    package var detail: String
}

/// The exceptions of a book, by kind, the oldest first.
package struct ExceptionListing: RowListing {
    package static let columns = [
        "kind", "age_days", "txn_id", "cardholder_id", "amount", "day", "place", "detail", "remedy",
    ]

    package let exceptions: [BookException]

    /// - Parameter heldDays: rows that are held for longer are told.
    /// Codes: busy, inputOutput, internalError.
    package init(of database: Database, heldDays: Int) throws(Failure) {
        exceptions = try database.read {
            let closed = try database.connection.integer(sql: "SELECT max(closed_through) FROM campaign")
            let finder = ExceptionFinder(connection: database.connection, lastClosed: closed)
            return try finder.all(heldDays: heldDays)
        }
    }

    package func write<Sink: CellSink & ~Copyable>(to sink: inout Sink) throws(Failure) {
        for exception in exceptions {
            sink.text(exception.kind.rawValue)
            sink.optionalInteger(exception.ageDays)
            sink.optionalText(exception.txnId.utf8.span)
            sink.optionalText(exception.cardholder.utf8.span)
            if let amountFen = exception.amountFen { sink.yuan(fromFen: amountFen) } else { sink.empty() }
            sink.optionalDay(exception.day)
            sink.optionalText(exception.place.utf8.span)
            sink.text(exception.detail)
            sink.text(exception.kind.remedy)
            try sink.endRow()
        }
    }

    /// For people: a line each, and below each kind what can be done.
    package var lines: [String] {
        var lines: [String] = []
        for kind in BookException.Kind.allCases {
            let found = exceptions.filter { $0.kind == kind }
            if found.isEmpty { continue }
            lines.append("\(kind.rawValue): \(found.count)")
            var table = TextTable([
                ("", .right), ("", .left), ("", .left), ("", .right), ("", .left), ("", .left), ("", .left),
            ])
            for exception in found {
                table.add([
                    exception.ageDays.map { "\($0) d" } ?? "", exception.txnId, exception.cardholder,
                    exception.amountFen.map { yuanText(fen: $0) } ?? "", exception.day?.text ?? "", exception.place,
                    exception.detail,
                ])
            }
            lines += table.lines().dropFirst().map { "  " + $0.text }
            lines.append("  \u{2192} \(kind.remedy)")
        }
        return lines
    }
}

private struct ExceptionFinder {
    let connection: Connection
    let lastClosed: Int?

    /// The row's columns of every query: id, cardholder, amount, booking day, file, line; a detail follows.
    private static let row =
        "txn.txn_id, txn.cardholder_id, txn.amount_fen, txn.booking_day, file.name, txn.line"

    /// Rows by what was said of them, each once however many campaigns said so.
    private static func said(_ detail: String, _ condition: String, _ joins: String = "") -> String {
        """
        SELECT \(row), \(detail) FROM decision CROSS JOIN verdict USING (verdict_id) CROSS JOIN txn USING (row_id)
            CROSS JOIN file USING (file_id) \(joins)
        WHERE \(condition) GROUP BY txn.row_id ORDER BY txn.booking_day, txn.row_id
        """
    }

    func all(heldDays: Int) throws -> [BookException] {
        let purchase = "JOIN txn AS bought ON bought.txn_id = txn.original_txn_id AND bought.is_pending = 0"
        let counted =
            "verdict.outcome = 'clawed-back' OR verdict.outcome = 'no-effect' AND verdict.reason NOT IN ('failed', 'currency')"
        return try rows(
            .unmatched,
            Self.said("'names ' || txn.original_txn_id", "verdict.outcome = 'unmatched' AND verdict.reason = ''"))
            + rows(.held, Self.said("verdict.reason", "verdict.outcome = 'held'")).filter {
                $0.ageDays.map { $0 > heldDays } ?? true
            }
            + rows(
                .conflict,
                """
                SELECT txn.txn_id, txn.cardholder_id, txn.amount_fen, txn.booking_day, file.name, conflict.line,
                    'the stored row is ' || stored.name || ':' || txn.line
                FROM conflict CROSS JOIN txn USING (row_id) CROSS JOIN file ON file.file_id = conflict.file_id
                    CROSS JOIN file AS stored ON stored.file_id = txn.file_id
                ORDER BY conflict.file_id, conflict.line
                """)
            + rows(
                .overRefund,
                """
                SELECT \(Self.row), printf('%d.%02d came back', sum(back.amount_fen) / 100, sum(back.amount_fen) % 100)
                FROM (SELECT DISTINCT txn.row_id, txn.original_txn_id, txn.amount_fen
                      FROM decision CROSS JOIN verdict USING (verdict_id) CROSS JOIN txn USING (row_id)
                      WHERE txn.original_txn_id IS NOT NULL AND (\(counted))) AS back
                    JOIN txn ON txn.txn_id = back.original_txn_id AND txn.is_pending = 0 JOIN file USING (file_id)
                GROUP BY txn.row_id HAVING sum(back.amount_fen) > txn.amount_fen ORDER BY txn.booking_day, txn.row_id
                """)
            + rows(
                .otherCardholder,
                Self.said("'names ' || txn.original_txn_id", "verdict.reason = 'other-cardholder'"))
            + rows(
                .beforePurchase,
                Self.said(
                    "'names ' || txn.original_txn_id", "txn.txn_time < bought.txn_time AND (\(counted))", purchase))
            + rows(
                .currency,
                Self.said(
                    "'in ' || txn.currency", "verdict.reason = 'currency' AND txn.original_txn_id IS NOT NULL"))
            + rows(
                .late,
                Self.said(
                    "'came, or was held, until its day was closed'",
                    "decision.run_id = (SELECT max(run_id) FROM run) AND decision.decided_on > txn.booking_day"))
            + gaps()
    }

    private func rows(_ kind: BookException.Kind, _ sql: String) throws -> [BookException] {
        var found: [BookException] = []
        var select = try connection.prepare(sql: sql)
        try select.forEachRow { row in
            let day = try row.day(at: 3)
            found.append(
                BookException(
                    kind: kind, ageDays: lastClosed.map { max(0, $0 - Int(day.number)) }, txnId: row.text(at: 0),
                    cardholder: row.text(at: 1), amountFen: try row.amountFen(at: 2), day: day,
                    place: "\(row.text(at: 4)):\(row.integer(at: 5))", detail: row.text(at: 6)))
        }
        return found
    }

    private func gaps() throws -> [BookException] {
        try FileTable(connection: connection).gaps().flatMap(\.notices).map {
            BookException(kind: .gap, detail: $0)
        }
    }
}
