/// What the campaigns would have given on one file: the evaluator of the nightly run on rows that never see a database.
package struct Simulation: Sendable {
    package let source: SourceText
    package let file: TransactionFile
    package let utcOffset: UTCOffset
    /// One for each campaign, in the order given.
    package let results: [Result]
    /// What is wrong with rows of the files of enrolments, each with its place.
    package let enrolmentProblems: [Problem]

    /// Into what pieces the work is divided; the result does not depend on it.
    package struct Division: Sendable {
        /// The fewest bytes of a file that are worth a worker of their own.
        package var shortestPart: Int
        package var evaluator: Evaluator.Division

        package init(shortestPart: Int = 1 << 20, evaluator: Evaluator.Division = Evaluator.Division()) {
            self.shortestPart = shortestPart
            self.evaluator = evaluator
        }
    }

    package struct Result: Sendable {
        package let campaign: Campaign
        package let decisions: Decisions
        package let summary: CampaignSummary
    }

    /// - Parameter request: what the command's options say of the columns; what the rules ask for is added here.
    /// - Parameter enrolments: files of who has enrolled; none where no campaign asks for it.
    /// - Parameter workers: who reads and decides; the result does not depend on it.
    /// Codes: refused, usage.
    package static func run(
        on source: SourceText, campaigns: [CampaignFile], enrolments: [SourceText] = [], request: ColumnRequest,
        workers: some Workers, division: Division = Division()
    ) throws(Failure) -> Simulation {
        try CampaignFile.requireConsistent(campaigns)
        try requireEnrolments(enrolments, for: campaigns)
        let utcOffset = try commonOffset(of: campaigns)
        let vocabulary = Vocabulary(of: campaigns.map(\.campaign))
        var request = request
        request.wanted = vocabulary.columns
        request.required = vocabulary.columns
        request.ask(for: campaigns.map(\.campaign))
        let file = try TransactionFile.read(
            source, request: request, vocabulary: vocabulary, utcOffset: utcOffset, workers: workers,
            shortestPart: division.shortestPart)
        let enrolmentFiles = try enrolments.map { source throws(Failure) in
            try EnrolmentFile.read(source, utcOffset: utcOffset)
        }
        let records = enrolmentFiles.flatMap(\.records)
        var known = file.vocabulary
        let linked = CampaignLinks.linked(campaigns.map(\.campaign))
        let compiled = linked.map { CompiledCampaign($0, vocabulary: &known, enrolments: records) }
        let decided = decide(compiled, on: file, of: source, workers: workers, division: division.evaluator)
        let rejected = file.rejectedByReason
        let results = zip(linked, decided).map { campaign, decided in
            Result(
                campaign: campaign, decisions: decided.0,
                summary: CampaignSummary(
                    of: campaign, decisions: decided.0, usage: decided.1, rejected: rejected))
        }
        return Simulation(
            source: source, file: file, utcOffset: utcOffset, results: results,
            enrolmentProblems: enrolmentFiles.flatMap(\.problems))
    }

    /// Campaigns that hang together are decided in step, all others each by itself.
    private static func decide(
        _ campaigns: [CompiledCampaign], on file: TransactionFile, of source: SourceText, workers: some Workers,
        division: Evaluator.Division
    ) -> [(Decisions, QuotaUsage)] {
        source.withBytes { bytes in
            func evaluator(_ index: Int) -> Evaluator {
                Evaluator(
                    versions: [campaigns[index]], transactions: file.transactions, cardholders: file.cardholders.count,
                    division: division)
            }
            var decided: [Int: (Decisions, QuotaUsage)] = [:]
            for set in CampaignLinks.sets(of: campaigns.map(\.campaign)) {
                if set.count == 1 {
                    decided[set[0]] = evaluator(set[0]).decide(workers: workers) {
                        file.identities.precedes($0, $1, in: bytes)
                    }
                    continue
                }
                let results = LinkedEvaluators(set.map(evaluator)).decide(workers: workers) { _, row in
                    row
                } precedes: { member, row, other, otherRow in
                    row == otherRow ? member < other : file.identities.precedes(row, otherRow, in: bytes)
                }
                for (index, result) in zip(set, results) { decided[index] = result }
            }
            return campaigns.indices.compactMap { decided[$0] }
        }
    }

    private static func requireEnrolments(
        _ enrolments: [SourceText], for campaigns: [CampaignFile]
    ) throws(Failure) {
        guard enrolments.isEmpty, let asking = campaigns.first(where: { $0.campaign.enrolment != nil }) else { return }
        throw Failure(
            .usage, at: asking.name, "the campaign `\(asking.campaign.id)` counts only for who has enrolled",
            help: "name the file that says who has: `--enrolments FILE`")
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
    package var counts: RowCounts {
        let (duplicates, rejected) = (file.duplicates, file.rejected.count)
        return RowCounts(accepted: file.count - duplicates - rejected, duplicate: duplicates, rejected: rejected)
    }

    /// The rejected rows in the order of the file.
    package var rejections: [Rejection] {
        file.rejected.values.map(\.rejection).sorted { $0.line < $1.line }
    }

    package func txnId(of row: Int) -> String {
        guard file.identities.isThere else { return "line-\(file.lines[row])" }
        return source.withBytes { bytes in
            file.identities.withText(of: row, in: bytes) { text in
                String(decoding: text.indices.map { text[$0] }, as: UTF8.self)
            }
        }
    }
}
