/// Where a row's text stands: in the source, or in the parser's own buffer where the source writes it in another way
/// (doubled quotes) or not at all (`--assume`). Valid until the parser reads the next row; an absent value is empty.
package struct TextField: Sendable {
    /// The offset in the source, or the complement of the offset in the parser's buffer.
    private let position: Int
    package let count: Int

    package static let absent = TextField(source: 0..<0)

    init(source range: Range<Int>) {
        (position, count) = (range.lowerBound, range.count)
    }

    init(buffer range: Range<Int>) {
        (position, count) = (~range.lowerBound, range.count)
    }

    package var isEmpty: Bool { count == 0 }
    package var isInSource: Bool { position >= 0 }

    /// In the source, or in the parser's buffer.
    package var range: Range<Int> {
        let start = isInSource ? position : ~position
        // Both have been bounds of a range before.
        return unsafe Range(uncheckedBounds: (start, start &+ count))
    }
}

/// One row of the input, its columns as typed values (SPEC 1).
package struct TransactionRow: Sendable {
    /// The physical line, from 1, on which the row begins.
    package var line = 0
    /// The offset of the row's first byte: with `line` it finds the row again.
    package var recordStart = 0

    package var txnId = TextField.absent
    package var cardId = TextField.absent
    package var cardholderId = TextField.absent
    /// Three capital letters, or absent: the campaign's.
    package var currency = TextField.absent
    package var payMethod = TextField.absent
    /// `app`, `wallet` or absent.
    package var channel = TextField.absent
    package var mcc = TextField.absent
    package var merchantId = TextField.absent
    package var originalTxnId = TextField.absent

    /// Meaningless unless `hasTime`.
    package var time = LocalTime(seconds: 0)
    /// Meaningless unless `hasAmount`.
    package var amountFen = 0
    package var postedOn: Day?
    package var kind = RowKind.purchase
    package var status = Status.settled
    /// False where the default stands in for an absent `type`.
    package var typeIsGiven = false
    package var statusIsGiven = false
    /// False only in a rejected row.
    package var hasTime = false
    package var hasAmount = false

    package init() {}

    /// The booking day (记账日): `posted_on`, or else the local date.
    package var bookingDay: Day { postedOn ?? time.day }
}

/// Why a row is not taken, for the rejects output.
package struct Rejection: Equatable, Sendable {
    /// The physical line, from 1, on which the row begins.
    package var line: Int
    /// The name of the first bad column in the table's order, or `quotes` or `fields`.
    package var reason: String
    /// What stands there, fit to be shown: card numbers masked, cut to about 60 characters.
    package var value: String
    /// One lower-case sentence.
    package var message: String

    /// The message, with the column that it is about.
    package var sentence: String {
        Column(rawValue: reason) == nil || message.contains("`\(reason)`") ? message : "`\(reason)`: \(message)"
    }
}
