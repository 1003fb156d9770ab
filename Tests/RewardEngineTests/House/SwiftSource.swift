import Foundation
import Testing

/// The package's folder.
let packageFolder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

/// One Swift file, looked at as text. The scanner knows comments, strings and braces, and nothing else of Swift: code
/// within the interpolations of a string is taken for string.
struct SwiftSource: CustomTestStringConvertible {
    /// From the package's folder.
    let path: String
    let text: String
    /// The text with comments and the contents of strings blanked out, line for line.
    let code: String

    var testDescription: String { path }

    /// All Swift files below a folder of the package, in the order of their paths.
    static func all(below folder: String) -> [SwiftSource] {
        let root = packageFolder.appending(path: folder)
        let names = FileManager.default.enumerator(atPath: root.path(percentEncoded: false))?.compactMap {
            $0 as? String
        }
        return (names ?? []).filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
            guard let text = try? String(contentsOf: root.appending(path: name), encoding: .utf8) else { return nil }
            return SwiftSource(path: "\(folder)/\(name)", text: text)
        }
    }

    init(path: String, text: String) {
        self.path = path
        self.text = text
        code = Self.blanked(text)
    }

    var lines: [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }

    var codeLines: [Substring] { code.split(separator: "\n", omittingEmptySubsequences: false) }

    private static func blanked(_ text: String) -> String {
        var result: [Character] = []
        var rest = Substring(text)
        /// Drops `count` characters, or all that stands before `end` and it; keeps line ends.
        func blank(through end: String, escapes: Bool) {
            while !rest.isEmpty, !rest.hasPrefix(end) {
                let isEscape = escapes && rest.first == "\\"
                for _ in 0..<(isEscape ? 2 : 1) where !rest.isEmpty {
                    if rest.removeFirst() == "\n" { result.append("\n") }
                }
            }
            if rest.hasPrefix(end), end != "\n" { rest.removeFirst(end.count) }
        }
        while let character = rest.first {
            if rest.hasPrefix("//") {
                blank(through: "\n", escapes: false)
            } else if rest.hasPrefix("/*") {
                blank(through: "*/", escapes: false)
            } else if rest.hasPrefix("\"\"\"") {
                rest.removeFirst(3)
                blank(through: "\"\"\"", escapes: true)
            } else if character == "\"" {
                rest.removeFirst()
                blank(through: "\"", escapes: true)
            } else {
                result.append(rest.removeFirst())
            }
        }
        return String(result)
    }

    /// Functions, initialisers and computed variables, with the number of lines from their name to their last brace.
    var functions: [(name: String, line: Int, length: Int)] {
        let lines = codeLines.map(String.init)
        return lines.indices.compactMap { start in
            guard let name = Self.functionName(declaredOn: lines[start]) else { return nil }
            var depth = 0
            for end in start..<lines.count {
                if end > start, depth == 0, Self.functionName(declaredOn: lines[end]) != nil { return nil }
                for character in lines[end] where character == "{" || character == "}" {
                    depth += character == "{" ? 1 : -1
                    if depth == 0, character == "}" { return (name, start + 1, end - start + 1) }
                    // The brace of the protocol around a requirement without a body.
                    if depth < 0 { return nil }
                }
            }
            return nil
        }
    }

    private static func functionName(declaredOn line: String) -> String? {
        let words = line.split(separator: " ")
        guard
            let keyword = words.firstIndex(where: { word in
                ["func", "init", "deinit", "var"].contains {
                    word == $0 || word.hasPrefix("\($0)(") || word.hasPrefix("\($0)?(")
                }
            })
        else { return nil }
        // What stands before the keyword are modifiers and attributes.
        guard words[..<keyword].allSatisfy({ $0.allSatisfy { $0.isLetter || "@_().".contains($0) } }) else {
            return nil
        }
        if words[keyword] == "var", !line.hasSuffix("{") || line.contains("=") { return nil }
        return words[keyword] == "func" || words[keyword] == "var"
            ? words.dropFirst(keyword + 1).first.map { String($0.prefix { $0.isLetter || $0.isNumber || $0 == "_" }) }
            : String(words[keyword].prefix { $0.isLetter })
    }

    /// The types that the file declares outermost, other than private ones.
    var declaredTypes: [String] {
        codeLines.compactMap { line in
            let words = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
            guard let first = line.first, first.isLetter, !line.contains("private"),
                let keyword = words.firstIndex(where: {
                    ["struct", "enum", "class", "actor", "protocol", "typealias"].contains($0)
                }), words.indices.contains(keyword + 1)
            else { return nil }
            return words[keyword + 1]
        }
    }

    /// The words of the code, but for those that stand behind a dot.
    var words: Set<String> {
        var words: Set<String> = []
        var word = ""
        var isMember = false
        for character in code + " " {
            if character.isLetter || character.isNumber || character == "_" {
                word.append(character)
            } else {
                if !word.isEmpty, !isMember { words.insert(word) }
                if !word.isEmpty || character != " " { isMember = character == "." }
                word = ""
            }
        }
        return words
    }
}
