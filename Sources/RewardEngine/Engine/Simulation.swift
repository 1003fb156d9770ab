/// What the campaigns would have given on one file: the evaluator of the nightly run on rows that never see a database.
package final class Simulation: Sendable {
    package let source: SourceText
    /// Its verdicts are the final ones.
    package let file: TransactionFile
    package let utcOffset: UTCOffset
    /// One for each campaign, in the order given.
    package let results: [Result]
    /// What is wrong with rows of the files of enrolments, each with its place.
    package let enrolmentProblems: [Problem]

    /// Into what pieces the work is divided; the result does not depend on it.
    package struct Division: Sendable {
        package var reading: ReadingDivision
        package var evaluator: Evaluator.Division

        package init(
            reading: ReadingDivision = ReadingDivision(), evaluator: Evaluator.Division = Evaluator.Division()
        ) {
            self.reading = reading
            self.evaluator = evaluator
        }
    }

    /// What is known of cards and bindings beside the file.
    package struct Masters: Sendable {
        package var cards: [SourceText] = []
        package var bindings: [SourceText] = []

        package init() {}

        /// The file with what they know of its rows.
        fileprivate func applied(
            to source: SourceText, _ request: inout ColumnRequest, utcOffset: UTCOffset
        ) throws(Failure) -> SourceText {
            if cards.isEmpty, bindings.isEmpty { return source }
            var (cardEntries, bindingEntries): ([CardEntry], [BindingEntry]) = ([], [])
            for file in cards { cardEntries += try MasterFile.cards(file) }
            for file in bindings { bindingEntries += try MasterFile.bindings(file, utcOffset: utcOffset) }
            return try MasterTranslation(
                cards: cards.isEmpty ? nil : CardMaster(cardEntries),
                bindings: bindings.isEmpty ? nil : BindingRegister(bindingEntries), utcOffset: utcOffset
            )
            .translate(source, &request)
        }
    }

    package struct Result: Sendable {
        package let campaign: Campaign
        /// In the order of the file.
        package let entries: [Entry]
        /// By case of the file's transactions.
        package let cases: [Decisions.Case]
        /// Its rows are those of the file.
        package let summary: CampaignSummary
    }

    /// An award (+) or a clawback (−).
    package struct Entry: BitwiseCopyable, Sendable {
        /// The row of the file that caused it; it has no other.
        package let row: Int32
        package let step: Int32
        package let amountFen: Int
    }

    /// - Parameter request: what the command's options say of the columns; what the rules ask for is added here.
    /// - Parameter enrolments: files of who has enrolled; none where no campaign asks for it.
    /// - Parameter workers: who reads and decides; the result does not depend on it.
    /// Codes: refused, usage.
    package static func run(
        on source: SourceText, campaigns: [CampaignFile], enrolments: [SourceText] = [], request: ColumnRequest,
        masters: Masters = Masters(), workers: some Workers, division: Division = Division()
    ) throws(Failure) -> Simulation {
        try CampaignFile.requireConsistent(campaigns)
        try requireEnrolments(enrolments, for: campaigns)
        let utcOffset = try commonOffset(of: campaigns)
        var vocabulary = Vocabulary(of: campaigns.map(\.campaign))
        let linked = CampaignLinks.linked(campaigns.map(\.campaign))
        let readers = linked.map {
            CompiledCampaign($0, vocabulary: &vocabulary, knowsTexts: false, knowsBindings: !masters.bindings.isEmpty)
        }
        var request = request
        request.wanted = vocabulary.columns
        request.required = vocabulary.columns
        request.ask(for: linked)
        let source = try masters.applied(to: source, &request, utcOffset: utcOffset)
        var file = try TransactionFile.read(
            source, request: request, vocabulary: vocabulary, campaigns: readers, utcOffset: utcOffset,
            emptyCardholder: masters.cards.isEmpty ? .rejected : .heldIfCardKnown, workers: workers,
            division: division.reading, shardBits: division.evaluator.shardBits(cardholders:))
        let enrolmentFiles = try enrolments.map { source throws(Failure) in
            try EnrolmentFile.read(source, utcOffset: utcOffset)
        }
        // Now that the texts of all rows are known; those of the campaigns have kept their symbols.
        let records = enrolmentFiles.flatMap(\.records)
        var known = file.vocabulary
        let compiled = linked.map {
            CompiledCampaign(
                $0, vocabulary: &known, enrolments: records, knowsBindings: !masters.bindings.isEmpty)
        }
        var results: [Int: Result] = [:]
        for set in CampaignLinks.sets(of: linked) {
            let decided = decide(
                set.map { compiled[$0] }, on: file, of: source, workers: workers, division: division.evaluator)
            for (index, (decisions, usage)) in zip(set, decided) {
                results[index] = result(decisions, usage, of: linked[index], at: index, on: &file)
            }
        }
        return Simulation(
            source: source, file: file, utcOffset: utcOffset, results: linked.indices.compactMap { results[$0] },
            enrolmentProblems: enrolmentFiles.flatMap(\.problems))
    }

    private static func requireEnrolments(
        _ enrolments: [SourceText], for campaigns: [CampaignFile]
    ) throws(Failure) {
        guard enrolments.isEmpty, let asking = campaigns.first(where: { $0.campaign.enrolment != nil }) else { return }
        throw Failure(
            .usage, at: asking.name, "the campaign `\(asking.campaign.id)` counts only for who has enrolled",
            help: "name the file that says who has: `--enrolments FILE`")
    }

    private init(
        source: SourceText, file: consuming TransactionFile, utcOffset: UTCOffset, results: [Result],
        enrolmentProblems: [Problem]
    ) {
        self.source = source
        self.file = file
        self.utcOffset = utcOffset
        self.results = results
        self.enrolmentProblems = enrolmentProblems
    }

    /// Decides campaigns that hang together, in step, or one that stands alone.
    private static func decide(
        _ campaigns: [CompiledCampaign], on file: borrowing TransactionFile, of source: SourceText,
        workers: some Workers, division: Evaluator.Division
    ) -> [(Decisions, QuotaUsage)] {
        let (transactions, cardholders) = (file.transactions, file.cardholderCount)
        let evaluators = campaigns.map { campaign in
            Evaluator(
                versions: [campaign], transactions: transactions, cardholders: cardholders, division: division)
        }
        var order = file.identityOrder()
        return source.withBytes { bytes in
            if evaluators.count == 1 {
                return [evaluators[0].decide(workers: workers) { order.precedes($0, $1, of: file, in: bytes) }]
            }
            return LinkedEvaluators(evaluators).decide(workers: workers) { _, row in
                row
            } precedes: { member, row, other, otherRow in
                row == otherRow ? member < other : order.precedes(row, otherRow, of: file, in: bytes)
            }
        }
    }

    /// Notes a campaign's verdicts in the file.
    private static func result(
        _ decided: Decisions, _ usage: QuotaUsage, of campaign: Campaign, at index: Int,
        on file: inout TransactionFile
    ) -> Result {
        var decisions = decided
        for (transaction, verdict) in decisions.verdicts.enumerated() {
            file.verdicts[Int(file.rowOfTransaction[transaction]), index] = verdict
        }
        let entries = decisions.entries.map { entry in
            Entry(row: file.rowOfTransaction[entry.row], step: Int32(entry.step), amountFen: entry.amountFen)
        }
        decisions.firstDeclined = decisions.firstDeclined.map { $0.map { Int(file.rowOfTransaction[$0]) } }
        return Result(
            campaign: campaign, entries: entries.sorted { $0.row < $1.row }, cases: decisions.cases,
            summary: CampaignSummary(
                of: campaign, decisions: decisions, usage: usage, counts: file.verdicts.counts(of: index),
                rejected: file.rejectedByReason))
    }

    /// One zone rules a calculation (SPEC 2).
    private static func commonOffset(of campaigns: [CampaignFile]) throws(Failure) -> UTCOffset {
        guard let first = campaigns.first else {
            throw Failure(.usage, at: "--rules", "no campaign was named")
        }
        for other in campaigns where other.campaign.utcOffset != first.campaign.utcOffset {
            throw Failure(
                .refused, at: other.name,
                "its `utcOffset` is \(other.campaign.utcOffset.text), that of \(first.name) is "
                    + first.campaign.utcOffset.text,
                help: "simulate campaigns of different zones one by one")
        }
        return first.campaign.utcOffset
    }
}

extension Simulation {
    package var counts: RowCounts { file.counts }

    /// What to call a row of the file in a message.
    package func lineName(_ row: Int) -> String { "line \(file.places.line(of: row))" }

    /// The first rejected rows, in the order of the file.
    package func rejections(most: Int) throws(Failure) -> [Rejection] {
        var rejections: [Rejection] = []
        if file.counts.rejected == 0 { return [] }
        return try source.withBytes { bytes throws(Failure) in
            var reader = file.rowReader()
            for row in 0..<file.count where file.verdicts[row, 0].outcome == .rejected {
                if rejections.count == most { break }
                rejections.append(try rejection(of: row, &reader, in: bytes))
            }
            return rejections
        }
    }

    /// Why a rejected row was rejected; the reader is then on the row.
    func rejection(
        of row: Int, _ reader: inout RowReader, in bytes: Span<UInt8>
    ) throws(Failure) -> Rejection {
        _ = try reader.read(row, of: file.places, in: bytes)
        if let rejection = reader.parser.rejection(in: bytes) { return rejection }
        let id = ShownText.of(reader.string(of: reader.row.txnId, in: bytes))
        let other = file.conflicts[row].map { "line \(file.places.line(of: $0))" } ?? "an earlier line"
        return Rejection(
            line: reader.row.line, reason: "conflict", value: id,
            message: "`txn_id` `\(id)` was given with other content on \(other)")
    }
}
