/// Writes stretches of a simulation's rows, as one of several at the same time. One worker at a time.
final class RowWriter<Sink: CellSink & ~Copyable>: @unchecked Sendable {
    private let simulation: Simulation
    private var part: Sink
    private var reader: RowReader
    private let cells: [CampaignCells]
    private var entries: [EntryCursor]
    private var failure: Failure?

    init(of simulation: Simulation, part: consuming Sink) {
        self.simulation = simulation
        self.part = part
        reader = simulation.file.rowReader()
        cells = simulation.results.map(CampaignCells.init)
        entries = simulation.results.map { EntryCursor($0.entries) }
    }

    /// Writes the rows with these outcomes. Stretches must come in ascending order.
    func write(_ rows: Range<Int>, _ outcomes: OutcomeSet, in bytes: Span<UInt8>) {
        do throws(Failure) {
            try RowWriter.write(rows, outcomes, of: simulation, cells, &reader, &entries, to: &part, in: bytes)
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
        _ rows: Range<Int>, _ outcomes: OutcomeSet, of simulation: Simulation, _ cells: [CampaignCells],
        _ reader: inout RowReader, _ entries: inout [EntryCursor], to sink: inout Sink, in bytes: Span<UInt8>
    ) throws(Failure) {
        for row in rows {
            var isRead = false
            for index in cells.indices {
                let verdict = simulation.file.verdicts[row, index]
                guard outcomes.contains(verdict) else { continue }
                if !isRead { _ = try reader.read(row, of: simulation.file.places, in: bytes) }
                isRead = true
                let entry = entries[index].entry(of: row)
                write(reader, verdict, entry, cells[index], simulation.file.hasTxnId, to: &sink, in: bytes)
                try sink.endRow()
            }
        }
    }

    @inline(__always)
    private static func write(
        _ reader: borrowing RowReader, _ verdict: Verdict, _ entry: Simulation.Entry?,
        _ cells: CampaignCells, _ hasTxnId: Bool, to sink: inout Sink, in bytes: Span<UInt8>
    ) {
        sink.integer(reader.row.line)
        if hasTxnId {
            reader.parser.withText(of: reader.row.txnId, in: bytes) { sink.text($0) }
        } else {
            sink.text("line-\(reader.row.line)")
        }
        cells.withId { sink.text($0) }
        reader.parser.withText(of: reader.row.cardholderId, in: bytes) { sink.text($0) }
        if reader.row.hasTime {
            sink.time(reader.row.time)
            sink.day(reader.row.bookingDay)
            if let start = cells.cycleStartsOnDay {
                let day = cells.clock == .transaction ? reader.row.time.day : reader.row.bookingDay
                sink.day(day.cycle(startsOnDay: start))
            } else {
                sink.empty()
            }
        } else {
            for _ in 0..<3 { sink.empty() }
        }
        if reader.row.hasAmount { sink.yuan(fromFen: reader.row.amountFen) } else { sink.empty() }
        cells.withOutcome(of: verdict) { sink.text($0) }
        sink.yuan(fromFen: entry?.amountFen ?? 0)
        if let entry, entry.amountFen > 0 { sink.integer(Int(entry.step)) } else { sink.empty() }
        if verdict == Verdict(.rejected) {
            sink.text(reader.parser.rejectionReason ?? "conflict")
        } else {
            cells.withReason(of: verdict) { $0.isEmpty ? sink.empty() : sink.text($0) }
        }
    }
}

/// What the rows of one campaign have in common, made once: its id, and the words for each verdict.
private final class CampaignCells: Sendable {
    let cycleStartsOnDay: Int?
    let clock: Clock
    /// The id, then the outcome and the reason of each verdict that occurs.
    private let words: TextColumn
    /// By verdict: the place of its outcome in `words`; 0 where it does not occur.
    private let places: [UInt16]

    init(of result: Simulation.Result) {
        cycleStartsOnDay = result.campaign.cycleStartsOnDay
        clock = result.campaign.clock
        var words = TextColumn()
        words.append(result.campaign.id.utf8.span)
        var places = Array(repeating: UInt16(0), count: Verdict.codeCount)
        for counted in result.summary.verdicts {
            places[Int(counted.verdict.code)] = UInt16(words.count)
            words.append(counted.verdict.outcome.rawValue.utf8.span)
            words.append(counted.reason.utf8.span)
        }
        (self.words, self.places) = (words, places)
    }

    @inline(__always)
    func withId(_ body: (Span<UInt8>) -> Void) { words.withText(of: 0, body) }

    @inline(__always)
    func withOutcome(of verdict: Verdict, _ body: (Span<UInt8>) -> Void) {
        words.withText(of: Int(places[Int(verdict.code)]), body)
    }

    @inline(__always)
    func withReason(of verdict: Verdict, _ body: (Span<UInt8>) -> Void) {
        words.withText(of: Int(places[Int(verdict.code)]) + 1, body)
    }
}

/// Walks the entries of a campaign in the order of the rows; a row has at most one.
struct EntryCursor {
    private let entries: [Simulation.Entry]
    private var next = 0

    /// - Parameter entries: in the order of their rows.
    init(_ entries: [Simulation.Entry]) {
        self.entries = entries
    }

    /// Rows must be asked for in ascending order.
    @inline(__always)
    mutating func entry(of row: Int) -> Simulation.Entry? {
        while next < entries.count, entries[next].row < row { next += 1 }
        return next < entries.count && entries[next].row == row ? entries[next] : nil
    }
}
