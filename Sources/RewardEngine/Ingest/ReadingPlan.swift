/// What reading a file goes by: the same for all of its parts.
package struct ReadingPlan: Sendable {
    let layout: Layout
    /// Looked up once, for the loops over rows.
    let hasTxnId, hasPostedOn, hasCurrency: Bool
    /// As the campaigns were compiled with it.
    let vocabulary: Vocabulary
    /// Which decide what rows can tell by themselves; at least one.
    let campaigns: [CompiledCampaign]
    let utcOffset: UTCOffset
    /// Names the file in a Failure.
    let place: String
    let division: ReadingDivision

    package init(
        layout: Layout, vocabulary: Vocabulary, campaigns: [CompiledCampaign], utcOffset: UTCOffset, place: String,
        division: ReadingDivision
    ) {
        self.layout = layout
        hasTxnId = layout.has(.txnId)
        hasPostedOn = layout.has(.postedOn)
        hasCurrency = layout.has(.currency)
        self.vocabulary = vocabulary
        self.campaigns = campaigns
        self.utcOffset = utcOffset
        self.place = place
        self.division = division
    }

    func parser() -> RowParser {
        RowParser(layout: layout, utcOffset: utcOffset, emptyCardholder: .rejected, place: place)
    }

    /// The hash of an id of the row that was parsed last.
    @inline(__always)
    func idHash(of field: TextField, _ parser: borrowing RowParser, in bytes: Span<UInt8>) -> UInt64 {
        parser.withText(of: field, in: bytes) { byteHash(of: $0) } & division.idHashMask
    }
}

/// Into what pieces the reading of a file is divided; the result does not depend on it.
package struct ReadingDivision: Sendable {
    /// The fewest bytes that are worth a worker of their own.
    package var shortestPart: Int
    /// The bits of the hash of an id that are used: with fewer of them more ids look alike until their bytes tell.
    package var idHashMask: UInt64
    /// The rows that are screened together: few enough to stay in a core's cache.
    package var rowsPerBlock: Int

    package init(shortestPart: Int = 1 << 20, rowsPerBlock: Int = 2048, idHashMask: UInt64 = .max) {
        self.shortestPart = shortestPart
        self.rowsPerBlock = rowsPerBlock
        self.idHashMask = idHashMask
    }
}
