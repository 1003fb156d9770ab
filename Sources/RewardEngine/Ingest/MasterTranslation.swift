/// Makes of a file one whose rows say their cardholder and channel, as far as the masters know them: what `simulate` is
/// given, where the nightly run looks each row up in the book.
package struct MasterTranslation {
    private let cards: CardMaster?
    private let bindings: BindingRegister?
    private let utcOffset: UTCOffset

    package init(cards: CardMaster?, bindings: BindingRegister?, utcOffset: UTCOffset) {
        self.cards = cards
        self.bindings = bindings
        self.utcOffset = utcOffset
    }

    /// What the file's own column is called beside the made one: repeats are compared by what they said themselves.
    private static func ownName(_ column: Column) -> String { "own \(column.rawValue)" }

    private var columns: [Column] {
        (cards == nil ? [] : [.cardholderId]) + (bindings == nil ? [] : [.channel])
    }

    /// Codes: refused, usage.
    package func translate(
        _ source: SourceText, _ request: inout ColumnRequest
    ) throws(Failure) -> SourceText {
        let translated = try source.withBytes { bytes throws(Failure) in
            try translate(source, bytes, request)
        }
        let made = columns.map(\.rawValue)
        request.columns.removeAll { made.contains($0.name) }
        request.assumed.removeAll { made.contains($0.name) }
        request.wanted += columns.map(Self.ownName)
        return SourceText(translated: translated.text, reading: translated.reading, of: source)
    }

    private func translate(
        _ source: SourceText, _ bytes: Span<UInt8>, _ request: ColumnRequest
    ) throws(Failure) -> FeedTranslation.Translated {
        var plain = request
        plain.required = request.required.filter { !columns.map(\.rawValue).contains($0) }
        var reader = source.records()
        let layout = try Layout.read(from: &reader, in: bytes, request: plain, of: source)
        var texts = FieldTexts()
        texts.take(reader, in: bytes, delimiter: Byte.comma)
        var own = (0..<texts.count).map(texts.string)
        for column in columns where !request.columns.contains(where: { $0.name == column.rawValue }) {
            for index in own.indices where asciiLowercased(own[index]) == column.rawValue {
                own[index] = Self.ownName(column)
            }
        }
        var purchases = try PurchaseCards(of: source, bytes, layout, utcOffset)
        purchases.cards = cards
        var text = TranslatedText(made: columns.map(\.rawValue), own: own, capacity: bytes.count)
        var parser = RowParser(
            layout: layout, utcOffset: utcOffset, emptyCardholder: .heldIfCardKnown, place: source.place)
        var made = FieldTexts()
        while try reader.next(in: bytes) {
            _ = try parser.parse(reader, in: bytes)
            texts.take(reader, in: bytes, delimiter: Byte.comma)
            made.removeAll()
            for column in columns {
                // What the row says itself, also where it is bad, so that the row is rejected for it.
                let field = layout.field(of: column).flatMap { $0 < texts.count ? $0 : nil }
                let own = field.map(texts.string) ?? ""
                made.append((own.isEmpty ? value(of: column, parser, purchases, in: bytes) : own).utf8)
            }
            text.append(made: made, own: texts, of: reader)
        }
        var reading = source.reading ?? FeedReading(headerLine: 1, made: [])
        reading.made = columns.map { ($0.rawValue, [$0.rawValue]) } + reading.made
        return FeedTranslation.Translated(text: text.finish(), reading: reading)
    }

    private func value(
        of column: Column, _ parser: borrowing RowParser, _ purchases: PurchaseCards, in bytes: Span<UInt8>
    ) -> String {
        let row = parser.row
        let field = column == .cardholderId ? row.cardholderId : row.channel
        if !field.isEmpty || !row.hasTime { return parser.string(of: field, in: bytes) }
        let card = parser.string(of: row.cardId, in: bytes)
        if column == .cardholderId {
            if row.kind.isMoneyBack {
                let original = parser.string(of: row.originalTxnId, in: bytes)
                if let cardholder = purchases.cardholder(ofPurchase: original, card: card) { return cardholder }
            }
            return cards?.cardholder(of: card, on: row.time.day) ?? ""
        }
        let token = parser.string(of: row.tokenId, in: bytes)
        return bindings?.channel(at: row.time, token: token, card: card) ?? ""
    }
}

/// The purchases that money back without a cardholder names.
private struct PurchaseCards {
    var cards: CardMaster?
    private var purchases: [String: Purchase] = [:]

    private struct Purchase {
        var card: String
        var cardholder: String
        var day: Day
        var isFinal: Bool
        var isPurchase: Bool
    }

    init(
        of source: SourceText, _ bytes: Span<UInt8>, _ layout: Layout, _ utcOffset: UTCOffset
    ) throws(Failure) {
        var named: Set<String> = []
        var purchases: [String: Purchase] = [:]
        for isFirstReading in [true, false] {
            var reader = source.records()
            _ = try reader.next(in: bytes)
            var parser = RowParser(
                layout: layout, utcOffset: utcOffset, emptyCardholder: .heldIfCardKnown, place: source.place)
            while try reader.next(in: bytes) {
                guard try parser.parse(reader, in: bytes) else { continue }
                let row = parser.row
                if isFirstReading {
                    if row.kind.isMoneyBack, row.cardholderId.isEmpty {
                        named.insert(parser.string(of: row.originalTxnId, in: bytes))
                    }
                    continue
                }
                let id = layout.has(.txnId) ? parser.string(of: row.txnId, in: bytes) : "line-\(row.line)"
                guard named.contains(id), purchases[id].map({ row.status.isFinal && !$0.isFinal }) ?? true else {
                    continue
                }
                purchases[id] = Purchase(
                    card: parser.string(of: row.cardId, in: bytes),
                    cardholder: parser.string(of: row.cardholderId, in: bytes), day: row.time.day,
                    isFinal: row.status.isFinal, isPurchase: row.kind == .purchase)
            }
            if named.isEmpty { break }
        }
        self.purchases = purchases
    }

    /// Of a purchase by the same card: whose it was then, not whose the card is now.
    func cardholder(ofPurchase id: String, card: String) -> String? {
        guard let purchase = purchases[id], purchase.isPurchase, purchase.card == card, !card.isEmpty else {
            return nil
        }
        return purchase.cardholder.isEmpty ? cards?.cardholder(of: card, on: purchase.day) : purchase.cardholder
    }
}
