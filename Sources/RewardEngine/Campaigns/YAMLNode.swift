/// One value of a YAML or JSON document with the place where it begins. A scalar is its text, quoted or not (SPEC 3).
struct YAMLNode: Sendable {
    var mark: Mark
    var content: Content

    indirect enum Content: Sendable {
        case scalar(String)
        case sequence([YAMLNode])
        case mapping([Entry])
        /// A key or a dash with nothing behind it; a quoted empty text is a scalar.
        case nothing
        /// A problem has been told of it already: whoever reads it says nothing more.
        case unreadable
    }

    struct Entry: Sendable {
        var key: String
        var keyMark: Mark
        var value: YAMLNode
    }

    /// The text of a scalar.
    var text: String? {
        if case .scalar(let text) = content { text } else { nil }
    }

    /// The nodes of a list; none of anything else.
    var elements: [YAMLNode] {
        if case .sequence(let elements) = content { elements } else { [] }
    }

    /// The entries of a mapping; none of anything else.
    var entries: [Entry] {
        if case .mapping(let entries) = content { entries } else { [] }
    }

    /// The value at a key of a mapping.
    subscript(key: String) -> YAMLNode? {
        entries.first { $0.key == key }?.value
    }
}

extension YAMLNode {
    /// A mapping without one of its keys.
    func without(key: String) -> YAMLNode {
        guard case .mapping(let entries) = content else { return self }
        return YAMLNode(mark: mark, content: .mapping(entries.filter { $0.key != key }))
    }

    /// A rendering that is the same for two trees exactly when they say the same: keys sorted, every text with its
    /// length before it, so that comments, layout, quotes, the order of keys and the choice of YAML or JSON leave no trace.
    var canonicalBytes: [UInt8] {
        var bytes: [UInt8] = []
        appendCanonical(to: &bytes)
        return bytes
    }

    private func appendCanonical(to bytes: inout [UInt8]) {
        switch content {
        case .scalar(let text):
            YAMLNode.appendCanonical(text, to: &bytes)
        case .sequence(let elements):
            bytes += "list \(elements.count)\n".utf8
            for element in elements { element.appendCanonical(to: &bytes) }
        case .mapping(let entries):
            bytes += "mapping \(entries.count)\n".utf8
            for entry in entries.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
                YAMLNode.appendCanonical(entry.key, to: &bytes)
                entry.value.appendCanonical(to: &bytes)
            }
        case .nothing, .unreadable:
            bytes += "nothing\n".utf8
        }
    }

    private static func appendCanonical(_ text: String, to bytes: inout [UInt8]) {
        bytes += "text \(text.utf8.count)\n".utf8
        bytes += text.utf8
        bytes += "\n".utf8
    }
}
