/// YAML events → tree.
struct YAMLReader {
    private let events: [YAMLEvent]
    private let source: MarkedText
    private let problems: ProblemCollector
    private var next = 0

    init(events: [YAMLEvent], source: MarkedText, problems: ProblemCollector) {
        self.events = events
        self.source = source
        self.problems = problems
    }

    /// Nil where there is no document, or one nested too deep.
    mutating func document() -> YAMLNode? {
        guard let start = take(), case .documentStart = start.kind else {
            tellEmpty()
            return nil
        }
        guard let root = node() else { return nil }
        if case .nothing = root.content {
            tellEmpty()
            return nil
        }
        if let second = take() {
            problems.add(
                at: source.mark(at: second.index), "the file holds more than one document",
                help: "one file is one \(problems.kind.noun): put the other one into a file of its own")
        }
        return root
    }

    private func tellEmpty() {
        problems.add(at: .start, "the file holds no \(problems.kind.noun)", help: problems.kind.beginning)
    }

    private mutating func take() -> YAMLEvent? {
        guard next < events.count else { return nil }
        next += 1
        return events[next - 1]
    }

    /// Nil where the events end too soon, which they do at what is nested too deep.
    private mutating func node() -> YAMLNode? {
        guard let event = take() else {
            if let last = events.last {
                problems.add(
                    at: source.mark(at: last.index), "lists and mappings are nested more than \(nestingDepthMax) deep")
            }
            return nil
        }
        tellOrnaments(of: event)
        let mark = source.mark(at: event.index)
        switch event.kind {
        case .scalar(let text, let isPlain):
            return YAMLNode(mark: mark, content: isPlain && text.isEmpty ? .nothing : .scalar(text))
        case .sequenceStart:
            return sequence(from: mark)
        case .mappingStart:
            return mapping(from: mark)
        case .alias:
            problems.add(at: mark, "aliases (`*name`) are not allowed", help: "write the value out again")
            return YAMLNode(mark: mark, content: .unreadable)
        case .documentStart, .sequenceEnd, .mappingEnd:
            return YAMLNode(mark: mark, content: .unreadable)
        }
    }

    private mutating func sequence(from mark: Mark) -> YAMLNode? {
        var elements: [YAMLNode] = []
        while true {
            if next < events.count, case .sequenceEnd = events[next].kind {
                next += 1
                return YAMLNode(mark: mark, content: .sequence(elements))
            }
            guard let element = node() else { return nil }
            elements.append(element)
        }
    }

    private mutating func mapping(from mark: Mark) -> YAMLNode? {
        var entries: [YAMLNode.Entry] = []
        while true {
            if next < events.count, case .mappingEnd = events[next].kind {
                next += 1
                return YAMLNode(mark: mark, content: .mapping(entries))
            }
            guard let key = node(), let value = node() else { return nil }
            switch key.content {
            case .scalar(let text):
                entries.append(YAMLNode.Entry(key: text, keyMark: key.mark, value: value))
            case .sequence, .mapping, .nothing:
                problems.add(at: key.mark, "a key must be text, not \(key.shownContent)")
            case .unreadable:
                break
            }
        }
    }

    private func tellOrnaments(of event: YAMLEvent) {
        let mark = source.mark(at: event.index)
        if event.hasAnchor {
            problems.add(at: mark, "anchors (`&name`) are not allowed", help: "write the value out wherever it is used")
        }
        // libyaml is silent about a lone `!` before a scalar, which begins there.
        if event.hasTag || event.isWrittenScalar && source.character(at: event.index) == "!" {
            problems.add(
                at: mark, "tags (`!name`) are not allowed",
                help: "a value is its text; where the text begins with `!`, put it in quotes")
        }
    }
}

extension YAMLEvent {
    /// A scalar that is more than the nothing behind a colon.
    fileprivate var isWrittenScalar: Bool {
        if case .scalar(let text, let isPlain) = kind { !(isPlain && text.isEmpty) } else { false }
    }
}
