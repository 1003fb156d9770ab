/// What the campaigns would have given on one file: the evaluator of the nightly run on rows that never see a database.
package struct Simulation: Sendable {
    package let source: SourceText
    package let file: TransactionFile
    package let utcOffset: UTCOffset
    /// One for each campaign, in the order given.
    package let results: [Result]

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
    /// - Parameter workers: who reads and decides; the result does not depend on it.
    /// Codes: refused, usage.
    package static func run(
        on source: SourceText, campaigns: [CampaignFile], request: ColumnRequest, workers: some Workers,
        division: Division = Division()
    ) throws(Failure) -> Simulation {
        try CampaignFile.requireDistinctIds(campaigns)
        let utcOffset = try commonOffset(of: campaigns)
        let vocabulary = Vocabulary(of: campaigns.map(\.campaign))
        var request = request
        request.wanted = vocabulary.columns
        request.required = vocabulary.columns
        request.ask(for: campaigns.map(\.campaign))
        let file = try TransactionFile.read(
            source, request: request, vocabulary: vocabulary, utcOffset: utcOffset, workers: workers,
            shortestPart: division.shortestPart)
        let rejected = file.rejectedByReason
        var known = file.vocabulary
        let compiled = campaigns.map { CompiledCampaign($0.campaign, vocabulary: &known) }
        let results = source.withBytes { bytes in
            compiled.map { campaign in
                let (decisions, usage) = Evaluator(
                    versions: [campaign], transactions: file.transactions, cardholders: file.cardholders.count,
                    division: division.evaluator
                )
                .decide(workers: workers) { file.identities.precedes($0, $1, in: bytes) }
                return Result(
                    campaign: campaign.campaign, decisions: decisions,
                    summary: CampaignSummary(
                        of: campaign.campaign, decisions: decisions, usage: usage, rejected: rejected))
            }
        }
        return Simulation(source: source, file: file, utcOffset: utcOffset, results: results)
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
