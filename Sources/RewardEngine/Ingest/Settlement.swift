/// Settles which rows of a file count: an id keeps at most one pending row and one final one, the first of each (SPEC 1).
struct Settlement: ~Copyable {
    private(set) var rows: FilePart
    private(set) var duplicates = 0

    init(of rows: consuming FilePart) {
        self.rows = rows
    }

    /// Finds repeats, conflicts and superseded rows, and the purchase of each money back.
    mutating func settleIdentities(
        comparing comparison: inout RowComparison, in bytes: Span<UInt8>, workers: some Workers
    ) throws(Failure) {
        let index = IdentityIndex(of: rows.identities, rows: rows.count, workers: workers) { row in
            rows.transactions.standing[row] == .open
        }
        for repeated in index.repeated() { try settle(repeated, &comparison, in: bytes) }
        for (number, row) in rows.moneyBack.enumerated() where canName(row) {
            if let purchase = rows.originals.withText(of: number, { kept(asId: $0, index, in: bytes) }) {
                link(row, to: purchase)
            }
        }
    }

    /// Rows, in the order of the file, whose ids have the same hash, and so are most likely the same.
    private mutating func settle(
        _ repeated: [Int], _ comparison: inout RowComparison, in bytes: Span<UInt8>
    ) throws(Failure) {
        /// Of each id: the first row of either kind.
        var kept: [(final: Int?, pending: Int?)] = []
        for row in repeated {
            let isFinal = rows.transactions.status[row].isFinal
            let known = kept.firstIndex { rows.identities.isSame($0.final ?? $0.pending ?? row, row, in: bytes) }
            guard let known else {
                kept.append(isFinal ? (row, nil) : (nil, row))
                continue
            }
            guard let same = isFinal ? kept[known].final : kept[known].pending else {
                if isFinal { kept[known].final = row } else { kept[known].pending = row }
                if let pending = kept[known].pending { rows.transactions.standing[pending] = .superseded }
                continue
            }
            var isDuplicate = true
            if isFinal {
                isDuplicate = try comparison.sameContent(
                    recordAt: rows.recordStarts[same], recordAt: rows.recordStarts[row], in: bytes)
            }
            rows.transactions.standing[row] = isDuplicate ? .duplicate : .rejected
            if isDuplicate { duplicates += 1 } else { rows.rejected[row] = conflict(row, with: same, in: bytes) }
        }
    }

    /// The row that an id keeps: the final one, or else the pending one.
    private func kept(asId text: Span<UInt8>, _ index: IdentityIndex, in bytes: Span<UInt8>) -> Int? {
        let hash = byteHash(of: text)
        func first(isFinal: Bool) -> Int? {
            index.firstRow(withHash: hash) { row in
                isKept(row) && rows.transactions.status[row].isFinal == isFinal
                    && rows.identities.isText(text, of: row, in: bytes)
            }
        }
        return first(isFinal: true) ?? first(isFinal: false)
    }

    private func isKept(_ row: Int) -> Bool {
        switch rows.transactions.standing[row] {
        case .open, .namedByMoneyBack, .superseded: true
        case .unknownCard, .duplicate, .rejected, .context: false
        }
    }

    private func conflict(_ row: Int, with other: Int, in bytes: Span<UInt8>) -> TransactionFile.RejectedRow {
        let id = rows.identities.withText(of: row, in: bytes) { text in
            ShownText.of(String(decoding: text.indices.map { text[$0] }, as: UTF8.self))
        }
        return TransactionFile.RejectedRow(
            rejection: Rejection(
                line: Int(rows.lines[row]), reason: "conflict", value: id,
                message: "`txn_id` `\(id)` was given with other content on line \(rows.lines[other])"),
            hasTime: true, hasAmount: true)
    }

    /// In a file without `txn_id` an original can only be named as `line-7`.
    mutating func linkMoneyBackByLine() {
        for (number, row) in rows.moneyBack.enumerated() where canName(row) {
            let name = rows.originals[number]
            guard name.hasPrefix("line-"), let line = Int32(name.dropFirst("line-".count)), name == "line-\(line)"
            else { continue }
            if let purchase = self.row(ofLine: line),
                rows.transactions.standing[purchase] == .open
                    || rows.transactions.standing[purchase] == .namedByMoneyBack
            {
                link(row, to: purchase)
            }
        }
    }

    private func row(ofLine line: Int32) -> Int? {
        var (low, high) = (0, rows.lines.count)
        while low < high {
            let middle = (low + high) / 2
            if rows.lines[middle] < line { low = middle + 1 } else { high = middle }
        }
        return low < rows.lines.count && rows.lines[low] == line ? low : nil
    }

    private func canName(_ row: Int) -> Bool {
        rows.transactions.standing[row] == .open && rows.transactions.status[row] == .settled
    }

    private mutating func link(_ row: Int, to purchase: Int) {
        if rows.transactions.kind[purchase] == .purchase { rows.transactions.link(moneyBack: row, to: purchase) }
    }
}
