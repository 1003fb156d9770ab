/// Text that is JSON to the letter (RFC 8259) → tree. Whatever is not is left to YAML, which takes more and can say
/// what is wrong.
struct JSONReader {
    private let source: MarkedText
    private let characters: [Unicode.Scalar]
    private var position = 0

    private init(_ source: MarkedText) {
        self.source = source
        characters = source.characters
    }

    /// Nil where the text is anything but one JSON object or array.
    static func read(_ source: MarkedText) -> YAMLNode? {
        var reader = JSONReader(source)
        reader.skipBlanks()
        guard reader.current == "{" || reader.current == "[", let root = reader.value(depth: 0) else { return nil }
        reader.skipBlanks()
        return reader.current == nil ? root : nil
    }

    private var current: Unicode.Scalar? { source.character(at: position) }

    private mutating func skipBlanks() {
        while let character = current, character == " " || character == "\t" || character == "\n" || character == "\r" {
            position += 1
        }
    }

    /// Whether that character came next; blanks around it are skipped.
    private mutating func take(_ wanted: Unicode.Scalar) -> Bool {
        skipBlanks()
        guard current == wanted else { return false }
        position += 1
        skipBlanks()
        return true
    }

    private mutating func value(depth: Int) -> YAMLNode? {
        guard depth < nestingDepthMax else { return nil }
        let mark = source.mark(at: position)
        switch current {
        case "{":
            return object(depth: depth).map { YAMLNode(mark: mark, content: .mapping($0)) }
        case "[":
            return array(depth: depth).map { YAMLNode(mark: mark, content: .sequence($0)) }
        case "\"":
            return string().map { YAMLNode(mark: mark, content: .scalar($0)) }
        default:
            return bareWord().map { YAMLNode(mark: mark, content: .scalar($0)) }
        }
    }

    private mutating func object(depth: Int) -> [YAMLNode.Entry]? {
        var entries: [YAMLNode.Entry] = []
        guard take("{") else { return nil }
        if current == "}" {
            position += 1
            return entries
        }
        repeat {
            let mark = source.mark(at: position)
            guard let key = string(), take(":"), let value = value(depth: depth + 1) else { return nil }
            entries.append(YAMLNode.Entry(key: key, keyMark: mark, value: value))
        } while take(",")
        return close("}") ? entries : nil
    }

    private mutating func array(depth: Int) -> [YAMLNode]? {
        var elements: [YAMLNode] = []
        guard take("[") else { return nil }
        if current == "]" {
            position += 1
            return elements
        }
        repeat {
            guard let element = value(depth: depth + 1) else { return nil }
            elements.append(element)
        } while take(",")
        return close("]") ? elements : nil
    }

    private mutating func close(_ bracket: Unicode.Scalar) -> Bool {
        guard current == bracket else { return false }
        position += 1
        return true
    }

    /// `true`, `false`, `null` or a number, as its text.
    private mutating func bareWord() -> String? {
        var word = String.UnicodeScalarView()
        while let character = current, character.isASCII,
            character.properties.isAlphabetic
                || character.properties.numericType != nil || character == "-" || character == "+" || character == "."
        {
            word.append(character)
            position += 1
        }
        let text = String(word)
        return ["true", "false", "null"].contains(text) || JSONReader.isNumber(text) ? text : nil
    }

    private static func isNumber(_ text: String) -> Bool {
        var rest = text.utf8[...]
        func digits() -> Int {
            let count = rest.prefix { 0x30...0x39 ~= $0 }.count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole > 0, !(startsWithZero && whole > 1) else { return false }
        if rest.first == UInt8(ascii: ".") {
            rest = rest.dropFirst()
            guard digits() > 0 else { return false }
        }
        if rest.first == UInt8(ascii: "e") || rest.first == UInt8(ascii: "E") {
            rest = rest.dropFirst()
            if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") { rest = rest.dropFirst() }
            guard digits() > 0 else { return false }
        }
        return rest.isEmpty
    }

    private mutating func string() -> String? {
        guard current == "\"" else { return nil }
        position += 1
        var text = String.UnicodeScalarView()
        while let character = current {
            position += 1
            switch character {
            case "\"":
                return String(text)
            case "\\":
                guard let escaped = escape() else { return nil }
                text.append(escaped)
            default:
                guard character.value >= 0x20 else { return nil }
                text.append(character)
            }
        }
        return nil
    }

    /// What follows a backslash.
    private mutating func escape() -> Unicode.Scalar? {
        guard let letter = current else { return nil }
        position += 1
        switch letter {
        case "\"", "\\", "/": return letter
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "u":
            guard let unit = hexUnit() else { return nil }
            guard 0xD800...0xDBFF ~= unit else { return Unicode.Scalar(unit) }
            guard current == "\\", source.character(at: position + 1) == "u" else { return nil }
            position += 2
            guard let low = hexUnit(), 0xDC00...0xDFFF ~= low else { return nil }
            return Unicode.Scalar(0x10000 + (unit - 0xD800) << 10 + (low - 0xDC00))
        default: return nil
        }
    }

    private mutating func hexUnit() -> UInt32? {
        guard position + 4 <= characters.count else { return nil }
        var unit: UInt32 = 0
        for character in characters[position..<position + 4] {
            guard character.isASCII, let digit = Character(character).hexDigitValue else { return nil }
            unit = unit << 4 | UInt32(digit)
        }
        position += 4
        return unit
    }
}
