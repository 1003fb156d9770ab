/// What a sender says of a file (`FILE.manifest.json`), to be compared with what came.
package struct Manifest: Equatable, Sendable {
    /// Rows without the header and lines of totals.
    package var rows: Int?
    /// The sum of the amounts as the file writes them, signs counted.
    package var amountFen: Int?
    /// Of the file as it is on disk, or of what it holds where it is compressed.
    package var sha256: String?
    /// The day whose transactions it brings.
    package var bookingDay: Day?
    /// Counts the files of a source, without a gap.
    package var sequence: Int?
    /// Who counts: files of different sources have numbers of their own. Empty where there is one source.
    package var source: String

    package init(
        rows: Int? = nil, amountFen: Int? = nil, sha256: String? = nil, bookingDay: Day? = nil, sequence: Int? = nil,
        source: String = ""
    ) {
        self.rows = rows
        self.amountFen = amountFen
        self.sha256 = sha256
        self.bookingDay = bookingDay
        self.sequence = sequence
        self.source = source
    }
}

/// How many rejected rows a file may have (`--max-rejects`).
package enum RejectsMax: Equatable, Sendable {
    case rows(Int)
    /// In ten-thousandths of one per cent of the rows read.
    case share(tenThousandths: Int)

    /// Reads `20` or `0.5%`, at most four decimals; nil for anything else.
    package init?(text: String) {
        let digits = text.hasSuffix("%") ? text.dropLast() : text[...]
        let parts = digits.split(separator: ".", omittingEmptySubsequences: false)
        let isNumber = parts.allSatisfy { part in
            1...9 ~= part.utf8.count && part.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
        }
        guard isNumber, parts.count <= 2, let whole = Int(parts[0]) else { return nil }
        guard text.hasSuffix("%") else {
            if parts.count == 2 { return nil }
            self = .rows(whole)
            return
        }
        let fraction = parts.count == 2 ? parts[1] : ""
        guard fraction.utf8.count <= 4, whole <= 100,
            let places = Int(fraction + String(repeating: "0", count: 4 - fraction.utf8.count))
        else { return nil }
        self = .share(tenThousandths: whole * 10_000 + places)
    }

    package func allows(_ counts: RowCounts) -> Bool {
        switch self {
        case .rows(let most): counts.rejected <= most
        case .share(let most): Int128(counts.rejected) * 1_000_000 <= Int128(most) * Int128(counts.read)
        }
    }
}
