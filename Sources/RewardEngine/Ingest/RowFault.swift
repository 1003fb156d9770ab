/// What is wrong with a row: the first bad column in the table's order, and how it is bad.
enum RowFault: Sendable {
    case textAfterQuote
    case fields(Int, expected: Int)
    case missing(Column)
    /// The column is empty, or there is none, and so is `card_id`.
    case unknownCardholder
    case longIdentity(Column)
    case spreadsheetIdentity(Column)
    case time(TimeText.Fault)
    case postedOn(TimeText.Fault)
    case amount(AmountText.Fault)
    case currency
    case type
    case status
    case channel
    case missingOriginal

    /// The `reason` that is printed for the row (SPEC 1).
    var reason: String {
        switch self {
        case .textAfterQuote: "quotes"
        case .fields: "fields"
        case .missing(let column), .longIdentity(let column), .spreadsheetIdentity(let column): column.rawValue
        case .unknownCardholder: Column.cardholderId.rawValue
        case .time: Column.txnTime.rawValue
        case .postedOn: Column.postedOn.rawValue
        case .amount: Column.amount.rawValue
        case .currency: Column.currency.rawValue
        case .type: Column.type.rawValue
        case .status: Column.status.rawValue
        case .channel: Column.channel.rawValue
        case .missingOriginal: Column.originalTxnId.rawValue
        }
    }

    /// One lower-case sentence; `shown` is the value that is found bad, fit to be shown.
    func message(shown: String) -> String {
        switch self {
        case .textAfterQuote: "there is text after the closing quote in `\(shown)`"
        case .fields(let count, let expected):
            "the row has \(count) field\(count == 1 ? "" : "s"), and the header has \(expected)"
        case .missing(let column): "`\(column.rawValue)` is empty"
        case .unknownCardholder: "`cardholder_id` is empty, and there is no `card_id` to find the cardholder by"
        case .longIdentity(let column):
            "`\(shown)` is too long for `\(column.rawValue)`: more than \(IdentityText.bytesMax) bytes"
        case .spreadsheetIdentity:
            "`\(shown)` is what a spreadsheet makes of a long number: the identity itself is lost"
        case .time(let fault): fault.message(shown: shown)
        case .postedOn(let fault): fault.message(shown: shown)
        case .amount(let fault): fault.message(shown: shown)
        case .currency: "`\(shown)` is no currency: three capital letters, as in `CNY`"
        case .type: "`\(shown)` is none of `purchase`, `refund`, `reversal`"
        case .status: "`\(shown)` is none of `settled`, `pending`, `failed`"
        case .channel: "`\(shown)` is none of `app`, `wallet`"
        case .missingOriginal: "`original_txn_id` is empty, and a refund or reversal must name its purchase"
        }
    }
}

extension TimeText.Fault {
    func message(shown: String) -> String {
        switch self {
        case .notATime: "`\(shown)` is no time as in `2016-12-22T10:03:27` or `2016/12/22 9:03`"
        case .notADay: "`\(shown)` is no date as in `2016-12-22`"
        case .noSuchDay: "`\(shown)` names a day that does not exist"
        case .noSuchTimeOfDay: "`\(shown)` names a time of day that does not exist"
        case .noSuchOffset: "`\(shown)` has an offset beyond 14:00"
        case .yearOutOfRange: "`\(shown)` is not in the years 1970 to 9999"
        }
    }
}

extension AmountText.Fault {
    func message(shown: String) -> String {
        switch self {
        case .notAnAmount: "`\(shown)` is no amount as in `1234.56`"
        case .signed: "`\(shown)` has a sign: amounts are positive, and `type` says what is money back"
        case .bracketed: "`\(shown)` is in brackets: amounts are positive, and `type` says what is money back"
        case .badGroups: "`\(shown)` has a comma that does not part groups of three digits"
        case .noDigitBeforeStop: "`\(shown)` has no digit before the decimal point"
        case .noDigitAfterStop: "`\(shown)` has no digit after the decimal point"
        case .partOfFen: "`\(shown)` has a part of a fen"
        case .zero: "`\(shown)` is not greater than 0"
        case .tooLarge: "`\(shown)` is more than 9,999,999,999.99"
        }
    }
}
