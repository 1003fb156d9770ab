/// The rows of a simulation as they are printed: one for each input row and campaign, in input order.
extension Simulation {
    /// The columns of CSV and JSON (SPEC 5).
    package static let columns = [
        "line", "txn_id", "campaign", "cardholder_id", "txn_time", "day", "cycle", "amount", "outcome", "award", "step",
        "reason",
    ]

    /// Writes the rows with these outcomes into a sink. A hot loop: nothing is allocated for a row.
    package func write<Sink: CellSink & ~Copyable>(
        rowsWith outcomes: OutcomeSet, to sink: inout Sink
    ) throws(Failure) {
        let verdicts = results.map(\.decisions.verdicts)
        var entries = results.map { EntryCursor($0.decisions.entries) }
        if outcomes.isEmpty { return }
        try source.withBytes { bytes throws(Failure) in
            for row in 0..<file.count {
                for index in verdicts.indices {
                    let verdict = verdicts[index][row]
                    guard outcomes.contains(verdict) else { continue }
                    let entry = entries[index].entry(of: row)
                    write(row, verdict, entry, of: results[index].campaign, source: bytes, to: &sink)
                    try sink.endRow()
                }
            }
        }
    }

    private func write<Sink: CellSink & ~Copyable>(
        _ row: Int, _ verdict: Verdict, _ entry: Decisions.Entry?, of campaign: Campaign, source: Span<UInt8>,
        to sink: inout Sink
    ) {
        let transactions = file.transactions
        let rejected = verdict.outcome == .rejected ? file.rejected[row] : nil
        sink.integer(Int(file.lines[row]))
        if file.identities.isThere {
            file.identities.withText(of: row, in: source) { sink.text($0) }
        } else {
            sink.text("line-\(file.lines[row])")
        }
        sink.text(campaign.id)
        file.cardholders.withText(of: transactions.cardholder[row]) { sink.text($0) }
        if rejected?.hasTime ?? true {
            sink.time(LocalTime(seconds: transactions.time[row]))
            sink.day(Day(number: transactions.bookingDay(of: row)))
            if let start = campaign.cycleStartsOnDay {
                sink.day(transactions.day(of: row, by: campaign.clock).cycle(startsOnDay: start))
            } else {
                sink.empty()
            }
        } else {
            for _ in 0..<3 { sink.empty() }
        }
        if rejected?.hasAmount ?? true { sink.yuan(fromFen: transactions.amountFen[row]) } else { sink.empty() }
        sink.text(verdict.outcome.rawValue)
        sink.yuan(fromFen: entry?.amountFen ?? 0)
        if let entry, entry.isAward { sink.integer(entry.step) } else { sink.empty() }
        if let rejected {
            sink.text(rejected.rejection.reason)
        } else if let reason = verdict.reason {
            sink.text(reason.name(in: campaign))
        } else {
            sink.empty()
        }
    }

    /// The same rows for people.
    package func table(rowsWith outcomes: OutcomeSet) -> TextTable {
        let severalCampaigns = results.count > 1
        var columns: [(String, TextTable.Alignment)] = [("line", .right), ("txn_id", .left)]
        if severalCampaigns { columns.append(("campaign", .left)) }
        if file.hasCardholders { columns.append(("cardholder", .left)) }
        columns += [
            ("time", .left), ("amount", .right), ("outcome", .left), ("award", .right), ("step", .right),
            ("why", .left),
        ]
        var table = TextTable(columns)
        var entries = results.map { EntryCursor($0.decisions.entries) }
        for row in 0..<file.count {
            for (index, result) in results.enumerated() {
                let verdict = result.decisions.verdicts[row]
                guard outcomes.contains(verdict) else { continue }
                let entry = entries[index].entry(of: row)
                var cells = ["\(file.lines[row])", txnId(of: row)]
                if severalCampaigns { cells.append(result.campaign.id) }
                if file.hasCardholders { cells.append(file.cardholders.text(of: file.transactions.cardholder[row])) }
                cells += tableCells(row, verdict, entry, in: result)
                table.add(cells, tone: verdict.outcome.tone)
            }
        }
        return table
    }

    private func tableCells(
        _ row: Int, _ verdict: Verdict, _ entry: Decisions.Entry?, in result: Result
    ) -> [String] {
        let rejected = verdict.outcome == .rejected ? file.rejected[row] : nil
        return [
            rejected?.hasTime ?? true ? LocalTime(seconds: file.transactions.time[row]).tableText : "",
            rejected?.hasAmount ?? true ? yuanText(fen: file.transactions.amountFen[row]) : "",
            verdict.outcome.rawValue,
            entry.map { yuanText(fen: $0.amountFen) } ?? "",
            entry.flatMap { $0.isAward ? "\($0.step)" : nil } ?? "",
            rejected?.rejection.sentence ?? verdict.sentence(in: result.campaign, of: facts(of: row, in: result)),
        ]
    }

    private func facts(of row: Int, in result: Result) -> RowFacts {
        let transactions = file.transactions
        let amountFen = transactions.amountFen[row]
        var netFen = amountFen
        if transactions.standing[row] == .namedByMoneyBack, let number = transactions.caseNumber(of: row) {
            netFen = result.decisions.cases[number].netAtDecisionFen
        }
        return RowFacts(
            amountFen: amountFen, netFen: netFen, time: LocalTime(seconds: transactions.time[row]),
            bookingDay: Day(number: transactions.bookingDay(of: row)),
            currency: file.vocabulary.currencies.text(of: transactions.currency(of: row)),
            original: file.original(of: row) ?? ""
        ) { column in
            file.vocabulary.columns.firstIndex(of: column).map { index in
                file.vocabulary.tables[index].text(of: transactions.symbol(of: row, in: index))
            }
        }
    }
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

/// Walks the entries of a campaign in the order of the rows; a row has at most one.
private struct EntryCursor {
    private let entries: [Decisions.Entry]
    private var next = 0

    init(_ entries: [Decisions.Entry]) {
        self.entries = entries.sorted { $0.row < $1.row }
    }

    /// Rows must be asked for in ascending order.
    mutating func entry(of row: Int) -> Decisions.Entry? {
        while next < entries.count, entries[next].row < row { next += 1 }
        return next < entries.count && entries[next].row == row ? entries[next] : nil
    }
}
