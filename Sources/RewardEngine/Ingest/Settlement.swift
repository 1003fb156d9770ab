/// Settles which rows of a file count, and which purchase each money back names: an id keeps at most one pending row and
/// one final one, the first of each (SPEC 1).
struct Settlement: ~Copyable {
    private(set) var part: FilePart
    private(set) var duplicates = 0
    /// By row that is rejected since an earlier one has its id: that row.
    private(set) var conflicts: [Int: Int] = [:]
    /// The money back with its purchase, as rows of `part.kept`.
    private(set) var links: [(moneyBack: Int, purchase: Int)] = []

    private let plan: ReadingPlan
    private var comparison: RowComparison
    /// By row of the file: where it is kept, although its verdict needed nothing else, since money back names it.
    private var addedRows: [Int: Int] = [:]

    init(of part: consuming FilePart, plan: ReadingPlan) {
        self.part = part
        self.plan = plan
        comparison = RowComparison(plan: plan)
    }

    mutating func settle(in bytes: Span<UInt8>, workers: some Workers) throws(Failure) {
        if plan.hasTxnId {
            let matches = IdentityMatches(in: part.takeHashes(), workers: workers)
            for rows in matches.repeats { try settle(repeated: rows, in: bytes) }
            for number in part.moneyBack.indices where isOpen(part.moneyBack[number]) {
                try link(part.moneyBack[number], toOneOf: matches.named[number] ?? [], in: bytes)
            }
        } else {
            for moneyBack in part.moneyBack { try linkByLine(moneyBack, in: bytes) }
        }
    }

    // MARK: - Repeats

    /// Rows, in the order of the file, whose ids have the same hash, and so are most likely the same.
    private mutating func settle(repeated rows: [Int], in bytes: Span<UInt8>) throws(Failure) {
        /// Of each id: the first row of either kind.
        var kept: [(final: Int?, pending: Int?)] = []
        for row in rows {
            try comparison.read(later: row, of: part.places, in: bytes)
            let isFinal = comparison.later.row.status.isFinal
            guard let known = try indexOfSameId(in: kept, bytes) else {
                kept.append(isFinal ? (row, nil) : (nil, row))
                continue
            }
            guard let same = isFinal ? kept[known].final : kept[known].pending else {
                if isFinal { kept[known].final = row } else { kept[known].pending = row }
                if let pending = kept[known].pending { set(.superseded, of: pending) }
                continue
            }
            // The final row, where there is one, is what `comparison` has found to bear the id.
            if !isFinal || comparison.hasSameContent(in: bytes) {
                set(.duplicate, of: row)
                duplicates += 1
            } else {
                set(.rejected, of: row)
                conflicts[row] = same
            }
        }
    }

    /// Which of the rows has the id of the row at hand.
    private mutating func indexOfSameId(
        in kept: [(final: Int?, pending: Int?)], _ bytes: Span<UInt8>
    ) throws(Failure) -> Int? {
        for (index, rows) in kept.enumerated() {
            guard let row = rows.final ?? rows.pending else { continue }
            try comparison.read(earlier: row, of: part.places, in: bytes)
            if comparison.hasSameId(in: bytes) { return index }
        }
        return nil
    }

    /// Says what becomes of a row that does not count.
    private mutating func set(_ standing: Transactions.Standing, of row: Int) {
        part.verdicts.set(standing, of: row)
        if let kept = keptRow(of: row) { part.kept.standing[kept] = standing }
    }

    // MARK: - Money back

    /// Links money back to the row that an id keeps: the final one, or else the pending one.
    private mutating func link(
        _ moneyBack: Int, toOneOf candidates: [Int], in bytes: Span<UInt8>
    ) throws(Failure) {
        try comparison.read(later: Int(part.rowOfKept[moneyBack]), of: part.places, in: bytes)
        var pending: Int?
        for row in candidates where part.verdicts.counts(row) {
            try comparison.read(earlier: row, of: part.places, in: bytes)
            guard comparison.laterNamesEarlier(in: bytes) else { continue }
            if comparison.earlier.row.status.isFinal { return link(moneyBack, toRow: row, in: bytes) }
            pending = pending ?? row
        }
        guard let pending else { return }
        try comparison.read(earlier: pending, of: part.places, in: bytes)
        link(moneyBack, toRow: pending, in: bytes)
    }

    /// In a file without `txn_id` an original can only be named as `line-7`.
    private mutating func linkByLine(_ moneyBack: Int, in bytes: Span<UInt8>) throws(Failure) {
        try comparison.read(earlier: Int(part.rowOfKept[moneyBack]), of: part.places, in: bytes)
        let name = comparison.earlier.string(of: comparison.earlier.row.originalTxnId, in: bytes)
        guard name.hasPrefix("line-"), let line = Int(name.dropFirst("line-".count)), name == "line-\(line)",
            let row = part.places.row(ofLine: line), part.verdicts.counts(row)
        else { return }
        try comparison.read(earlier: row, of: part.places, in: bytes)
        link(moneyBack, toRow: row, in: bytes)
    }

    /// Links money back to the row that was read as the earlier one.
    private mutating func link(_ moneyBack: Int, toRow row: Int, in bytes: Span<UInt8>) {
        guard comparison.earlier.row.kind == .purchase else { return }
        if let kept = keptRow(of: row) {
            links.append((moneyBack, kept))
        } else {
            links.append((moneyBack, part.kept.count))
            addedRows[row] = part.kept.count
            part.keep(row, comparison.earlier.parser, in: bytes)
        }
    }

    consuming func takePart() -> FilePart { part }

    private func isOpen(_ kept: Int) -> Bool { part.kept.standing[kept] == .open }

    /// Where a row of the file is kept.
    private func keptRow(of row: Int) -> Int? {
        if let added = addedRows[row] { return added }
        let inOrder = 0..<part.rowOfKept.count - addedRows.count
        let kept = inOrder.partitioningIndex { Int(part.rowOfKept[$0]) >= row }
        return kept < inOrder.upperBound && Int(part.rowOfKept[kept]) == row ? kept : nil
    }
}

extension VerdictTable {
    /// Whether a row was accepted and is no repeat.
    fileprivate func counts(_ row: Int) -> Bool {
        let outcome = self[row, 0].outcome
        return outcome != .rejected && outcome != .duplicate
    }
}
