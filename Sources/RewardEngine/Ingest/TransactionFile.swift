/// One whole file as columns of integers, each row with its standing: what `simulate` decides on.
package struct TransactionFile: Sendable {
    package let transactions: Transactions
    package let identities: IdentityColumn
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

    private let hasPostedOn: Bool
    private let hasCurrency: Bool

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
    package private(set) var duplicates = 0

    /// Reads a file and settles which of its rows count. Codes: refused, usage.
    package static func read(
        _ source: SourceText, request: ColumnRequest, vocabulary: Vocabulary, utcOffset: UTCOffset,
        workers: some Workers
    ) throws(Failure) -> TransactionFile {
        try source.withBytes { bytes throws(Failure) in
            var reader = RecordReader(place: source.place)
            let layout = try Layout.read(from: &reader, in: bytes, request: request, place: source.place)
            var parser = RowParser(
                layout: layout, utcOffset: utcOffset, emptyCardholder: .rejected, place: source.place)
            var file = TransactionFile(
                layout: layout, vocabulary: vocabulary, rows: likelyRows(in: bytes))
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
                try file.settleIdentities(comparing: &comparison, in: bytes, workers: workers)
            } else {
                file.linkMoneyBackByLine()
            }
            return file
        }
    }

    private init(layout: Layout, vocabulary: Vocabulary, rows: Int) {
        transactions = Transactions(columnCount: vocabulary.columns.count, rows: rows)
        identities = IdentityColumn(isThere: layout.has(.txnId), rows: rows)
        hasPostedOn = layout.has(.postedOn)
        hasCurrency = layout.has(.currency)
        hasCardholders = layout.has(.cardholderId)
        self.vocabulary = vocabulary
    }

    /// As many rows as the file would have if all were as long as the shortest of its first lines.
    private static func likelyRows(in bytes: Span<UInt8>) -> Int {
        var (shortest, start) = (bytes.count, 0)
        for index in 0..<min(bytes.count, 1 << 16) where bytes[index] == UInt8(ascii: "\n") {
            // The header and blank lines tell nothing.
            if start > 0, index - start > 8 { shortest = min(shortest, index - start) }
            start = index + 1
        }
        return bytes.count / max(shortest, 16) + 16
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
        if hasPostedOn { transactions.postedOn.append((parser.row.postedOn ?? parser.row.time.day).number) }
        transactions.amountFen.append(parser.row.amountFen)
        if identities.isThere {
            let field = parser.row.txnId
            parser.withText(of: field, in: bytes) {
                identities.append($0, sourceOffset: field.isInSource ? field.range.lowerBound : nil)
            }
        }
        if hasCurrency {
            let currency = parser.withText(of: parser.row.currency, in: bytes) { vocabulary.currencies.intern($0) }
            transactions.currency.append(currency)
        }
        let cardholder = parser.withText(of: parser.row.cardholderId, in: bytes) { cardholders.intern($0) }
        transactions.cardholder.append(cardholder)
        for column in vocabulary.columns.indices {
            let symbol = parser.withText(of: parser.wanted[column], in: bytes) {
                vocabulary.tables[column].intern($0)
            }
            transactions.symbols.append(symbol)
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
        comparing comparison: inout RowComparison, in bytes: Span<UInt8>, workers: some Workers
    ) throws(Failure) {
        let transactions = transactions
        let index = IdentityIndex(of: identities, rows: count, workers: workers) { transactions.standing[$0] == .open }
        for rows in index.repeated() { try settle(rows, &comparison, in: bytes) }
        for (number, row) in moneyBack.enumerated() where canName(row) {
            if let purchase = originals.withText(of: number, { kept(asId: $0, index, in: bytes) }) {
                link(row, to: purchase)
            }
        }
    }

    /// Rows, in the order of the file, whose ids have the same hash, and so are most likely the same.
    private mutating func settle(
        _ rows: [Int], _ comparison: inout RowComparison, in bytes: Span<UInt8>
    ) throws(Failure) {
        /// Of each id: the first row of either kind.
        var kept: [(final: Int?, pending: Int?)] = []
        for row in rows {
            let isFinal = transactions.status[row].isFinal
            let known = kept.firstIndex { identities.isSame($0.final ?? $0.pending ?? row, row, in: bytes) }
            guard let known else {
                kept.append(isFinal ? (row, nil) : (nil, row))
                continue
            }
            guard let same = isFinal ? kept[known].final : kept[known].pending else {
                if isFinal { kept[known].final = row } else { kept[known].pending = row }
                if let pending = kept[known].pending { transactions.standing[pending] = .superseded }
                continue
            }
            var isDuplicate = true
            if isFinal {
                isDuplicate = try comparison.sameContent(
                    recordAt: recordStarts[same], recordAt: recordStarts[row], in: bytes)
            }
            transactions.standing[row] = isDuplicate ? .duplicate : .rejected
            if isDuplicate { duplicates += 1 } else { rejected[row] = conflict(row, with: same, in: bytes) }
        }
    }

    /// The row that an id keeps: the final one, or else the pending one.
    private func kept(asId text: Span<UInt8>, _ index: IdentityIndex, in bytes: Span<UInt8>) -> Int? {
        let hash = byteHash(of: text)
        func first(isFinal: Bool) -> Int? {
            index.firstRow(withHash: hash) { row in
                isKept(row) && transactions.status[row].isFinal == isFinal
                    && identities.isText(text, of: row, in: bytes)
            }
        }
        return first(isFinal: true) ?? first(isFinal: false)
    }

    private func isKept(_ row: Int) -> Bool {
        switch transactions.standing[row] {
        case .open, .namedByMoneyBack, .superseded: true
        case .unknownCard, .duplicate, .rejected, .context: false
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
        let names = ignored.map { "`\(ShownText.of($0))`" }.joined(separator: ", ")
        return ["not used, since no rule asks for \(ignored.count == 1 ? "it" : "them"): \(names)"]
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
