/// `columns` of a feed: what each column of the engine, or one that campaigns name, is made of.
extension ValueReader where Value == [FeedColumn] {
    static let feedColumns = ValueReader(
        "a mapping from each column to what it is made of, such as { amount: 金额 }"
    ) { item, problems in
        guard case .mapping(let entries) = item.node.content, !entries.isEmpty else {
            item.refuse("a mapping such as { amount: 金额 }", help: nil, to: problems)
            return nil
        }
        let columns = entries.map { entry -> FeedColumn? in
            let key = Item(
                label: "a key of `columns`", node: YAMLNode(mark: entry.keyMark, content: .scalar(entry.key)))
            guard let name = ValueReader<String>.columnName.read(key, problems) else { return nil }
            tellMisspelled(name, at: entry.keyMark, problems)
            return ValueReader<FeedColumn>.feedColumn(name)
                .read(Item(label: "`\(ShownText.of(name))`", node: entry.value), problems)
        }
        tellSplitCurrency(columns, of: entries, problems)
        return columns.contains { $0 == nil } ? nil : columns.compactMap(\.self)
    }

    /// A column of a name that nothing asks for would be silently of no use.
    private static func tellMisspelled(_ name: String, at mark: Mark, _ problems: ProblemCollector) {
        let known = Column.allCases.map(\.rawValue)
        guard !known.contains(name), let near = nearestWord(to: name, among: known) else { return }
        problems.add(
            at: mark, "the column \(shown(name)) is none of the engine's", help: "did you mean `\(near)`?")
    }

    private static func tellSplitCurrency(
        _ columns: [FeedColumn?], of entries: [YAMLNode.Entry], _ problems: ProblemCollector
    ) {
        guard columns.contains(where: { $0?.amount.hasCurrency == true }),
            let entry = entries.first(where: { $0.key == Column.currency.rawValue })
        else { return }
        problems.add(
            at: entry.keyMark, "`currency` is split from the amount already", help: "leave one of the two away")
    }
}

extension ValueReader where Value == FeedColumn {
    /// A header, a list of them, or a mapping of all that can be said.
    fileprivate static func feedColumn(_ name: String) -> ValueReader {
        let what = "a header, a list of headers, or a mapping such as { from: 金额 }"
        let full = mapping(what) { keys in column(name, in: &keys) }
        return ValueReader(what) { item, problems in
            if case .mapping = item.node.content { return full.read(item, problems) }
            return ValueReader<[String]>.headers.read(item, problems).map {
                FeedColumn(name: name, source: .header($0))
            }
        }
    }
}

/// Where a column comes from: exactly one of these stands in its mapping.
private let sources = ["from", "value", "digestOf", "date", "debit"]

private func column(_ name: String, in keys: inout MappingReader) -> FeedColumn? {
    let source = source(of: name, in: &keys)
    let meanings = ValueReader<[FeedColumn.Meaning]>.meanings(ofColumn: name)
    let words = keys.optional("words", meanings)
    let beginnings = keys.optional("startsWith", meanings)
    let parts = keys.optional("contains", meanings)
    let otherwise = keys.optional("otherwise", .meant(byColumn: name))
    let before = keys.optional("before", .title)
    let isOptional = keys.optional("optional", .word(among: [("true", true), ("false", false)]))
    let amount = FeedColumn.AmountForm(
        sign: keys.optional("sign", .word(FeedColumn.Sign.self)) ?? .type,
        hasCurrency: keys.optional("currency", .word(among: [("split", true)])) ?? false,
        impliedDecimals: keys.optional("impliedDecimals", .word(among: (0...2).map { ("\($0)", $0) })))
    tellMisplaced(
        ["sign", "currency", "impliedDecimals", "debit", "credit"], unless: name == "amount", "amount", &keys)
    tellMisplaced(["date", "time"], unless: name == "txn_time", "txn_time", &keys)
    tellMisplaced(["digestOf"], unless: name == "txn_id", "txn_id", &keys)
    return source.map {
        FeedColumn(
            name: name, source: $0, words: words ?? [], beginnings: beginnings ?? [], parts: parts ?? [],
            otherwise: otherwise, before: before, isOptional: isOptional ?? false, amount: amount)
    }
}

private func source(of name: String, in keys: inout MappingReader) -> FeedColumn.Source? {
    keys.tellUnlessExactlyOne(of: sources)
    let from = keys.optional("from", .headers)
    let value = keys.optional("value", .meant(byColumn: name))
    let isDigest = keys.optional("digestOf", .word(among: [("row", true)]))
    let date = keys.optional("date", .headers)
    let debit = keys.optional("debit", .headers)
    let time = second("time", beside: "date", in: &keys)
    let credit = second("credit", beside: "debit", in: &keys)
    if let from { return .header(from) }
    if let value { return .constant(value) }
    if isDigest == true { return .digestOfRow }
    if let date, let time { return .dateAndTime(date: date, time: time) }
    if let debit, let credit { return .debitAndCredit(debit: debit, credit: credit) }
    return nil
}

/// A key that goes only with another one, which then needs it.
private func second(_ key: String, beside first: String, in keys: inout MappingReader) -> [String]? {
    let headers = keys.optional(key, .headers)
    switch (keys.entry(first), keys.entry(key)) {
    case (.some, nil): keys.tellMissing(key, what: ValueReader<[String]>.headers.what)
    case (nil, .some(let entry)): keys.problems.add(at: entry.keyMark, "`\(key)` goes only with `\(first)`")
    default: break
    }
    return headers
}

private func tellMisplaced(
    _ names: [String], unless isRight: Bool, _ column: String, _ keys: inout MappingReader
) {
    if isRight { return }
    for name in names {
        guard let entry = keys.entry(name) else { continue }
        keys.problems.add(at: entry.keyMark, "`\(name)` goes only with the column `\(column)`")
    }
}

extension ValueReader where Value == [String] {
    /// A header, or several of which a file has one.
    fileprivate static let headers = ValueReader("a header, or a list of headers") { item, problems in
        if case .sequence = item.node.content {
            return ValueReader<[String]>.list(of: .title).read(item, problems)
        }
        return ValueReader<String>.title.read(item, problems).map { [$0] }
    }
}

extension ValueReader where Value == String {
    /// A value that the column may have.
    fileprivate static func meant(byColumn name: String) -> ValueReader {
        guard let words = allowedWords[name] else { return columnValue }
        return scalar("one of \(words.map { $0.isEmpty ? "\"\"" : $0 }.joined(separator: ", "))") {
            words.contains($0) ? $0 : nil
        }
    }
}

private let allowedWords = [
    "type": RowKind.allCases.map(\.name), "status": Status.allCases.map(\.name), "channel": ["app", "wallet", ""],
]

extension ValueReader where Value == [FeedColumn.Meaning] {
    /// `{ refund: [退货, 退款] }`: from the engine's word to the source's texts.
    fileprivate static func meanings(ofColumn name: String) -> ValueReader {
        ValueReader("a mapping from a value of the column to the texts that mean it") { item, problems in
            guard let texts = namedEntries(of: item, ValueReader<[String]>.texts, problems) else { return nil }
            var owners: [String: String] = [:]
            for (entry, (value, texts)) in zip(item.node.entries, texts) {
                let key = Item(
                    label: "a key of \(item.label)", node: YAMLNode(mark: entry.keyMark, content: .scalar(value)))
                _ = ValueReader<String>.meant(byColumn: name).read(key, problems)
                for text in texts {
                    if let owner = owners[text] {
                        problems.add(
                            at: entry.value.mark, "\(shown(text)) means \(shown(owner)) and \(shown(value))",
                            help: "one text means one thing")
                    }
                    owners[text] = value
                }
            }
            return texts.map { FeedColumn.Meaning(value: $0.name, texts: $0.value) }
        }
    }
}
