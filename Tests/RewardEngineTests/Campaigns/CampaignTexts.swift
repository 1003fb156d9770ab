import RewardEngine
import Testing

/// The smallest campaign there is, a key a line, so that a test can change lines and foretell places.
struct CampaignLines {
    private var lines: [(key: String, text: String)] = [
        ("id", "id: spring"),
        ("title", "title: Spring"),
        ("currency", "currency: CNY"),
        ("utcOffset", "utcOffset: +08:00"),
        ("period", "period: { from: 2017-01-01, through: 2017-12-31 }"),
        ("gates", "gates: []"),
        ("reward", "reward: { fixed: 5 }"),
        ("limits", "limits: []"),
    ]

    /// Every key of `text` (lines that are indented go with the one before) takes the place of the line of that key, or
    /// of one more at the end: line 9 where nothing is removed.
    init(_ text: String = "", removing removed: [String] = []) {
        var replacements: [(key: String, text: String)] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) where !text.isEmpty {
            if line.hasPrefix(" "), let last = replacements.indices.last {
                replacements[last].text += "\n\(line)"
            } else {
                replacements.append((String(line.prefix { $0 != ":" }), String(line)))
            }
        }
        for (key, text) in replacements {
            if let index = lines.firstIndex(where: { $0.key == key }) {
                lines[index].text = text
            } else {
                lines.append((key, text))
            }
        }
        lines.removeAll { removed.contains($0.key) }
    }

    var text: String {
        lines.map { $0.text + "\n" }.joined()
    }
}

/// A change to the smallest campaign, and all that is said of it.
struct ProblemCase: CustomTestStringConvertible {
    let text: String
    let removed: [String]
    let expected: String

    /// `expected` as `told` has it.
    init(_ text: String, removing removed: [String] = [], _ expected: String) {
        self.text = text
        self.removed = removed
        self.expected = expected
    }

    var testDescription: String {
        text.isEmpty ? "without \(removed.joined(separator: ", "))" : String(text.prefix(100))
    }
}

func read(_ text: String) throws(Failure) -> CampaignFile {
    try CampaignFile.read(text: Array(text.utf8), name: "f")
}

/// All problems as text: `line:column message`, and `help: …` below where there is help.
func told(of bytes: [UInt8]) -> String {
    CampaignFile.problems(text: bytes, name: "f").map { problem in
        let place = problem.place.hasPrefix("f:") ? String(problem.place.dropFirst(2)) : problem.place
        return "\(place) \(problem.message)" + (problem.help.map { "\nhelp: \($0)" } ?? "")
    }.joined(separator: "\n")
}

func told(of text: String) -> String {
    told(of: Array(text.utf8))
}
