/// The user's text in backticks, fit to be shown.
func shown(_ text: String) -> String {
    "`\(ShownText.of(text))`"
}

/// `a, b and c`
func listed(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.first ?? "" }
    return "\(words.dropLast().joined(separator: ", ")) and \(last)"
}

extension YAMLNode {
    /// What a message says stands there: `` `text` ``, `a list`.
    var shownContent: String {
        switch content {
        case .scalar(""): "an empty text"
        case .scalar(let text): shown(text)
        case .sequence(let elements) where elements.isEmpty: "an empty list"
        case .sequence: "a list"
        case .mapping(let entries) where entries.isEmpty: "an empty mapping"
        case .mapping: "a mapping"
        case .nothing, .unreadable: "nothing"
        }
    }
}
