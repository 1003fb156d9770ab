/// What becomes of a row that leaves `cardholder_id` empty (SPEC 1).
package enum EmptyCardholder: Sendable {
    /// `simulate`: rejected where the file has the column; without it the file is one cardholder's.
    case rejected
    /// `ingest`: taken where the row has a `card_id` by which a card master may know the cardholder.
    case heldIfCardKnown
}

/// Makes typed rows of records, one at a time. It allocates only for texts with doubled quotes.
package struct RowParser: ~Copyable, Sendable {
    /// The row that `parse` has read last. Of a rejected row, whatever could be read: bad values are
    /// absent, but bad identities are given as they stand, so that the row can be found by them.
    package private(set) var row = TransactionRow()
    /// The row's texts of the columns that the layout calls `wanted`, in its order, trimmed.
    package private(set) var wanted: [TextField]

    private let slots: Slots
    private let wantedSlots: [Slot]
    private let fieldCount: Int
    private let madeFieldCount: Int
    private let zone: TimeText.Zone
    private let words = Words()
    private let emptyCardholder: EmptyCardholder
    private let place: String

    /// Assumed values, and behind them the row's texts that the source writes in another way.
    private var buffer: [UInt8] = []
    private let assumedCount: Int

    private var fault: RowFault?
    private var faultValue = TextField.absent

    /// `place` names the file in a Failure.
    package init(layout: Layout, utcOffset: UTCOffset, emptyCardholder: EmptyCardholder, place: String) {
        var assumedBytes: [UInt8] = []
        func slot(_ name: String) -> Slot {
            switch layout.source(of: name) {
            case .absent:
                return Slot(index: -1, fallback: .absent, exists: false)
            case .field(let index):
                return Slot(index: index, fallback: .absent, exists: true)
            case .assumed(let value):
                let start = assumedBytes.count
                assumedBytes += value.utf8
                return Slot(index: -1, fallback: TextField(buffer: start..<assumedBytes.count), exists: true)
            }
        }
        slots = Slots { slot($0.rawValue) }
        wantedSlots = layout.wanted.map(slot)
        wanted = layout.wanted.map { _ in .absent }
        fieldCount = layout.fieldCount
        madeFieldCount = layout.madeFieldCount
        zone = TimeText.Zone(utcOffset)
        self.emptyCardholder = emptyCardholder
        self.place = place
        buffer = assumedBytes
        assumedCount = assumedBytes.count
    }

    /// Reads the record on which `record` stands into `row`; false when it is rejected. All columns are tried even so.
    /// Refuses the file where the record is cut off by its end.
    package mutating func parse(_ record: borrowing RecordReader, in bytes: Span<UInt8>) throws(Failure) -> Bool {
        if buffer.count > assumedCount { buffer.removeLast(buffer.count - assumedCount) }
        fault = nil
        guard record.fieldCount == fieldCount, record.flawedField == nil else {
            try parseDamaged(record, in: bytes)
            return false
        }
        row.line = record.line
        row.recordStart = record.start
        readIdentities(record, in: bytes)
        readTimes(record, in: bytes)
        readAmount(record, in: bytes)
        readWords(record, in: bytes)
        readOrigin(record, in: bytes)
        for index in wantedSlots.indices { wanted[index] = text(wantedSlots[index], record, in: bytes) }
        return fault == nil
    }

    /// The name of what is wrong with the row that `parse` has read last; nil when nothing is.
    package var rejectionReason: String? { fault?.reason }

    /// Why the row that `parse` has read last is rejected; nil when it is not.
    package func rejection(in bytes: Span<UInt8>) -> Rejection? {
        guard let fault else { return nil }
        let shown = ShownText.of(string(of: faultValue, in: bytes))
        return Rejection(line: row.line, reason: fault.reason, value: shown, message: fault.message(shown: shown))
    }

    /// Lends the bytes of a field of the row that was read last.
    package func withText<R, E>(
        of field: TextField, in bytes: Span<UInt8>, _ body: (Span<UInt8>) throws(E) -> R
    ) throws(E) -> R {
        field.isInSource
            ? try body(bytes.extracting(field.range)) : try body(buffer.span.extracting(field.range))
    }

    package func string(of field: TextField, in bytes: Span<UInt8>) -> String {
        withText(of: field, in: bytes) { text in
            String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
        }
    }
}

// MARK: - Columns

extension RowParser {
    /// Where one column's text comes from.
    private struct Slot {
        /// The index of its field; negative where the file lacks the column.
        var index: Int
        /// The text where the file lacks it.
        var fallback: TextField
        /// In the file or assumed.
        var exists: Bool
    }

    /// One slot a column, so that the loop over rows looks nothing up.
    private struct Slots {
        let txnId, cardId, cardholderId, txnTime, postedOn, amount, currency: Slot
        let type, status, payMethod, channel, mcc, merchantId, originalTxnId: Slot

        init(_ slot: (Column) -> Slot) {
            txnId = slot(.txnId)
            cardId = slot(.cardId)
            cardholderId = slot(.cardholderId)
            txnTime = slot(.txnTime)
            postedOn = slot(.postedOn)
            amount = slot(.amount)
            currency = slot(.currency)
            type = slot(.type)
            status = slot(.status)
            payMethod = slot(.payMethod)
            channel = slot(.channel)
            mcc = slot(.mcc)
            merchantId = slot(.merchantId)
            originalTxnId = slot(.originalTxnId)
        }
    }

    /// The column's trimmed text.
    @inline(__always)
    private mutating func text(_ slot: Slot, _ record: borrowing RecordReader, in bytes: Span<UInt8>) -> TextField {
        guard slot.index >= 0 else { return slot.fallback }
        let field = record.fields[slot.index]
        guard field.start < field.end else { return .absent }
        if !field.hasDoubledQuote, Trimming.isNeedless(first: bytes[field.start], last: bytes[field.end - 1]) {
            return TextField(source: field.start..<field.end)
        }
        return unplainText(field, in: bytes)
    }

    @inline(never)
    private mutating func unplainText(_ field: RawField, in bytes: Span<UInt8>) -> TextField {
        let range = Trimming.trimmed(field.start..<field.end, in: bytes)
        guard !range.isEmpty else { return .absent }
        guard field.hasDoubledQuote else { return TextField(source: range) }
        let start = buffer.count
        var isSecond = false
        for index in range {
            isSecond = bytes[index] == Byte.quote && !isSecond
            // Of two quotes the second one stands for both.
            if bytes[index] != Byte.quote || !isSecond { buffer.append(bytes[index]) }
        }
        return TextField(buffer: start..<buffer.count)
    }

    /// Only the first fault is kept; the columns are read in the table's order.
    private mutating func note(_ fault: RowFault, _ value: TextField) {
        guard self.fault == nil else { return }
        self.fault = fault
        faultValue = value
    }

    /// A row that does not fit the header: only its identity and its cardholder are looked for.
    private mutating func parseDamaged(_ record: borrowing RecordReader, in bytes: Span<UInt8>) throws(Failure) {
        guard record.endsWithLineEnd || record.fieldCount >= fieldCount else {
            throw Failure(
                .refused, at: place,
                "the file is cut off: its last row, on line \(record.line), has "
                    + "\(record.fieldCount - madeFieldCount) of \(fieldCount - madeFieldCount) fields and no line end",
                help: "export or copy the whole file again")
        }
        row = TransactionRow()
        row.line = record.line
        row.recordStart = record.start
        for index in wanted.indices { wanted[index] = .absent }
        row.txnId = identityOfDamaged(slots.txnId, .txnId, record, in: bytes)
        row.cardholderId = identityOfDamaged(slots.cardholderId, .cardholderId, record, in: bytes)

        if let flawed = record.flawedField {
            let field = record.fields[flawed]
            fault = .textAfterQuote
            faultValue = TextField(source: field.start..<field.end)
        } else {
            fault = .fields(record.fieldCount - madeFieldCount, expected: fieldCount - madeFieldCount)
            let last = record.fieldCount - 1
            let start = madeFieldCount == 0 ? record.start : record.fields[min(madeFieldCount, last)].start
            faultValue = TextField(source: start..<record.fields[last].end)
        }
    }

    private mutating func identityOfDamaged(
        _ slot: Slot, _ column: Column, _ record: borrowing RecordReader, in bytes: Span<UInt8>
    ) -> TextField {
        guard slot.index < record.fieldCount, slot.index != record.flawedField else { return .absent }
        return text(slot, record, in: bytes)
    }

    @inline(__always)
    private mutating func readIdentities(_ record: borrowing RecordReader, in bytes: Span<UInt8>) {
        row.txnId = identity(slots.txnId, .txnId, record, in: bytes)
        if row.txnId.isEmpty, slots.txnId.exists { note(.missing(.txnId), .absent) }
        row.cardId = identity(slots.cardId, .cardId, record, in: bytes)
        row.cardholderId = identity(slots.cardholderId, .cardholderId, record, in: bytes)
        if row.cardholderId.isEmpty { checkEmptyCardholder() }
    }

    private mutating func checkEmptyCardholder() {
        switch emptyCardholder {
        case .rejected: if slots.cardholderId.exists { note(.missing(.cardholderId), .absent) }
        case .heldIfCardKnown: if row.cardId.isEmpty { note(.unknownCardholder, .absent) }
        }
    }

    @inline(__always)
    private mutating func readTimes(_ record: borrowing RecordReader, in bytes: Span<UInt8>) {
        let time = text(slots.txnTime, record, in: bytes)
        do throws(TimeText.Fault) {
            row.time =
                time.isInSource
                ? try TimeText.time(in: bytes, time.range, zone: zone)
                : try TimeText.time(in: buffer.span, time.range, zone: zone)
            row.hasTime = true
        } catch {
            row.hasTime = false
            note(time.isEmpty ? .missing(.txnTime) : .time(error), time)
        }
        row.postedOn = nil
        let day = text(slots.postedOn, record, in: bytes)
        if day.isEmpty { return }
        do throws(TimeText.Fault) {
            row.postedOn =
                day.isInSource
                ? try TimeText.day(in: bytes, day.range) : try TimeText.day(in: buffer.span, day.range)
        } catch {
            note(.postedOn(error), day)
        }
    }

    @inline(__always)
    private mutating func readAmount(_ record: borrowing RecordReader, in bytes: Span<UInt8>) {
        let amount = text(slots.amount, record, in: bytes)
        do throws(AmountText.Fault) {
            row.amountFen =
                amount.isInSource
                ? try AmountText.fen(in: bytes, amount.range) : try AmountText.fen(in: buffer.span, amount.range)
            row.hasAmount = true
        } catch {
            row.hasAmount = false
            note(amount.isEmpty ? .missing(.amount) : .amount(error), amount)
        }
    }

    @inline(__always)
    private mutating func readWords(_ record: borrowing RecordReader, in bytes: Span<UInt8>) {
        row.currency = text(slots.currency, record, in: bytes)
        if !row.currency.isEmpty, !isCurrency(row.currency, in: bytes) {
            note(.currency, row.currency)
            row.currency = .absent
        }
        let type = text(slots.type, record, in: bytes)
        row.typeIsGiven = !type.isEmpty
        switch word(type, in: bytes) {
        case 0, words.purchase: row.kind = .purchase
        case words.refund: row.kind = .refund
        case words.reversal: row.kind = .reversal
        default:
            row.kind = .purchase
            note(.type, type)
        }
        let status = text(slots.status, record, in: bytes)
        row.statusIsGiven = !status.isEmpty
        switch word(status, in: bytes) {
        case 0, words.settled: row.status = .settled
        case words.pending: row.status = .pending
        case words.failed: row.status = .failed
        default:
            row.status = .settled
            note(.status, status)
        }
        row.payMethod = text(slots.payMethod, record, in: bytes)
        row.channel = text(slots.channel, record, in: bytes)
        switch word(row.channel, in: bytes) {
        case 0, words.app, words.wallet: break
        default:
            note(.channel, row.channel)
            row.channel = .absent
        }
    }

    @inline(__always)
    private mutating func readOrigin(_ record: borrowing RecordReader, in bytes: Span<UInt8>) {
        row.mcc = text(slots.mcc, record, in: bytes)
        row.merchantId = identity(slots.merchantId, .merchantId, record, in: bytes)
        row.originalTxnId = identity(slots.originalTxnId, .originalTxnId, record, in: bytes)
        if row.originalTxnId.isEmpty, row.kind.isMoneyBack { note(.missingOriginal, .absent) }
    }
}

// MARK: - Values

extension RowParser {
    /// A bad identity is noted.
    @inline(__always)
    private mutating func identity(
        _ slot: Slot, _ column: Column, _ record: borrowing RecordReader, in bytes: Span<UInt8>
    ) -> TextField {
        let value = text(slot, record, in: bytes)
        guard let fault = fault(ofIdentity: value, column, in: bytes) else { return value }
        note(fault, value)
        // A bad id can still be read: a rejected row is shown with it.
        return value
    }

    @inline(__always)
    private func fault(ofIdentity value: TextField, _ column: Column, in bytes: Span<UInt8>) -> RowFault? {
        value.isInSource
            ? IdentityText.fault(in: bytes, value.range, column: column)
            : IdentityText.fault(in: buffer.span, value.range, column: column)
    }

    private func isCurrency(_ field: TextField, in bytes: Span<UInt8>) -> Bool {
        field.isInSource
            ? IdentityText.isCurrency(bytes, field.range) : IdentityText.isCurrency(buffer.span, field.range)
    }

    /// The exact words of `type`, `status` and `channel`; in the parser, since a static would be guarded at every use.
    private struct Words {
        let purchase = WordScan.word(of: "purchase")
        let refund = WordScan.word(of: "refund")
        let reversal = WordScan.word(of: "reversal")
        let settled = WordScan.word(of: "settled")
        let pending = WordScan.word(of: "pending")
        let failed = WordScan.word(of: "failed")
        let app = WordScan.word(of: "app")
        let wallet = WordScan.word(of: "wallet")
        /// No text has it, since none holds a NUL.
        let tooLong: UInt64 = 0xFF00
    }

    /// A text of at most eight bytes as one number: 0 where it is absent.
    @inline(__always)
    private func word(_ field: TextField, in bytes: Span<UInt8>) -> UInt64 {
        guard field.count > 0 else { return 0 }
        guard field.count <= 8 else { return words.tooLong }
        let start = field.range.lowerBound
        let word =
            field.isInSource
            ? WordScan.paddedWord(at: start, in: bytes) : WordScan.paddedWord(at: start, in: buffer.span)
        let excess = UInt64(64 - field.count * 8)
        return (word &<< excess) &>> excess
    }
}
