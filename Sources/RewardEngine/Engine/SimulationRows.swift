/// The rows of a simulation as they are printed: one for each input row and campaign, in input order.
extension Simulation {
    /// The columns of CSV and JSON (SPEC 5).
    package static let columns = [
        "line", "txn_id", "campaign", "cardholder_id", "txn_time", "day", "cycle", "amount", "outcome", "award", "step",
        "reason",
    ]

    /// Writes the rows with these outcomes into a sink, one stretch of rows for each worker at a time.
    package func write(
        rowsWith outcomes: OutcomeSet, to sink: inout CSVSink, workers: Threads, rowsPerStretch: Int = 1 << 14
    ) throws(Failure) {
        try write(rowsWith: outcomes, to: &sink, workers, rowsPerStretch)
    }

    package func write(
        rowsWith outcomes: OutcomeSet, to sink: inout JSONSink, workers: Threads, rowsPerStretch: Int = 1 << 14
    ) throws(Failure) {
        try write(rowsWith: outcomes, to: &sink, workers, rowsPerStretch)
    }

    /// Called with known sinks in this module, so that the compiler makes a loop for each.
    private func write<Sink: CellSink & ~Copyable>(
        rowsWith outcomes: OutcomeSet, to sink: inout Sink, _ workers: Threads, _ rowsPerStretch: Int
    ) throws(Failure) {
        if outcomes.isEmpty { return }
        let writers = (0..<workers.count).map { _ in RowWriter(of: self, part: sink.makePart()) }
        var first = 0
        while first < file.count {
            let next = first
            source.withBytes { bytes in
                workers.forEach(writers.count) { index in
                    let start = min(next + index * rowsPerStretch, file.count)
                    writers[index].write(start..<min(start + rowsPerStretch, file.count), outcomes, in: bytes)
                }
            }
            for writer in writers { try writer.give(to: &sink) }
            first += writers.count * rowsPerStretch
        }
    }

    /// The same rows for people.
    package func table(rowsWith outcomes: OutcomeSet) throws(Failure) -> TextTable {
        let severalCampaigns = results.count > 1
        var columns: [(String, TextTable.Alignment)] = [("line", .right), ("txn_id", .left)]
        if severalCampaigns { columns.append(("campaign", .left)) }
        if file.hasCardholders { columns.append(("cardholder", .left)) }
        columns += [
            ("time", .left), ("amount", .right), ("outcome", .left), ("award", .right), ("step", .right),
            ("why", .left),
        ]
        var table = TextTable(columns)
        var entries = results.map { EntryCursor($0.entries) }
        let cases = CaseRows(of: file)
        try source.withBytes { bytes throws(Failure) in
            var reader = file.rowReader()
            for row in 0..<file.count {
                for (index, result) in results.enumerated() {
                    let verdict = file.verdicts[row, index]
                    guard outcomes.contains(verdict) else { continue }
                    let entry = entries[index].entry(of: row)
                    let rejected =
                        verdict.outcome == .rejected ? try rejection(of: row, &reader, in: bytes).sentence : nil
                    if rejected == nil { _ = try reader.read(row, of: file.places, in: bytes) }
                    var cells = ["\(reader.row.line)", txnId(reader, in: bytes)]
                    if severalCampaigns { cells.append(result.campaign.id) }
                    if file.hasCardholders { cells.append(reader.string(of: reader.row.cardholderId, in: bytes)) }
                    cells += [
                        reader.row.hasTime ? reader.row.time.tableText : "",
                        reader.row.hasAmount ? yuanText(fen: reader.row.amountFen) : "",
                        verdict.outcome.rawValue,
                        entry.map { yuanText(fen: $0.amountFen) } ?? "",
                        entry.flatMap { $0.amountFen > 0 ? "\($0.step)" : nil } ?? "",
                        rejected
                            ?? verdict.sentence(
                                in: result.campaign, of: facts(reader, cases.number(of: row), in: result, bytes)),
                    ]
                    table.add(cells, tone: verdict.outcome.tone)
                }
            }
        }
        return table
    }

    private func txnId(_ reader: borrowing RowReader, in bytes: Span<UInt8>) -> String {
        file.hasTxnId ? reader.string(of: reader.row.txnId, in: bytes) : "line-\(reader.row.line)"
    }

    /// What a sentence may say of the row at hand.
    private func facts(
        _ reader: borrowing RowReader, _ caseNumber: Int?, in result: Result, _ bytes: Span<UInt8>
    ) -> RowFacts {
        let (row, columns) = (reader.row, file.vocabulary.columns)
        let texts = columns.indices.map { reader.string(of: reader.parser.wanted[$0], in: bytes) }
        return RowFacts(
            amountFen: row.amountFen,
            netFen: caseNumber.map { result.cases[$0].netAtDecisionFen } ?? row.amountFen,
            time: row.time, bookingDay: row.bookingDay, currency: reader.string(of: row.currency, in: bytes),
            original: reader.string(of: row.originalTxnId, in: bytes)
        ) { column in
            columns.firstIndex(of: column).map { texts[$0] }
        }
    }
}

/// Finds the case of a row of the file that money back names.
private struct CaseRows {
    private var numbers: [Int: Int] = [:]

    init(of file: borrowing TransactionFile) {
        for (number, purchase) in file.transactions.purchaseOfCase.enumerated() {
            numbers[Int(file.rowOfTransaction[purchase])] = number
        }
    }

    func number(of row: Int) -> Int? { numbers[row] }
}

/// Which outcomes are printed (`--only`).
package struct OutcomeSet: Sendable {
    private var flags: [Bool]

    package static let all = OutcomeSet(Outcome.allCases)

    package init(_ outcomes: [Outcome]) {
        flags = Outcome.allCases.map(outcomes.contains)
    }

    package var isEmpty: Bool { !flags.contains(true) }

    package func contains(_ verdict: Verdict) -> Bool {
        flags[verdict.outcomePosition]
    }
}
