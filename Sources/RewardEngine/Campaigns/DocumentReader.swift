/// Text → tree. A campaign file is one document without anchors, aliases, tags and repeated keys (SPEC 3).
enum DocumentReader {
    /// Nil when there is no tree at all; a tree may come together with problems.
    static func read(_ file: [UInt8], problems: ProblemCollector) -> YAMLNode? {
        let bytes = file.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(file.dropFirst(3)) : file
        let source = MarkedText(bytes)
        if let invalid = firstInvalidByte(in: bytes) {
            problems.add(
                at: source.mark(at: MarkedText(bytes.prefix(invalid)).characters.count), "the file is not UTF-8 text",
                help: "save it as UTF-8 (a byte-order mark does no harm)")
            return nil
        }
        // JSON is read by its own rules first: libyaml knows no surrogate pairs and no tabs before the first brace.
        let root = JSONReader.read(source) ?? readYAML(bytes, source: source, problems: problems)
        return root.map { withoutRepeatedKeys($0, problems: problems) }
    }

    private static func readYAML(_ bytes: [UInt8], source: MarkedText, problems: ProblemCollector) -> YAMLNode? {
        let (events, error) = yamlEvents(in: bytes)
        if let error {
            error.tell(in: source, bytes: bytes, to: problems)
            return nil
        }
        var reader = YAMLReader(events: events, source: source, problems: problems)
        return reader.document()
    }

    /// The first of two equal keys stands, the other is told.
    private static func withoutRepeatedKeys(_ node: YAMLNode, problems: ProblemCollector) -> YAMLNode {
        var node = node
        switch node.content {
        case .sequence(let elements):
            node.content = .sequence(elements.map { withoutRepeatedKeys($0, problems: problems) })
        case .mapping(let entries):
            var firstMarks: [String: Mark] = [:]
            var kept: [YAMLNode.Entry] = []
            for var entry in entries {
                if let first = firstMarks[entry.key] {
                    problems.add(
                        at: entry.keyMark, "the key \(shown(entry.key)) is given twice",
                        help: "it stands first at line \(first.line), column \(first.column)")
                    continue
                }
                firstMarks[entry.key] = entry.keyMark
                entry.value = withoutRepeatedKeys(entry.value, problems: problems)
                kept.append(entry)
            }
            node.content = .mapping(kept)
        case .scalar, .nothing, .unreadable:
            break
        }
        return node
    }

    /// The index of the first byte that is not UTF-8.
    private static func firstInvalidByte(in bytes: [UInt8]) -> Int? {
        if String(validating: bytes, as: UTF8.self) != nil { return nil }
        var parser = UTF8.ForwardParser()
        var iterator = bytes.makeIterator()
        var position = 0
        while true {
            switch parser.parseScalar(from: &iterator) {
            case .valid(let scalar): position += scalar.count
            case .error: return position
            case .emptyInput: return nil
            }
        }
    }
}
