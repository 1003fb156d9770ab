/// Where something stands in a file: line and column, both from 1, columns counted in characters.
struct Mark: Equatable, Comparable, Sendable {
    var line: Int
    var column: Int
    /// A file of values beside the campaign; nil for the campaign's own.
    var listFile: String?

    static let start = Mark(line: 1, column: 1)

    static func < (left: Mark, right: Mark) -> Bool {
        (left.listFile ?? "", left.line, left.column) < (right.listFile ?? "", right.line, right.column)
    }
}

/// The text of a file as characters that know their line and column. Lines end with LF, CR LF or CR; a character is a
/// Unicode scalar, which is also what libyaml counts.
struct MarkedText: Sendable {
    let characters: [Unicode.Scalar]
    /// The index of the first character of each line.
    private let lineStarts: [Int]

    /// Bytes that are not UTF-8 become U+FFFD.
    init(_ bytes: some Sequence<UInt8>) {
        let characters = Array(String(decoding: Array(bytes), as: UTF8.self).unicodeScalars)
        var starts = [0]
        for (index, character) in characters.enumerated() {
            let isLoneReturn = character == "\r" && !(index + 1 < characters.count && characters[index + 1] == "\n")
            if character == "\n" || isLoneReturn { starts.append(index + 1) }
        }
        self.characters = characters
        lineStarts = starts
    }

    /// The index may be past the end, which then is meant.
    func mark(at index: Int) -> Mark {
        let index = min(index, characters.count)
        let line = lineStarts.indices.partitioningIndex { lineStarts[$0] > index }
        return Mark(line: line, column: index - lineStarts[line - 1] + 1)
    }

    func character(at index: Int) -> Unicode.Scalar? {
        index < characters.count ? characters[index] : nil
    }
}
