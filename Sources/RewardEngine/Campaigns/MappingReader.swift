/// Takes a mapping apart key by key, and knows in the end which keys nobody asked for.
struct MappingReader {
    /// How a sentence calls the mapping: `the campaign`, `` `period` ``.
    let label: String
    let mark: Mark
    let entries: [YAMLNode.Entry]
    let problems: ProblemCollector
    private var allowed: [String] = []

    init(label: String, mark: Mark, entries: [YAMLNode.Entry], problems: ProblemCollector) {
        self.label = label
        self.mark = mark
        self.entries = entries
        self.problems = problems
    }

    /// The entry of a key that may be there.
    mutating func entry(_ key: String) -> YAMLNode.Entry? {
        if !allowed.contains(key) { allowed.append(key) }
        return entries.first { $0.key == key }
    }

    /// The node of a key, without allowing the key: for a look ahead.
    func value(at key: String) -> YAMLNode? {
        entries.first { $0.key == key }?.value
    }

    /// Nil when the key is not there, or its value could not be read, which then has been told.
    mutating func optional<Value>(_ key: String, _ reader: ValueReader<Value>) -> Value? {
        entry(key).flatMap { reader.read(Item(label: "`\(key)`", node: $0.value), problems) }
    }

    /// Nil when a problem has been told.
    mutating func needed<Value>(_ key: String, _ reader: ValueReader<Value>) -> Value? {
        if entry(key) == nil { tellMissing(key, what: reader.what) }
        return optional(key, reader)
    }

    /// The value of the one key that is there out of several which exclude each other.
    mutating func exactlyOne<Value>(of kinds: [(key: String, reader: ValueReader<Value>)]) -> Value? {
        tellUnlessExactlyOne(of: kinds.map(\.key))
        var values: [Value] = []
        for (key, reader) in kinds {
            if let value = optional(key, reader) { values.append(value) }
        }
        return values.first
    }

    /// Tells where none or more than one of these keys is there.
    mutating func tellUnlessExactlyOne(of keys: [String]) {
        let present = keys.compactMap { entry($0) }.sorted { $0.keyMark < $1.keyMark }
        let choice = "exactly one of \(keys.joined(separator: ", "))"
        guard let first = present.first else {
            problems.add(at: mark, "\(label) needs \(choice)")
            return
        }
        for other in present.dropFirst() {
            problems.add(
                at: other.keyMark, "`\(other.key)` cannot stand beside `\(first.key)`", help: "give \(choice)")
        }
    }

    func tellMissing(_ key: String, what: String) {
        problems.add(at: mark, "\(label) lacks `\(key)`", help: "`\(key)` is \(what)")
    }

    func tellUnknownKeys() {
        for entry in entries where !allowed.contains(entry.key) {
            var help = "allowed here: \(allowed.joined(separator: ", "))"
            if let near = nearestWord(to: entry.key, among: allowed) { help = "did you mean `\(near)`? \(help)" }
            problems.add(at: entry.keyMark, "unknown key \(shown(entry.key))", help: help)
        }
    }
}
