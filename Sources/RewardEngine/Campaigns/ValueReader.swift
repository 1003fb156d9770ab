/// A value of the file as a reader meets it: the node, and how a sentence calls it (`` `period` ``, `an entry of
/// `in` ``).
struct Item: Sendable {
    var label: String
    var node: YAMLNode
}

/// How one kind of value is written. Small readers make larger ones: `.list(of: .day)`, `.mapping { … }`.
///
/// A reader gives nil exactly when it has told a problem, or when one was told of that node before.
struct ValueReader<Value>: Sendable {
    /// What the value has to be, as `` `key` must be … `` goes on.
    let what: String
    let read: @Sendable (Item, ProblemCollector) -> Value?

    init(_ what: String, read: @escaping @Sendable (Item, ProblemCollector) -> Value?) {
        self.what = what
        self.read = read
    }

    func map<Other>(_ transform: @escaping @Sendable (Value) -> Other) -> ValueReader<Other> {
        ValueReader<Other>(what) { item, problems in read(item, problems).map(transform) }
    }
}

extension Item {
    /// `` `from` must be a day such as 2016-12-22, not `soon` ``
    func refuse(_ what: String, help: String?, to problems: ProblemCollector) {
        if case .unreadable = node.content { return }
        problems.add(at: node.mark, "\(label) must be \(what), not \(node.shownContent)", help: help)
    }
}

extension ValueReader {
    /// A text, whole, that `parse` makes a value of.
    static func scalar(
        _ what: String, help: String? = nil, parse: @escaping @Sendable (String) -> Value?
    ) -> ValueReader {
        ValueReader(what) { item, problems in
            if let value = item.node.text.flatMap(parse) { return value }
            item.refuse(what, help: help, to: problems)
            return nil
        }
    }

    /// One of a few words.
    static func word(among values: [(word: String, value: Value)]) -> ValueReader where Value: Sendable {
        let words = values.map(\.word)
        let what = "one of \(words.joined(separator: ", "))"
        return ValueReader(what) { item, problems in
            if let text = item.node.text, let match = values.first(where: { $0.word == text }) { return match.value }
            let near = item.node.text.flatMap { nearestWord(to: $0, among: words) }
            item.refuse(what, help: near.map { "did you mean `\($0)`?" }, to: problems)
            return nil
        }
    }

    /// One of the words of an enumeration.
    static func word(_: Value.Type = Value.self) -> ValueReader
    where Value: RawRepresentable<String> & CaseIterable & Sendable {
        word(among: Value.allCases.map { ($0.rawValue, $0) })
    }

    /// A list. Entries that cannot be read are told and left out.
    static func list<Element>(
        of element: ValueReader<Element>, what: String = "a list", mayBeEmpty: Bool = false, countMax: Int = .max
    ) -> ValueReader where Value == [Element] {
        ValueReader(what) { item, problems in
            guard case .sequence(let nodes) = item.node.content, mayBeEmpty || !nodes.isEmpty else {
                item.refuse(what, help: nil, to: problems)
                return nil
            }
            if nodes.count > countMax {
                problems.add(
                    at: nodes[countMax].mark, "\(item.label) has \(nodes.count) entries, more than \(countMax)")
            }
            return nodes.compactMap { element.read(Item(label: "an entry of \(item.label)", node: $0), problems) }
        }
    }

    /// A mapping with a fixed set of keys: `read` asks for all that there may be, always all of them, since what it did
    /// not ask for is an unknown key.
    static func mapping(
        _ what: String, read: @escaping @Sendable (inout MappingReader) -> Value?
    ) -> ValueReader {
        ValueReader(what) { item, problems in
            guard case .mapping(let entries) = item.node.content else {
                item.refuse(what, help: nil, to: problems)
                return nil
            }
            var keys = MappingReader(label: item.label, mark: item.node.mark, entries: entries, problems: problems)
            let value = read(&keys)
            keys.tellUnknownKeys()
            return value
        }
    }
}
