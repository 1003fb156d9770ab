/// A table for people: columns aligned by what a terminal shows, also with Chinese text.
package struct TextTable: Sendable {
    package enum Alignment: Sendable {
        case left, right
    }

    /// What a row is to the reader; a terminal may show it in colour.
    package enum Tone: Sendable {
        case plain, good, caution, bad
    }

    private let alignments: [Alignment]
    private let headers: [String]
    private var rows: [[String]] = []
    private var tones: [Tone] = []

    package init(_ columns: [(header: String, alignment: Alignment)]) {
        headers = columns.map(\.header)
        alignments = columns.map(\.alignment)
    }

    package var isEmpty: Bool { rows.isEmpty }

    package mutating func add(_ cells: [String], tone: Tone = .plain) {
        rows.append(cells.map(ShownText.withoutControls))
        tones.append(tone)
    }

    /// The lines of the table with its header first, without trailing blanks; none where it has no row.
    package func lines() -> [(text: String, tone: Tone)] {
        if rows.isEmpty { return [] }
        let widths = headers.indices.map { column in
            ([headers] + rows).map { displayWidth($0[column]) }.max() ?? 0
        }
        return zip([headers] + rows, [.plain] + tones).map { row, tone in
            var line = ""
            for (column, cell) in row.enumerated() {
                let padding = String(repeating: " ", count: widths[column] - displayWidth(cell))
                line += (column == 0 ? "" : "  ") + (alignments[column] == .right ? padding + cell : cell + padding)
            }
            while line.last == " " { line.removeLast() }
            return (line, tone)
        }
    }
}

/// How many columns of a terminal a text takes: two for a wide character (Chinese, full-width forms), none for a
/// combining mark.
package func displayWidth(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { width, scalar in
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark: width
        default: width + (isWide(scalar) ? 2 : 1)
        }
    }
}

/// The ranges that Unicode's East Asian Width calls wide or full-width, coarsely.
private func isWide(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
        0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F,
        0x1F900...0x1F9FF, 0x20000...0x3FFFD:
        true
    default: false
    }
}
