internal import Crypto

/// Makes the engine's columns of one row of a source after the other.
struct FeedRow {
    /// The names of the columns that are made, in their order.
    let names: [String]
    /// The made values of the row that was taken last, in the order of `names`.
    private(set) var made = FieldTexts()

    private let columns: [Made]
    private let amount: Made?
    /// The first field that an identity is made of: what is said of a rejected row is no part of the row.
    private let digestStart: Int
    /// How often a row of that digest was met.
    private var timesMet: [String: Int] = [:]

    /// A column, and the fields that it is made of.
    private struct Made {
        let column: FeedColumn
        /// The first, or nil where the file lacks it.
        let field: Int?
        /// The time of day, or the credit.
        let second: Int?
    }

    init(of feed: Feed, header: FeedHeader) throws(Failure) {
        var columns: [Made] = []
        for column in feed.columns {
            let made = try FeedRow.made(column, header)
            let isThere = made.field != nil || column.source.needsNoField
            if isThere || !column.isOptional { columns.append(made) }
        }
        amount = columns.first { $0.column.name == Column.amount.rawValue }
        if let form = amount?.column.amount {
            // What the amount tells beside itself.
            if form.hasCurrency { columns.append(try FeedRow.made(FeedColumn(name: "currency"), header)) }
            let tellsType = form.sign != .type || amount?.second != nil
            if tellsType, !columns.contains(where: { $0.column.name == Column.type.rawValue }) {
                columns.append(try FeedRow.made(FeedColumn(name: "type"), header))
            }
        }
        self.columns = columns
        digestStart = RejectsFile.isHeader(header.names) ? RejectsFile.columns.count : 0
        names = columns.map(\.column.name)
    }

    private static func made(_ column: FeedColumn, _ header: FeedHeader) throws(Failure) -> Made {
        switch column.source {
        case .header(let aliases):
            return Made(column: column, field: try header.index(of: aliases), second: nil)
        case .dateAndTime(let first, let second), .debitAndCredit(let first, let second):
            return Made(
                column: column, field: try header.index(of: first), second: try header.index(of: second))
        case .constant, .digestOfRow:
            return Made(column: column, field: nil, second: nil)
        }
    }

    // MARK: - Rows

    /// Makes the columns of a row.
    mutating func take(_ texts: FieldTexts) {
        made.removeAll()
        let reading = amount.map { read($0, of: texts) }
        for column in columns {
            switch (column.column.name, reading) {
            case (Column.amount.rawValue, .some(let reading)): made.append(reading.shown)
            case (Column.currency.rawValue, .some(let reading)) where amount?.column.amount.hasCurrency == true:
                made.append(reading.amount.currency)
            case (Column.type.rawValue, .some(let reading)): made.append(reading.type)
            default: append(column, of: texts)
            }
        }
    }

    /// Of a row that does not fit the header, only what it is called and whose it is, as far as it holds them.
    mutating func takeDamaged(_ texts: FieldTexts) {
        made.removeAll()
        for column in columns {
            let names = [Column.txnId.rawValue, Column.cardholderId.rawValue]
            if names.contains(column.column.name), let field = column.field, field < texts.count {
                append(column, of: texts)
            } else {
                made.append([])
            }
        }
    }

    private mutating func append(_ made: Made, of texts: FieldTexts) {
        switch made.column.source {
        case .constant(let value): self.made.append(value.utf8)
        case .digestOfRow: self.made.append(digest(of: texts).utf8)
        case .dateAndTime:
            guard let date = made.field, let time = made.second else { return self.made.append([]) }
            self.made.append(joinedTime(date: texts[date], time: texts[time]))
        case .header, .debitAndCredit:
            self.made.append(made.column.meaning(of: made.field.map { texts[$0] } ?? []))
        }
    }

    /// `x` and twenty digits that say what the row says, then how often that was said up to here.
    private mutating func digest(of texts: FieldTexts) -> String {
        var said: [UInt8] = []
        for index in digestStart..<texts.count {
            said += texts[index]
            said.append(0x1F)
        }
        let digest = "x" + sha256(of: said).prefix(20)
        timesMet[digest, default: 0] += 1
        return "\(digest)-\(timesMet[digest] ?? 1)"
    }

    // MARK: - Money

    private struct AmountReading {
        var amount: FeedAmount
        /// The amount as the engine reads it: bad where it cannot be what the type says.
        var shown: [UInt8]
        var type: [UInt8]
    }

    private func read(_ made: Made, of texts: FieldTexts) -> AmountReading {
        let form = made.column.amount
        var amount: FeedAmount
        var isMoneyBack: Bool?
        if let credit = made.second, let debit = made.field {
            (amount, isMoneyBack) = side(debit: texts[debit], credit: texts[credit], form)
        } else {
            amount = FeedAmount(made.column.text(made.field.map { texts[$0] } ?? []), form: form)
            switch form.sign {
            case .type: break
            case .negativeIsRefund: isMoneyBack = amount.isNegative
            case .positiveIsRefund: isMoneyBack = !amount.isNegative
            }
        }
        let stated =
            columns.first { $0.column.name == Column.type.rawValue }.map { type -> [UInt8] in
                if case .constant(let value) = type.column.source { return Array(value.utf8) }
                return Array(type.column.meaning(of: type.field.map { texts[$0] } ?? []))
            } ?? []
        let purchase = Array(RowKind.purchase.name.utf8)
        var type = stated
        if type.isEmpty, let isMoneyBack { type = isMoneyBack ? Array(RowKind.refund.name.utf8) : purchase }
        // A sign that says nothing, or that contradicts the type, stays where it is: the row is rejected for it.
        let isContradictory =
            isMoneyBack == nil ? amount.isSigned : isMoneyBack == true && (type == purchase || type.isEmpty)
        let sign = amount.isNegative ? UInt8(ascii: "-") : UInt8(ascii: "+")
        return AmountReading(
            amount: amount, shown: isContradictory ? [sign] + amount.digits : amount.digits, type: type)
    }

    /// The one of the two that is there; where both are, something that is no amount.
    private func side(
        debit: ArraySlice<UInt8>, credit: ArraySlice<UInt8>, _ form: FeedColumn.AmountForm
    ) -> (FeedAmount, isMoneyBack: Bool?) {
        let (out, back) = (FeedAmount(debit, form: form), FeedAmount(credit, form: form))
        if back.signedFen == 0 { return (out, out.isSigned ? nil : false) }
        if out.signedFen == 0 { return (back, back.isSigned ? nil : true) }
        return (FeedAmount(debit + Array(" / ".utf8) + credit, form: FeedColumn.AmountForm()), nil)
    }
}

extension FeedColumn {
    /// One that a file has under its own name, or not at all.
    fileprivate init(name: String) {
        self.init(name: name, source: .header([name]), isOptional: true)
    }

    /// What the text of the source means.
    fileprivate func meaning(of text: ArraySlice<UInt8>) -> [UInt8] {
        let text = self.text(text)
        func first(_ meanings: [Meaning], where isMet: (String.UTF8View) -> Bool) -> String? {
            meanings.first { $0.texts.contains { isMet($0.utf8) } }?.value
        }
        let value =
            first(words) { text.elementsEqual($0) }
            ?? first(beginnings) { !$0.isEmpty && text.starts(with: $0) }
            ?? first(parts) { !$0.isEmpty && text.contains($0) } ?? otherwise
        return value.map { Array($0.utf8) } ?? Array(text)
    }

    /// The text, or what of it counts.
    fileprivate func text(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        guard let before else { return text }
        guard let place = text.firstIndex(of: before.utf8) else { return [] }
        return text[..<place]
    }
}

extension FeedColumn.Source {
    fileprivate var needsNoField: Bool {
        switch self {
        case .constant, .digestOfRow: true
        case .header, .dateAndTime, .debitAndCredit: false
        }
    }
}

extension ArraySlice<UInt8> {
    /// Where a text begins in this one.
    func firstIndex(of part: String.UTF8View) -> Int? {
        indices.first { self[$0...].starts(with: part) }
    }

    func contains(_ part: String.UTF8View) -> Bool {
        firstIndex(of: part) != nil
    }
}
