/// Lists of values that stand in a file of their own, one a line: `in: { file: merchants.txt }`. They become part of the
/// campaign before anything else is read of it, so that its version is a hash of them, too.
struct ListFiles {
    /// Gives the bytes of a file, by the name that the campaign gives it; nil where it cannot be read.
    typealias Reader = (_ name: String) -> [UInt8]?

    private let read: Reader
    private let problems: ProblemCollector
    private(set) var count = 0

    init(reader: @escaping Reader, problems: ProblemCollector) {
        read = reader
        self.problems = problems
    }

    /// The tree with every list where the name of its file stood.
    mutating func inlined(_ node: YAMLNode) -> YAMLNode {
        var node = node
        switch node.content {
        case .sequence(let elements):
            node.content = .sequence(elements.map { inlined($0) })
        case .mapping(let entries):
            node.content = .mapping(
                entries.map { entry in
                    var entry = entry
                    let isList = ["in", "notIn"].contains(entry.key)
                    if isList, let file = entry.value["file"], entry.value.entries.count == 1 {
                        entry.value.content = list(named: file).map(YAMLNode.Content.sequence) ?? .unreadable
                    } else {
                        entry.value = inlined(entry.value)
                    }
                    return entry
                })
        case .scalar, .nothing, .unreadable:
            break
        }
        return node
    }

    private mutating func list(named file: YAMLNode) -> [YAMLNode]? {
        guard let name = file.text, !name.isEmpty else {
            problems.add(at: file.mark, "`file` must be the name of a file, not \(file.shownContent)")
            return nil
        }
        guard let bytes = read(name) else {
            problems.add(
                at: file.mark, "the list \(shown(name)) cannot be read",
                help: "the file stands beside the campaign's, in UTF-8, with one value a line")
            return nil
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            problems.add(at: file.mark, "the list \(shown(name)) is not UTF-8 text", help: "save it as UTF-8")
            return nil
        }
        count += 1
        return values(of: text, named: name, at: file.mark)
    }

    /// Blanks around a value, empty lines and what follows a `#` at the start of a line are no values.
    private func values(of text: String, named name: String, at mark: Mark) -> [YAMLNode]? {
        var nodes: [YAMLNode] = []
        let lines = text.unicodeScalars.split(omittingEmptySubsequences: false) { $0 == "\n" }
        for (number, line) in lines.enumerated() {
            let isPadding = { (scalar: Unicode.Scalar) in " \t\r\u{A0}\u{3000}\u{FEFF}".unicodeScalars.contains(scalar)
            }
            let start = line.firstIndex { !isPadding($0) } ?? line.endIndex
            var value = line[start...]
            while let last = value.last, isPadding(last) { value.removeLast() }
            guard let first = value.first, first != "#" else { continue }
            let column = line.distance(from: line.startIndex, to: start) + 1
            nodes.append(
                YAMLNode(
                    mark: Mark(line: number + 1, column: column, listFile: name), content: .scalar(String(value))))
        }
        if nodes.isEmpty {
            problems.add(at: mark, "the list \(shown(name)) is empty", help: "write one value a line")
            return nil
        }
        return nodes
    }
}

extension YAMLNode {
    /// The tree as JSON, which reads as the same campaign.
    var json: String {
        switch content {
        case .scalar(let text): jsonText(text)
        case .sequence(let elements): "[\(elements.map(\.json).joined(separator: ", "))]"
        case .mapping(let entries):
            "{\(entries.map { "\(jsonText($0.key)): \($0.value.json)" }.joined(separator: ", "))}"
        case .nothing, .unreadable: "\"\""
        }
    }
}

private func jsonText(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.append(jsonString: text.utf8.span)
    return String(decoding: bytes, as: UTF8.self)
}
