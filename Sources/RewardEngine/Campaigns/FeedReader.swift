/// The tree of a feed file → the feed.
extension ValueReader where Value == Feed {
    static let feed = mapping("a mapping of keys such as `id: alipay`") { keys in
        let id = keys.needed("id", .id)
        let title = keys.needed("title", .title)
        let encoding = keys.optional("encoding", .word(TextEncoding.self))
        let delimiter = keys.optional("delimiter", .word(Feed.Delimiter.self))
        let fixedWidth = keys.optional("fixedWidth", .fixedWidth)
        let columns = keys.optional("columns", .feedColumns)
        let leftOut = keys.optional("leaveOut", .leftOut)
        let trailers = keys.optional("trailers", .trailers)
        if let fixed = keys.entry("fixedWidth"), let other = keys.entry("delimiter") {
            keys.problems.add(
                at: max(fixed.keyMark, other.keyMark), "`fixedWidth` and `delimiter` exclude each other",
                help: "give one of the two")
        }
        guard let id, let title else { return nil }
        return Feed(
            id: id, title: title, encoding: encoding ?? .auto,
            form: fixedWidth.map(Feed.Form.fixedWidth) ?? .delimited(delimiter ?? .comma), columns: columns ?? [],
            leftOut: leftOut ?? [], trailers: trailers ?? [])
    }
}

// MARK: - Fixed width

private let placeMax = 100_000

extension ValueReader where Value == Int {
    /// A place or a width, counted from 1.
    fileprivate static let place = scalar("a whole number from 1 to \(placeMax)") { text in
        guard let value = Int(text), 1...placeMax ~= value, "\(value)" == text else { return nil }
        return value
    }
}

extension ValueReader where Value == FixedWidth {
    fileprivate static let fixedWidth = mapping(
        "a mapping such as { recordLength: 80, fields: { amount: { at: 1, width: 11 } } }"
    ) { keys in
        let recordLength = keys.optional("recordLength", .place)
        let fields = keys.needed("fields", .fixedFields)
        guard let fields else { return nil }
        let end = fields.map { $0.start + $0.width }.max() ?? 0
        if let recordLength, recordLength < end, let entry = keys.entry("recordLength") {
            keys.problems.add(
                at: entry.value.mark, "the fields end at \(end), behind the `recordLength` of \(recordLength)")
        }
        return FixedWidth(recordLength: recordLength ?? 0, fields: fields)
    }
}

extension ValueReader where Value == [FixedWidth.Field] {
    fileprivate static let fixedFields = ValueReader(
        "a mapping from each field's name to its place, such as { amount: { at: 1, width: 11 } }"
    ) { item, problems in
        let fields = namedEntries(of: item, ValueReader<PlacedField>.placedField, problems)
        guard let fields else { return nil }
        let ascending = fields.sorted { $0.value.start < $1.value.start }
        for (field, next) in zip(ascending, ascending.dropFirst())
        where field.value.start + field.value.width > next.value.start {
            problems.add(
                at: next.value.mark,
                "the field \(shown(next.name)) begins within \(shown(field.name)), which ends at "
                    + "\(field.value.start + field.value.width)")
        }
        return ascending.map { FixedWidth.Field(name: $0.name, start: $0.value.start, width: $0.value.width) }
    }
}

private struct PlacedField: Sendable {
    var start: Int
    var width: Int
    var mark: Mark
}

extension ValueReader where Value == PlacedField {
    fileprivate static let placedField = mapping("a mapping such as { at: 1, width: 11 }") { keys in
        let at = keys.needed("at", .place)
        let width = keys.needed("width", .place)
        guard let at, let width else { return nil }
        return PlacedField(start: at - 1, width: width, mark: keys.mark)
    }
}

// MARK: - Rows that are none

extension ValueReader where Value == [LeftOut] {
    fileprivate static let leftOut = list(
        of: .leftOutRule, what: "a list such as [{ column: 摘要, contains: 还款 }]")
}

extension ValueReader where Value == LeftOut {
    fileprivate static let leftOutRule = mapping(
        "a mapping such as { column: 摘要, contains: 还款 }"
    ) { keys in
        let condition = leftOutCondition(in: &keys)
        let exception = keys.optional("except", .condition)
        return condition.map { LeftOut(condition: $0, exception: exception) }
    }
}

extension ValueReader where Value == LeftOut.Condition {
    fileprivate static let condition = mapping("a mapping such as { column: 摘要, contains: 还款 }") { keys in
        leftOutCondition(in: &keys)
    }
}

private func leftOutCondition(in keys: inout MappingReader) -> LeftOut.Condition? {
    let header = keys.needed("column", .title)
    let texts = keys.optional("is", .texts)
    let beginnings = keys.optional("startsWith", .texts)
    let parts = keys.optional("contains", .texts)
    if ["is", "startsWith", "contains"].allSatisfy({ keys.entry($0) == nil }) {
        keys.problems.add(at: keys.mark, "\(keys.label) needs at least one of is, startsWith, contains")
    }
    return header.map {
        LeftOut.Condition(header: $0, texts: texts ?? [], beginnings: beginnings ?? [], parts: parts ?? [])
    }
}

// MARK: - Trailers

extension ValueReader where Value == [Trailer] {
    fileprivate static let trailers = list(
        of: .trailer, what: "a list such as [{ startsWith: 合计, sums: { 金额: 6 } }]")
}

extension ValueReader where Value == Trailer {
    fileprivate static let trailer = mapping("a mapping such as { startsWith: 合计, rows: 2 }") { keys in
        let beginning = keys.needed("startsWith", .title)
        let rows = keys.optional("rows", .place)
        let sums = keys.optional("sums", .trailerSums)
        let isRequired = keys.optional("required", .word(among: [("true", true), ("false", false)]))
        let onMismatch = keys.optional("onMismatch", .word(Trailer.OnMismatch.self))
        return beginning.map {
            Trailer(
                beginning: $0, rowsField: rows.map { $0 - 1 }, sums: sums ?? [], isRequired: isRequired ?? false,
                onMismatch: onMismatch ?? .refuse)
        }
    }
}

extension ValueReader where Value == [Trailer.Sum] {
    fileprivate static let trailerSums = ValueReader(
        "a mapping from a column to the number of the trailer's field that holds its sum, such as { 金额: 6 }"
    ) { item, problems in
        namedEntries(of: item, ValueReader<Int>.place, problems)?.map {
            Trailer.Sum(header: $0.name, field: $0.value - 1)
        }
    }
}

// MARK: - Parts

extension ValueReader where Value == [String] {
    /// One text, or a list of them.
    static let texts = ValueReader("a text, or a list of texts") { item, problems in
        if case .sequence = item.node.content {
            return ValueReader<[String]>.list(of: .columnValue).read(item, problems)
        }
        return ValueReader<String>.columnValue.read(item, problems).map { [$0] }
    }
}

/// The entries of a mapping whose keys are the file's own names; nil where there is none or one cannot be read.
func namedEntries<Value>(
    of item: Item, _ reader: ValueReader<Value>, _ problems: ProblemCollector
) -> [(name: String, value: Value)]? {
    guard case .mapping(let entries) = item.node.content, !entries.isEmpty else {
        item.refuse("a mapping with at least one entry", help: nil, to: problems)
        return nil
    }
    let read = entries.compactMap { entry in
        reader.read(Item(label: shown(entry.key), node: entry.value), problems).map { (entry.key, $0) }
    }
    return read.count == entries.count ? read : nil
}
