/// What is kept of a stretch of one file while it is read.
///
/// Most rows of a portfolio can be decided by themselves: of such a row only the verdict stays, the place where it
/// begins, and the hash of its id. The others, and all money back, become columns of integers.
struct FilePart: ~Copyable {
    var places: RecordPlaces
    var verdicts: VerdictTable
    /// The rows that some campaign cannot decide by themselves, and money back, in the order of the file.
    var kept: TransactionsBuilder
    /// By row of `kept`: its row in the file.
    var rowOfKept: DenseColumn<Int32>
    /// By money back: its row in `kept`.
    var moneyBack: [Int] = []
    /// Of the ids of the accepted rows, and of those that the money back names.
    private var ids: IdentityHashes
    private var originals: IdentityHashes
    /// Those of the parts that were joined to this one.
    private var joinedHashes: [IdentityMatches.Part] = []
    var cardholders = SymbolTable()
    var vocabulary: Vocabulary
    /// The rejected rows by reason.
    var rejections: [String: Int] = [:]
    var cards: CardWatch
    /// Where the stretch ended: the offset and the physical line behind its last record.
    private(set) var end = 0
    private(set) var endLine = 1

    private let plan: ReadingPlan

    /// - Parameter rows: how many rows are likely to come.
    init(plan: ReadingPlan, rows: Int, bucketBits: Int) {
        self.plan = plan
        vocabulary = plan.vocabulary
        places = RecordPlaces(rows: rows)
        verdicts = VerdictTable(campaigns: plan.campaigns.count, rows: rows)
        kept = TransactionsBuilder(columnCount: plan.vocabulary.columns.count, rows: rows)
        rowOfKept = DenseColumn(reserving: rows)
        ids = IdentityHashes(bucketBits: bucketBits, count: plan.hasTxnId ? rows : 0)
        originals = IdentityHashes(bucketBits: bucketBits, count: 0)
        cards = CardWatch(layout: plan.layout)
    }

    var count: Int { places.count }

    /// Reads the records that begin before `limit`.
    mutating func read(
        from reader: consuming RecordReader, until limit: Int, with parser: inout RowParser, in bytes: Span<UInt8>
    ) throws(Failure) {
        end = reader.position
        endLine = reader.nextLine
        var isMore = true
        while isMore {
            var block = RowBlock(plan: plan)
            isMore = try fill(&block, from: &reader, until: limit, with: &parser, in: bytes)
            screen(block, in: bytes)
        }
    }

    /// Parses rows until the block is full; false when no more are to come. A hot loop: one turn for each row of the
    /// file.
    private mutating func fill(
        _ block: inout RowBlock, from reader: inout RecordReader, until limit: Int, with parser: inout RowParser,
        in bytes: Span<UInt8>
    ) throws(Failure) -> Bool {
        while block.count < plan.division.rowsPerBlock {
            guard end < limit, try reader.next(in: bytes) else { return false }
            if reader.start >= limit {
                // Only blank lines were left before it.
                (end, endLine) = (reader.start, reader.line)
                return false
            }
            let isAccepted = try parser.parse(reader, in: bytes)
            append(parser, isAccepted: isAccepted, to: &block, in: bytes)
            (end, endLine) = (reader.position, reader.nextLine)
        }
        return true
    }

    @inline(__always)
    private mutating func append(
        _ parser: borrowing RowParser, isAccepted: Bool, to block: inout RowBlock, in bytes: Span<UInt8>
    ) {
        if isAccepted, plan.hasTxnId { ids.append(count, hash: plan.idHash(of: parser.row.txnId, parser, in: bytes)) }
        places.append(offset: parser.row.recordStart, line: parser.row.line)
        block.append(
            parser, isAccepted: isAccepted, plan: plan, vocabulary: &vocabulary, cardholders: &cardholders, in: bytes)
        cards.see(parser, in: bytes)
        if !isAccepted, let reason = parser.rejectionReason { rejections[reason, default: 0] += 1 }
    }

    /// Notes what the rows of a block can tell by themselves, and keeps the others.
    private mutating func screen(_ block: consuming RowBlock, in bytes: Span<UInt8>) {
        let (first, firstKept) = (verdicts.rows, kept.count)
        let moneyBackRows = block.moneyBack
        let cardholderFields = block.cardholders
        let rows = Transactions(block.rows)
        verdicts.append(rows: rows.count)
        var isKept = Array(repeating: false, count: rows.count)
        for (index, campaign) in plan.campaigns.enumerated() {
            FilePart.screen(rows, by: campaign, index, into: &verdicts, from: first, &isKept)
        }
        for (row, _) in moneyBackRows where rows.status[row] == .settled { isKept[row] = true }
        var nextMoneyBack = 0
        for row in isKept.indices where isKept[row] {
            if rows.kind[row].isMoneyBack {
                while moneyBackRows[nextMoneyBack].row < row { nextMoneyBack += 1 }
                originals.append(moneyBack.count, hash: moneyBackRows[nextMoneyBack].originalHash)
                moneyBack.append(kept.count)
            }
            rowOfKept.append(Int32(truncatingIfNeeded: first + row))
            kept.append(row, of: rows)
        }
        nameCardholders(cardholderFields, rowsFrom: first, keptFrom: firstKept, in: bytes)
    }

    /// Keeps a row whose verdict needed nothing else, as the parser has read it again.
    mutating func keep(_ row: Int, _ parser: borrowing RowParser, in bytes: Span<UInt8>) {
        rowOfKept.append(Int32(truncatingIfNeeded: row))
        let cardholder = parser.withText(of: parser.row.cardholderId, in: bytes) { cardholders.intern($0) }
        kept.append(
            parser, standing: plan.standing(of: parser.row), cardholder: cardholder, plan: plan,
            vocabulary: &vocabulary, in: bytes)
    }

    /// A hot loop: one turn for each row of the file and campaign.
    private static func screen(
        _ rows: Transactions, by campaign: CompiledCampaign, _ index: Int, into verdicts: inout VerdictTable,
        from first: Int, _ isKept: inout [Bool]
    ) {
        for row in isKept.indices {
            if let verdict = campaign.screen(row, in: rows) {
                verdicts[first + row, index] = verdict
            } else {
                isKept[row] = true
            }
        }
    }

    /// There are too many cardholders for a cache: in a loop of their own the looks do not wait for one another's memory.
    private mutating func nameCardholders(
        _ fields: [TextField], rowsFrom firstRow: Int, keptFrom firstKept: Int, in bytes: Span<UInt8>
    ) {
        let looks = (firstKept..<kept.count).compactMap { index -> (kept: Int, text: Range<Int>, Fingerprint)? in
            let field = fields[Int(rowOfKept[index]) - firstRow]
            if field.isEmpty { return nil }
            return (index, field.range, Fingerprint(of: bytes.extracting(field.range)))
        }
        for (index, text, fingerprint) in looks {
            kept.cardholder[index] = cardholders.known(fingerprint) ?? cardholders.intern(bytes.extracting(text))
        }
    }
}

// MARK: - Joining parts

extension FilePart {
    /// Adds the rows of the stretch behind this one, whose lines were counted from 1. Its ids stay where they are.
    mutating func append(contentsOf next: consuming FilePart) {
        joinedHashes += next.takeHashes(firstRow: count, firstMoneyBack: moneyBack.count)
        let (rows, keptRows, linesBefore) = (count, kept.count, endLine - 1)
        places.append(contentsOf: next.places, linesBefore: linesBefore)
        verdicts.append(contentsOf: next.verdicts)
        kept.append(
            contentsOf: next.kept, cardholder: cardholders.merge(next.cardholders),
            currency: vocabulary.currencies.merge(next.vocabulary.currencies),
            columns: vocabulary.tables.indices.map { vocabulary.tables[$0].merge(next.vocabulary.tables[$0]) })
        for index in next.rowOfKept.indices { rowOfKept.append(next.rowOfKept[index] + Int32(rows)) }
        moneyBack += next.moneyBack.map { $0 + keptRows }
        rejections.merge(next.rejections, uniquingKeysWith: +)
        cards.see(next.cards)
        (end, endLine) = (next.end, next.endLine + linesBefore)
    }

    /// Gives the hashes away, to be searched, with the numbers that the first row and the first money back have in the
    /// whole file.
    mutating func takeHashes(firstRow: Int = 0, firstMoneyBack: Int = 0) -> [IdentityMatches.Part] {
        var ids = IdentityHashes(bucketBits: 0, count: 0)
        var originals = IdentityHashes(bucketBits: 0, count: 0)
        swap(&ids, &self.ids)
        swap(&originals, &self.originals)
        let own = IdentityMatches.Part(
            ids: ids, firstRow: firstRow, originals: originals, firstMoneyBack: firstMoneyBack)
        defer { joinedHashes = [] }
        return [own] + joinedHashes
    }
}

extension SymbolTable {
    /// Takes in the texts of another table; gives the symbol here for each symbol there.
    fileprivate mutating func merge(_ other: SymbolTable) -> [Symbol] {
        var symbols: [Symbol] = []
        symbols.reserveCapacity(other.count)
        for first in stride(from: 0, to: other.count, by: 256) {
            let batch = first..<min(first + 256, other.count)
            let looks = batch.map { symbol in other.withText(of: Symbol(symbol)) { known(Fingerprint(of: $0)) } }
            for (symbol, known) in zip(batch, looks) {
                symbols.append(known ?? other.withText(of: Symbol(symbol)) { intern($0) })
            }
        }
        return symbols
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
