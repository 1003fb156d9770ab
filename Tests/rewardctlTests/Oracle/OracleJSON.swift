/// JSON whose scalars stay text, so that no amount ever passes through a binary float.
indirect enum OracleJSON {
    case object([(key: String, value: OracleJSON)])
    case list([OracleJSON])
    case scalar(String)

    struct Malformed: Error { var position: Int }

    init(_ text: String) throws {
        var reader = Reader(scalars: Array(text.unicodeScalars))
        self = try reader.value()
    }

    subscript(key: String) -> OracleJSON? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.key == key }?.value
    }

    var text: String? {
        guard case .scalar(let text) = self else { return nil }
        return text
    }

    var items: [OracleJSON]? {
        guard case .list(let items) = self else { return nil }
        return items
    }

    var members: [(key: String, value: OracleJSON)]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// A text as JSON.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { quoted += "\\" }
            quoted.unicodeScalars.append(scalar)
        }
        return quoted + "\""
    }

    private struct Reader {
        var scalars: [Unicode.Scalar]
        var position = 0

        init(scalars: [Unicode.Scalar]) { self.scalars = scalars }

        var current: Unicode.Scalar? { position < scalars.count ? scalars[position] : nil }

        mutating func skipBlanks() {
            while let scalar = current, scalar.properties.isWhitespace { position += 1 }
        }

        mutating func take(_ scalar: Unicode.Scalar) throws {
            skipBlanks()
            guard current == scalar else { throw Malformed(position: position) }
            position += 1
        }

        mutating func isNext(_ scalar: Unicode.Scalar) -> Bool {
            skipBlanks()
            return current == scalar
        }

        mutating func value() throws -> OracleJSON {
            skipBlanks()
            switch current {
            case "{":
                var members: [(key: String, value: OracleJSON)] = []
                try take("{")
                while !isNext("}") {
                    if !members.isEmpty { try take(",") }
                    skipBlanks()
                    let key = try string()
                    try take(":")
                    members.append((key, try value()))
                }
                try take("}")
                return .object(members)
            case "[":
                var items: [OracleJSON] = []
                try take("[")
                while !isNext("]") {
                    if !items.isEmpty { try take(",") }
                    items.append(try value())
                }
                try take("]")
                return .list(items)
            case "\"":
                return .scalar(try string())
            default:
                var word = ""
                while let scalar = current, !",]} \n\r\t".unicodeScalars.contains(scalar) {
                    word.unicodeScalars.append(scalar)
                    position += 1
                }
                return .scalar(word)
            }
        }

        mutating func string() throws -> String {
            try take("\"")
            var text = ""
            while let scalar = current, scalar != "\"" {
                if scalar == "\\" { position += 1 }
                guard let taken = current else { throw Malformed(position: position) }
                text.unicodeScalars.append(taken)
                position += 1
            }
            try take("\"")
            return text
        }
    }
}
