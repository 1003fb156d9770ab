internal import CYAML

/// What libyaml says of a text, one after the other: the flat form of a tree.
struct YAMLEvent: Sendable {
    enum Kind: Sendable {
        case documentStart
        case scalar(text: String, isPlain: Bool)
        case sequenceStart, sequenceEnd
        case mappingStart, mappingEnd
        case alias
    }

    let kind: Kind
    /// How many characters stand before it.
    let index: Int
    let hasAnchor: Bool
    let hasTag: Bool
}

/// Why a text is no YAML.
struct YAMLSyntaxError: Sendable {
    /// libyaml's own words: `found unexpected end of stream`.
    let problem: String
    /// What libyaml was at, and how many characters stand before that: `while scanning a quoted scalar`.
    let context: (words: String, index: Int)?
    let position: Position

    enum Position: Sendable {
        /// How many characters stand before it; one more than there are is the end.
        case character(Int)
        /// libyaml's reader knows only how many bytes it had taken.
        case byte(Int)
    }
}

/// Nesting deeper than this is refused: no campaign needs it, and libyaml's time grows with its square.
let nestingDepthMax = 64

/// All events of a text in UTF-8 without a byte-order mark, up to the first error. Reading stops one level below
/// `nestingDepthMax`, with the event that goes too deep as the last one.
func yamlEvents(in text: [UInt8]) -> (events: [YAMLEvent], error: YAMLSyntaxError?) {
    // libyaml keeps a pointer to the parser inside the parser, which therefore must not move.
    let parser = UnsafeMutablePointer<yaml_parser_t>.allocate(capacity: 1)
    defer { unsafe parser.deallocate() }
    guard unsafe yaml_parser_initialize(parser) == 1 else {
        return ([], YAMLSyntaxError(problem: "out of memory", context: nil, position: .character(0)))
    }
    defer { unsafe yaml_parser_delete(parser) }
    unsafe yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
    return unsafe text.withUnsafeBufferPointer { bytes in
        unsafe yaml_parser_set_input_string(parser, bytes.baseAddress, bytes.count)
        return unsafe drain(parser)
    }
}

private func drain(_ parser: UnsafeMutablePointer<yaml_parser_t>) -> (events: [YAMLEvent], error: YAMLSyntaxError?) {
    var events: [YAMLEvent] = []
    var depth = 0
    while true {
        var raw = unsafe yaml_event_t()
        guard unsafe yaml_parser_parse(parser, &raw) == 1 else {
            return unsafe (events, syntaxError(of: parser.pointee))
        }
        defer { unsafe yaml_event_delete(&raw) }
        if unsafe raw.type == YAML_STREAM_END_EVENT { return (events, nil) }
        guard let event = unsafe event(from: raw) else { continue }
        events.append(event)
        switch event.kind {
        case .sequenceStart, .mappingStart: depth += 1
        case .sequenceEnd, .mappingEnd: depth -= 1
        case .documentStart, .scalar, .alias: break
        }
        if depth > nestingDepthMax { return (events, nil) }
    }
}

/// Nil for what a tree does not need to know.
private func event(from raw: yaml_event_t) -> YAMLEvent? {
    let kind: YAMLEvent.Kind
    var hasAnchor = false
    var hasTag = false
    switch unsafe raw.type {
    case YAML_DOCUMENT_START_EVENT:
        kind = .documentStart
    case YAML_SCALAR_EVENT:
        let scalar = unsafe raw.data.scalar
        let bytes = unsafe UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        kind = unsafe .scalar(
            text: String(decoding: bytes, as: UTF8.self), isPlain: scalar.style == YAML_PLAIN_SCALAR_STYLE)
        (hasAnchor, hasTag) = unsafe (scalar.anchor != nil, scalar.tag != nil)
    case YAML_SEQUENCE_START_EVENT:
        kind = .sequenceStart
        (hasAnchor, hasTag) = unsafe (raw.data.sequence_start.anchor != nil, raw.data.sequence_start.tag != nil)
    case YAML_MAPPING_START_EVENT:
        kind = .mappingStart
        (hasAnchor, hasTag) = unsafe (raw.data.mapping_start.anchor != nil, raw.data.mapping_start.tag != nil)
    case YAML_SEQUENCE_END_EVENT:
        kind = .sequenceEnd
    case YAML_MAPPING_END_EVENT:
        kind = .mappingEnd
    case YAML_ALIAS_EVENT:
        kind = .alias
    default:
        return nil
    }
    return unsafe YAMLEvent(
        kind: kind, index: Int(clamping: raw.start_mark.index), hasAnchor: hasAnchor, hasTag: hasTag)
}

private func syntaxError(of parser: yaml_parser_t) -> YAMLSyntaxError {
    let problem = unsafe parser.problem.map { unsafe String(cString: $0) } ?? "out of memory"
    if unsafe parser.error == YAML_READER_ERROR {
        return unsafe YAMLSyntaxError(
            problem: problem, context: nil, position: .byte(Int(clamping: parser.problem_offset)))
    }
    let context = unsafe parser.context.map {
        unsafe (String(cString: $0), Int(clamping: parser.context_mark.index))
    }
    return unsafe YAMLSyntaxError(
        problem: problem, context: context, position: .character(Int(clamping: parser.problem_mark.index)))
}
