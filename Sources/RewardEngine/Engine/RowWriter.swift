/// Writes stretches of a simulation's rows, as one of several at the same time. One worker at a time.
final class RowWriter<Sink: CellSink & ~Copyable>: @unchecked Sendable {
    private let simulation: Simulation
    private var part: Sink
    private var cursor: RowReader
    private var entries: [EntryCursor]
    private var failure: Failure?

    init(of simulation: Simulation, part: consuming Sink) {
        self.simulation = simulation
        self.part = part
        cursor = simulation.file.rowReader()
        entries = simulation.results.map { EntryCursor($0.entries) }
    }

    /// Writes the rows with these outcomes. Stretches must come in ascending order.
    func write(_ rows: Range<Int>, _ outcomes: OutcomeSet, in bytes: Span<UInt8>) {
        do throws(Failure) {
            try RowWriter.write(rows, outcomes, of: simulation, &cursor, &entries, to: &part, in: bytes)
        } catch {
            failure = failure ?? error
        }
    }

    /// Adds to the report what was written since the last time.
    func give(to sink: inout Sink) throws(Failure) {
        if let failure { throw failure }
        try sink.append(part: &part)
    }

    /// A hot loop: one turn for each row of the file and campaign.
    private static func write(
        _ rows: Range<Int>, _ outcomes: OutcomeSet, of simulation: Simulation, _ cursor: inout RowReader,
        _ entries: inout [EntryCursor], to sink: inout Sink, in bytes: Span<UInt8>
    ) throws(Failure) {
        let results = simulation.results
        for row in rows {
            var isRead = false
            for index in results.indices {
                let verdict = simulation.file.verdicts[row, index]
                guard outcomes.contains(verdict) else { continue }
                if !isRead { _ = try cursor.read(row, of: simulation.file.places, in: bytes) }
                isRead = true
                write(
                    row, verdict, entries[index].entry(of: row), of: results[index].campaign, simulation, cursor,
                    to: &sink, in: bytes)
                try sink.endRow()
            }
        }
    }

    @inline(__always)
    private static func write(
        _ row: Int, _ verdict: Verdict, _ entry: Decisions.Entry?, of campaign: Campaign, _ simulation: Simulation,
        _ cursor: borrowing RowReader, to sink: inout Sink, in bytes: Span<UInt8>
    ) {
        sink.integer(cursor.row.line)
        if simulation.file.hasTxnId {
            cursor.parser.withText(of: cursor.row.txnId, in: bytes) { sink.text($0) }
        } else {
            sink.text("line-\(cursor.row.line)")
        }
        sink.text(campaign.id)
        cursor.parser.withText(of: cursor.row.cardholderId, in: bytes) { sink.text($0) }
        if cursor.row.hasTime {
            let bookingDay = cursor.row.bookingDay
            sink.time(cursor.row.time)
            sink.day(bookingDay)
            if let start = campaign.cycleStartsOnDay {
                let day = campaign.clock == .transaction ? cursor.row.time.day : bookingDay
                sink.day(day.cycle(startsOnDay: start))
            } else {
                sink.empty()
            }
        } else {
            for _ in 0..<3 { sink.empty() }
        }
        if cursor.row.hasAmount { sink.yuan(fromFen: cursor.row.amountFen) } else { sink.empty() }
        sink.text(verdict.outcome.rawValue)
        sink.yuan(fromFen: entry?.amountFen ?? 0)
        if let entry, entry.isAward { sink.integer(entry.step) } else { sink.empty() }
        if verdict.outcome == .rejected {
            sink.text(cursor.parser.rejectionReason ?? "conflict")
        } else if let reason = verdict.reason {
            sink.text(reason.name(in: campaign))
        } else {
            sink.empty()
        }
    }
}

/// Walks the entries of a campaign in the order of the rows; a row has at most one.
struct EntryCursor {
    private let entries: [Decisions.Entry]
    private var next = 0

    /// - Parameter entries: in the order of their rows.
    init(_ entries: [Decisions.Entry]) {
        self.entries = entries
    }

    /// Rows must be asked for in ascending order.
    @inline(__always)
    mutating func entry(of row: Int) -> Decisions.Entry? {
        while next < entries.count, entries[next].row < row { next += 1 }
        return next < entries.count && entries[next].row == row ? entries[next] : nil
    }
}
