/// One whole file as columns of integers, each row with its standing: what `simulate` decides on.
package struct TransactionFile: Sendable {
    package private(set) var transactions: Transactions
    package private(set) var identities: IdentityColumn
    package private(set) var cardholders = SymbolTable()
    package private(set) var vocabulary: Vocabulary
    /// By row: the physical line on which it begins.
    package private(set) var lines: [Int32] = []
    /// By row that is rejected.
    package private(set) var rejected: [Int: RejectedRow] = [:]
    /// What the user is to be told once about the file.
    package private(set) var notices: [String] = []
    /// Whether the file tells cardholders apart.
    package let hasCardholders: Bool

    /// By row: where its record begins, to compare what two rows say.
    private var recordStarts: [Int] = []
    /// The money back that may name a purchase, with where the id stands.
    private var moneyBack: [Int] = []
    private var originals = TextColumn()

    package struct RejectedRow: Sendable {
        package var rejection: Rejection
        package var hasTime: Bool
        package var hasAmount: Bool
    }

    package var count: Int { lines.count }
    package var duplicates: Int { transactions.standing.count { $0 == .duplicate } }

    /// Reads a file and settles which of its rows count. Codes: refused, usage.
    package static func read(
        _ source: SourceText, request: ColumnRequest, vocabulary: Vocabulary, utcOffset: UTCOffset
    ) throws(Failure) -> TransactionFile {
        try source.withBytes { bytes throws(Failure) in
            var reader = RecordReader(place: source.place)
            let layout = try Layout.read(from: &reader, in: bytes, request: request, place: source.place)
            var parser = RowParser(
                layout: layout, utcOffset: utcOffset, emptyCardholder: .rejected, place: source.place)
            var file = TransactionFile(layout: layout, vocabulary: vocabulary)
            if let notice = source.notice { file.notices.append(notice) }
            var cards = CardWatch(layout: layout)
            while try reader.next(in: bytes) {
                let isAccepted = try parser.parse(reader, in: bytes)
                file.append(parser, isAccepted: isAccepted, in: bytes)
                cards.see(parser, in: bytes)
            }
            file.notices += layout.notices + cards.notices
            if file.identities.isThere {
                var comparison = RowComparison(layout: layout, utcOffset: utcOffset, place: source.place)
                try file.settleIdentities(comparing: &comparison, in: bytes)
            } else {
                file.linkMoneyBackByLine()
            }
            return file
        }
    }

    private init(layout: Layout, vocabulary: Vocabulary) {
        transactions = Transactions(columnCount: vocabulary.columns.count)
        identities = IdentityColumn(isThere: layout.has(.txnId))
        hasCardholders = layout.has(.cardholderId)
        self.vocabulary = vocabulary
    }

    // MARK: - The hot loop: one row

    private mutating func append(_ parser: borrowing RowParser, isAccepted: Bool, in bytes: Span<UInt8>) {
        let row = transactions.count
        lines.append(Int32(truncatingIfNeeded: parser.row.line))
        recordStarts.append(parser.row.recordStart)
        transactions.standing.append(isAccepted ? .open : .rejected)
        transactions.kind.append(parser.row.kind)
        transactions.status.append(parser.row.status)
        transactions.time.append(parser.row.time.seconds)
        transactions.bookingDay.append((parser.row.postedOn ?? parser.row.time.day).number)
        transactions.amountFen.append(parser.row.amountFen)
        if identities.isThere {
            let field = parser.row.txnId
            parser.withText(of: field, in: bytes) {
                identities.append($0, sourceOffset: field.isInSource ? field.range.lowerBound : nil)
            }
        }
        let currency = parser.withText(of: parser.row.currency, in: bytes) { vocabulary.currencies.intern($0) }
        transactions.currency.append(currency)
        let cardholder = parser.withText(of: parser.row.cardholderId, in: bytes) { cardholders.intern($0) }
        transactions.cardholder.append(cardholder)
        for column in transactions.columns.indices {
            let symbol = parser.withText(of: parser.wanted[column], in: bytes) {
                vocabulary.tables[column].intern($0)
            }
            transactions.columns[column].append(symbol)
        }
        if !isAccepted, let rejection = parser.rejection(in: bytes) {
            rejected[row] = RejectedRow(
                rejection: rejection, hasTime: parser.row.hasTime, hasAmount: parser.row.hasAmount)
        } else if parser.row.kind.isMoneyBack {
            moneyBack.append(row)
            parser.withText(of: parser.row.originalTxnId, in: bytes) { originals.append($0) }
        }
    }
}

// MARK: - Which rows count

extension TransactionFile {
    private mutating func settleIdentities(
        comparing comparison: inout RowComparison, in bytes: Span<UInt8>
    ) throws(Failure) {
        var index = IdentityIndex(rows: count)
        for row in 0..<count where transactions.standing[row] == .open {
            guard let known = index.findAdding(row, in: identities, source: bytes) else { continue }
            let isFinal = transactions.status[row].isFinal
            let kept = [known.first, known.other].compactMap { $0 }
            guard let same = kept.first(where: { transactions.status[$0].isFinal == isFinal }) else {
                index.keep(row, besides: known.first)
                transactions.standing[isFinal ? known.first : row] = .superseded
                continue
            }
            var isDuplicate = true
            if isFinal {
                isDuplicate = try comparison.sameContent(
                    recordAt: recordStarts[same], recordAt: recordStarts[row], in: bytes)
            }
            transactions.standing[row] = isDuplicate ? .duplicate : .rejected
            if !isDuplicate { rejected[row] = conflict(row, with: same, in: bytes) }
        }
        for (number, row) in moneyBack.enumerated() where canName(row) {
            let known = originals.withText(of: number) { index.find($0, in: identities, source: bytes) }
            guard let known else { continue }
            let isFirstTheFinal = transactions.status[known.first].isFinal
            link(row, to: isFirstTheFinal ? known.first : known.other ?? known.first)
        }
    }

    private func conflict(_ row: Int, with other: Int, in bytes: Span<UInt8>) -> RejectedRow {
        let id = identities.withText(of: row, in: bytes) { text in
            ShownText.of(String(decoding: text.indices.map { text[$0] }, as: UTF8.self))
        }
        return RejectedRow(
            rejection: Rejection(
                line: Int(lines[row]), reason: "conflict", value: id,
                message: "`txn_id` `\(id)` was given with other content on line \(lines[other])"),
            hasTime: true, hasAmount: true)
    }

    /// In a file without `txn_id` an original can only be named as `line-7`.
    private mutating func linkMoneyBackByLine() {
        for (number, row) in moneyBack.enumerated() where canName(row) {
            let name = originals[number]
            guard name.hasPrefix("line-"), let line = Int32(name.dropFirst("line-".count)), name == "line-\(line)"
            else { continue }
            if let purchase = self.row(ofLine: line),
                transactions.standing[purchase] == .open
                    || transactions.standing[purchase] == .namedByMoneyBack
            {
                link(row, to: purchase)
            }
        }
    }

    private func row(ofLine line: Int32) -> Int? {
        var (low, high) = (0, lines.count)
        while low < high {
            let middle = (low + high) / 2
            if lines[middle] < line { low = middle + 1 } else { high = middle }
        }
        return low < lines.count && lines[low] == line ? low : nil
    }

    private func canName(_ row: Int) -> Bool {
        transactions.standing[row] == .open && transactions.status[row] == .settled
    }

    private mutating func link(_ row: Int, to purchase: Int) {
        if transactions.kind[purchase] == .purchase { transactions.link(moneyBack: row, to: purchase) }
    }

    /// The id that money back names.
    package func original(of row: Int) -> String? {
        var (low, high) = (0, moneyBack.count)
        while low < high {
            let middle = (low + high) / 2
            if moneyBack[middle] < row { low = middle + 1 } else { high = middle }
        }
        return low < moneyBack.count && moneyBack[low] == row ? originals[low] : nil
    }
}

// MARK: - Notices

extension Layout {
    package var notices: [String] {
        if ignored.isEmpty { return [] }
        let shown = ignored.prefix(12).map { "`\(ShownText.of($0))`" }.joined(separator: ", ")
        let more = ignored.count > 12 ? " and \(ignored.count - 12) more" : ""
        return ["nothing asks for the column\(ignored.count == 1 ? "" : "s") \(shown)\(more)"]
    }
}

/// Sees whether a file that does not tell cardholders apart has the charges of several cards.
private struct CardWatch {
    private let isNeeded: Bool
    private var first: String?
    private var hasSeveral = false

    init(layout: Layout) {
        isNeeded = !layout.has(.cardholderId) && layout.has(.cardId)
    }

    mutating func see(_ parser: borrowing RowParser, in bytes: Span<UInt8>) {
        guard isNeeded, !hasSeveral, !parser.row.cardId.isEmpty else { return }
        let card = parser.string(of: parser.row.cardId, in: bytes)
        if first == nil { first = card } else if first != card { hasSeveral = true }
    }

    var notices: [String] {
        hasSeveral
            ? [
                "the file has several values of `card_id` and no `cardholder_id`: all rows are taken for one "
                    + "cardholder's"
            ] : []
    }
}
