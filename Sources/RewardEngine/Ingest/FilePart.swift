/// The rows of a stretch of one file, as they are read: columns that only grow.
struct FilePart: ~Copyable {
    var transactions: TransactionsBuilder
    var identities: IdentityColumn
    /// By row: the physical line on which it begins.
    var lines: DenseColumn<Int32>
    /// By row: where its record begins, to compare what two rows say.
    var recordStarts: DenseColumn<Int>
    var cardholders = SymbolTable()
    var vocabulary: Vocabulary
    var rejected: [Int: TransactionFile.RejectedRow] = [:]
    /// The accepted rows of money back, with the ids that they name.
    var moneyBack: [Int] = []
    var originals = TextColumn()
    var cards: CardWatch
    /// Where the stretch ended: the offset and the physical line behind its last record.
    private(set) var end = 0
    private(set) var endLine = 1

    private let hasPostedOn: Bool
    private let hasCurrency: Bool
    /// The cardholders of the last rows, of which there are too many for a cache: looked up together.
    private var unnamed: [Unnamed] = []

    private struct Unnamed {
        var row: Int
        var fingerprint: Fingerprint
        var field: TextField
    }

    private static let unnamedMost = 256

    /// - Parameter rows: how many rows are likely to come.
    init(layout: Layout, vocabulary: Vocabulary, rows: Int) {
        transactions = TransactionsBuilder(columnCount: vocabulary.columns.count, rows: rows)
        identities = IdentityColumn(isThere: layout.has(.txnId), rows: rows)
        lines = DenseColumn(reserving: rows)
        recordStarts = DenseColumn(reserving: rows)
        cards = CardWatch(layout: layout)
        hasPostedOn = layout.has(.postedOn)
        hasCurrency = layout.has(.currency)
        self.vocabulary = vocabulary
    }

    var count: Int { lines.count }

    /// Reads the records that begin before `limit`. A hot loop: one turn for each row of the file.
    mutating func read(
        from reader: consuming RecordReader, until limit: Int, with parser: inout RowParser, in bytes: Span<UInt8>
    ) throws(Failure) {
        end = reader.position
        endLine = reader.nextLine
        while end < limit, try reader.next(in: bytes) {
            if reader.start >= limit {
                // Only blank lines were left before it.
                (end, endLine) = (reader.start, reader.line)
                break
            }
            let isAccepted = try parser.parse(reader, in: bytes)
            append(parser, isAccepted: isAccepted, in: bytes)
            (end, endLine) = (reader.position, reader.nextLine)
        }
        nameCardholders(in: bytes)
    }

    private mutating func append(_ parser: borrowing RowParser, isAccepted: Bool, in bytes: Span<UInt8>) {
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
        appendCardholder(parser.row.cardholderId, parser, in: bytes)
        for column in vocabulary.columns.indices {
            let symbol = parser.withText(of: parser.wanted[column], in: bytes) {
                vocabulary.tables[column].intern($0)
            }
            transactions.symbols.append(symbol)
        }
        cards.see(parser, in: bytes)
        if !isAccepted, let rejection = parser.rejection(in: bytes) {
            rejected[count - 1] = TransactionFile.RejectedRow(
                rejection: rejection, hasTime: parser.row.hasTime, hasAmount: parser.row.hasAmount)
        } else if parser.row.kind.isMoneyBack {
            moneyBack.append(count - 1)
            parser.withText(of: parser.row.originalTxnId, in: bytes) { originals.append($0) }
        }
    }

    private mutating func appendCardholder(_ field: TextField, _ parser: borrowing RowParser, in bytes: Span<UInt8>) {
        if field.isEmpty || !field.isInSource {
            transactions.cardholder.append(parser.withText(of: field, in: bytes) { cardholders.intern($0) })
            return
        }
        // Until its symbol is known.
        transactions.cardholder.append(SymbolTable.absent)
        unnamed.append(
            Unnamed(row: count - 1, fingerprint: Fingerprint(of: bytes.extracting(field.range)), field: field))
        if unnamed.count == FilePart.unnamedMost { nameCardholders(in: bytes) }
    }

    private mutating func nameCardholders(in bytes: Span<UInt8>) {
        for index in unnamed.indices {
            transactions.cardholder[unnamed[index].row] =
                cardholders.known(unnamed[index].fingerprint)
                ?? cardholders.intern(bytes.extracting(unnamed[index].field.range))
        }
        unnamed.removeAll(keepingCapacity: true)
    }

    /// Adds the rows of the stretch behind this one, whose lines were counted from 1.
    mutating func append(contentsOf next: borrowing FilePart) {
        let (rows, linesBefore) = (count, endLine - 1)
        for row in next.lines.indices { lines.append(next.lines[row] + Int32(truncatingIfNeeded: linesBefore)) }
        recordStarts.append(contentsOf: next.recordStarts)
        identities.append(contentsOf: next.identities)
        transactions.append(
            contentsOf: next.transactions, cardholder: cardholders.merge(next.cardholders),
            currency: vocabulary.currencies.merge(next.vocabulary.currencies),
            columns: vocabulary.tables.indices.map { vocabulary.tables[$0].merge(next.vocabulary.tables[$0]) })
        for (row, rejectedRow) in next.rejected {
            var rejectedRow = rejectedRow
            rejectedRow.rejection.line += linesBefore
            rejected[row + rows] = rejectedRow
        }
        for (number, row) in next.moneyBack.enumerated() {
            moneyBack.append(row + rows)
            next.originals.withText(of: number) { originals.append($0) }
        }
        cards.see(next.cards)
        (end, endLine) = (next.end, next.endLine + linesBefore)
    }
}

extension SymbolTable {
    /// Takes in the texts of another table; gives the symbol here for each symbol there.
    fileprivate mutating func merge(_ other: SymbolTable) -> [Symbol] {
        (0..<other.count).map { symbol in other.withText(of: Symbol(symbol)) { intern($0) } }
    }
}

extension TransactionsBuilder {
    /// Adds rows whose symbols are of other tables; the lists give the symbol here for each symbol there.
    fileprivate mutating func append(
        contentsOf next: borrowing TransactionsBuilder, cardholder: [Symbol], currency: [Symbol], columns: [[Symbol]]
    ) {
        standing.append(contentsOf: next.standing)
        kind.append(contentsOf: next.kind)
        status.append(contentsOf: next.status)
        time.append(contentsOf: next.time)
        postedOn.append(contentsOf: next.postedOn)
        amountFen.append(contentsOf: next.amountFen)
        for row in next.currency.indices { self.currency.append(currency[Int(next.currency[row])]) }
        for row in next.cardholder.indices { self.cardholder.append(cardholder[Int(next.cardholder[row])]) }
        var row = 0
        while row < next.symbols.count {
            for column in columns.indices { symbols.append(columns[column][Int(next.symbols[row + column])]) }
            row += max(columns.count, 1)
        }
    }
}

/// Sees whether a file that does not tell cardholders apart has the charges of several cards.
struct CardWatch: Sendable {
    private let isNeeded: Bool
    private var first: String?
    private(set) var hasSeveral = false

    init(layout: Layout) {
        isNeeded = !layout.has(.cardholderId) && layout.has(.cardId)
    }

    @inline(__always)
    mutating func see(_ parser: borrowing RowParser, in bytes: Span<UInt8>) {
        if isNeeded, !hasSeveral, !parser.row.cardId.isEmpty { see(parser.string(of: parser.row.cardId, in: bytes)) }
    }

    mutating func see(_ other: CardWatch) {
        if let card = other.first { see(card) }
        if other.hasSeveral { hasSeveral = true }
    }

    private mutating func see(_ card: String) {
        if first == nil { first = card } else if first != card { hasSeveral = true }
    }
}
