/// The verdicts of some campaigns on the rows of a file: two bytes each.
package struct VerdictTable: ~Copyable, Sendable {
    package let campaigns: Int
    private var verdicts: DenseColumn<Verdict>

    /// - Parameter rows: how many rows are likely to come.
    package init(campaigns: Int, rows: Int = 0) {
        self.campaigns = campaigns
        verdicts = DenseColumn(reserving: rows * campaigns)
    }

    package var rows: Int { verdicts.count / campaigns }

    @inline(__always)
    package subscript(row: Int, campaign: Int) -> Verdict {
        get { verdicts[row * campaigns + campaign] }
        set { verdicts[row * campaigns + campaign] = newValue }
    }

    /// Adds rows on which nothing is said yet.
    package mutating func append(rows: Int) {
        verdicts.append(repeating: Verdict(.held), count: rows * campaigns)
    }

    package mutating func append(contentsOf other: borrowing VerdictTable) {
        verdicts.append(contentsOf: other.verdicts)
    }

    /// Says of a row what its standing says under every campaign.
    package mutating func set(_ standing: Transactions.Standing, of row: Int) {
        guard let verdict = standing.verdict else { return }
        for campaign in 0..<campaigns { self[row, campaign] = verdict }
    }

    /// How many rows have each verdict of a campaign, by code.
    package func counts(of campaign: Int) -> [Int] {
        var counts = Array(repeating: 0, count: Verdict.codeCount)
        for row in 0..<rows { counts[Int(self[row, campaign].code)] += 1 }
        return counts
    }
}
