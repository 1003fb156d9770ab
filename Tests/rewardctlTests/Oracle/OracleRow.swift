/// A row of a file that SPEC 1 accepts.
struct OracleRow {
    enum Kind: String { case purchase, refund, reversal }
    enum Status: String { case settled, pending, failed }

    var file: String
    var line: Int
    /// Every column that the file has, trimmed, as given; an absent value is the empty text.
    var given: [String: String]
    var txnId: String
    /// In a file without `txn_id` the lines order the rows.
    var hasOwnId: Bool
    var cardId: String
    var cardholderId: String
    var time: OracleMoment
    var postedOn: OracleDay?
    var amountFen: Int
    /// Empty = the campaign's.
    var currency: String
    var kind: Kind
    var status: Status
    var originalTxnId: String
    /// What the bindings say where the row says nothing.
    var lookedUpChannel = ""
    /// No cardholder, and a card master might know one (SPEC 1).
    var isOfUnknownCard = false

    var isMoneyBack: Bool { kind != .purchase }
    var isFinal: Bool { status != .pending }
    var bookingDay: OracleDay { postedOn ?? time.day }

    func value(_ column: String) -> String {
        let own = given[column] ?? ""
        if !own.isEmpty { return own }
        return column == "channel" ? lookedUpChannel : column == "cardholder_id" ? cardholderId : ""
    }

    /// Before in the order in which events of one kind are taken on a day (SPEC 4).
    func precedes(_ other: OracleRow) -> Bool {
        if time != other.time { return time < other.time }
        if !hasOwnId { return line < other.line }
        return OracleText.bytesPrecede(txnId, other.txnId)
    }

    /// The same content: the parsed values (an absent currency, which is each campaign's own, agrees only with absent), and the texts of the columns kept beside the table's.
    func agrees(with other: OracleRow, keeping kept: [String]) -> Bool {
        let columns = [
            "card_id", "token_id", "cardholder_id", "pay_method", "channel", "mcc", "merchant_id", "original_txn_id",
        ]
        return time == other.time && postedOn == other.postedOn && amountFen == other.amountFen
            && currency == other.currency && kind == other.kind && status == other.status
            && (columns + kept).allSatisfy { given[$0] ?? "" == other.given[$0] ?? "" }
    }
}

/// What a file's line turned out to be.
enum OracleRecord {
    case row(OracleRow)
    /// `reason`: the first bad column, or `quotes`, or `fields`.
    case rejected(line: Int, txnId: String, reason: String)
}

/// Who reads: the two differ in what they do with a row without a cardholder (SPEC 1).
enum OracleReading { case simulate, ingest, simulateWithMasters }

/// Reads a file's rows by the rules of SPEC 1.
struct OracleRowReader {
    var reading: OracleReading
    var offsetMinutes: Int

    func records(_ text: String, file: String) -> [OracleRecord] {
        let table = OracleTable(text)
        return table.records.map { record in
            var given: [String: String] = [:]
            for (column, field) in zip(table.header, record.fields) { given[column] = field }
            let hasIds = table.header.contains("txn_id")
            let txnId = hasIds ? given["txn_id"] ?? "" : "line-\(record.line)"
            func rejected(_ reason: String) -> OracleRecord {
                .rejected(line: record.line, txnId: txnId, reason: reason)
            }
            if record.hasTextAfterQuote { return rejected("quotes") }
            if record.fields.count != table.header.count { return rejected("fields") }
            given["txn_id"] = txnId
            if let column = firstBadColumn(of: given, hasCardholders: table.header.contains("cardholder_id")) {
                return rejected(column)
            }
            guard let row = row(given, file: file, line: record.line, hasOwnId: hasIds) else { return rejected("?") }
            return .row(row)
        }
    }

    private func row(_ given: [String: String], file: String, line: Int, hasOwnId: Bool) -> OracleRow? {
        func text(_ column: String) -> String { given[column] ?? "" }
        guard let time = OracleText.moment(text("txn_time"), offsetMinutes: offsetMinutes),
            let amountFen = OracleText.amountFen(text("amount")),
            let kind = OracleRow.Kind(rawValue: text("type").isEmpty ? "purchase" : text("type")),
            let status = OracleRow.Status(rawValue: text("status").isEmpty ? "settled" : text("status"))
        else { return nil }
        return OracleRow(
            file: file, line: line, given: given, txnId: text("txn_id"), hasOwnId: hasOwnId,
            cardId: text("card_id"), cardholderId: text("cardholder_id"), time: time,
            postedOn: OracleText.day(text("posted_on")), amountFen: amountFen, currency: text("currency"),
            kind: kind, status: status, originalTxnId: text("original_txn_id"),
            isOfUnknownCard: reading != .simulate && text("cardholder_id").isEmpty)
    }

    /// In the order of the table in SPEC 1.
    private func firstBadColumn(of given: [String: String], hasCardholders: Bool) -> String? {
        func text(_ column: String) -> String { given[column] ?? "" }
        func isOneOf(_ column: String, _ words: [String]) -> Bool { (words + [""]).contains(text(column)) }
        let isMoneyBack = text("type") == "refund" || text("type") == "reversal"
        let lacksCardholder =
            text("cardholder_id").isEmpty && (reading == .simulate ? hasCardholders : text("card_id").isEmpty)
        let isCurrency = text("currency").utf8.count == 3 && text("currency").utf8.allSatisfy { 65 <= $0 && $0 <= 90 }
        let checks: [(column: String, isGood: Bool)] = [
            ("txn_id", !text("txn_id").isEmpty && isIdentity(text("txn_id"))),
            ("card_id", isIdentity(text("card_id"))),
            ("token_id", isIdentity(text("token_id"))),
            ("cardholder_id", isIdentity(text("cardholder_id")) && !lacksCardholder),
            ("txn_time", OracleText.moment(text("txn_time"), offsetMinutes: offsetMinutes) != nil),
            ("posted_on", text("posted_on").isEmpty || OracleText.day(text("posted_on")) != nil),
            ("amount", OracleText.amountFen(text("amount")) != nil),
            ("currency", text("currency").isEmpty || isCurrency),
            ("type", isOneOf("type", ["purchase", "refund", "reversal"])),
            ("status", isOneOf("status", ["settled", "pending", "failed"])),
            ("channel", isOneOf("channel", ["app", "wallet"])),
            ("merchant_id", isIdentity(text("merchant_id"))),
            (
                "original_txn_id",
                isIdentity(text("original_txn_id")) && !(isMoneyBack && text("original_txn_id").isEmpty)
            ),
        ]
        return checks.first { !$0.isGood }?.column
    }

    /// At most 64 bytes, and not what a spreadsheet makes of a long number (`2.01612E+17`).
    private func isIdentity(_ text: String) -> Bool {
        guard text.utf8.count <= 64 else { return false }
        let halves = text.split(separator: "E", omittingEmptySubsequences: false)
        guard halves.count == 2, halves[1].hasPrefix("+") else { return true }
        let mantissa = halves[0].split(separator: ".", omittingEmptySubsequences: false)
        let exponent = halves[1].dropFirst()
        let isSpoiled =
            mantissa.count == 2 && mantissa[0].count == 1 && OracleText.number(mantissa[0]) != nil
            && OracleText.number(mantissa[1]) != nil && exponent.count >= 2 && OracleText.number(exponent) != nil
        return !isSpoiled
    }
}
