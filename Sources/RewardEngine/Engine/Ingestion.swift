internal import SQLite

/// Stores the rows of files: one transaction for each file, all of it or nothing.
package struct Ingestion {
    let database: Database
    private let nowSeconds: Int

    /// - Parameter nowSeconds: seconds since 1970 in UTC, kept beside the file.
    package init(database: Database, nowSeconds: Int) {
        self.database = database
        self.nowSeconds = nowSeconds
    }

    /// Stores one file, row by row: the memory that it takes does not grow with the file. A content that came before
    /// leaves the database as it was, to the byte.
    /// - Parameter onRejection: is told each rejected row as it is met.
    /// Codes: refused, usage, busy, inputOutput, internalError.
    package func ingest(
        _ source: SourceText, by order: IngestOrder, onRejection: (Rejection) -> Void
    ) throws(Failure) -> IngestReport {
        try database.write(keeps: { $0.isNew }) {
            var request = order.columns
            let keep = order.keep
            let kept = try StoredColumnTable(connection: database.connection).kept()
            request.wanted = keep + kept.filter { !keep.contains($0) }
            let campaigns = try registeredCampaigns()
            let knowsBindings = try MasterTable(connection: database.connection).knowsBindings()
            request.required =
                keep
                + campaigns.flatMap(\.columns).filter { name in
                    !keep.contains(name) && !(knowsBindings && name == Column.channel.rawValue)
                }
            request.ask(for: campaigns)
            request.needsTxnId = true
            // Whole card numbers must not reach the database, not even its journal.
            let source = try withoutCardNumbers(source, request, order.tokenizer)
            return try source.withBytes { bytes in
                let control = FileControl(
                    of: source, manifest: order.manifest, files: FileTable(connection: database.connection))
                return try store(source, bytes, request, keptBefore: kept, order, control, onRejection)
            }
        }
    }

    /// Stores a file of enrolments; what is known already is a repeat. Codes: as for a file of rows.
    package func ingest(enrolments source: SourceText, onProblem: (Problem) -> Void) throws(Failure) -> IngestReport {
        let file = try EnrolmentFile.read(source, utcOffset: database.utcOffset)
        return try database.write(keeps: { $0.counts.accepted > 0 }) {
            let table = EnrolmentTable(connection: database.connection)
            var report = IngestReport(notices: source.notices)
            for row in file.rows {
                var isNew = false
                for record in row where try table.add(record) { isNew = true }
                if isNew { report.counts.accepted += 1 } else { report.counts.duplicate += 1 }
            }
            report.counts.rejected = file.problems.count
            file.problems.forEach(onProblem)
            return report
        }
    }

    /// Codes: refused.
    private func withoutCardNumbers(
        _ source: SourceText, _ request: ColumnRequest, _ tokenizer: CardTokenizer?
    ) throws -> SourceText {
        let field = try source.withBytes { bytes throws(Failure) in
            var reader = source.records()
            return try Layout.read(from: &reader, in: bytes, request: request, of: source).field(of: .cardId)
        }
        guard let field else { return source }
        if let tokenizer { return try source.tokenized(field: field, by: tokenizer) }
        if try source.hasCardNumbers(inField: field) { throw Failure.cardNumbers(in: source.place) }
        return source
    }

    private func store(
        _ source: SourceText, _ bytes: Span<UInt8>, _ request: ColumnRequest, keptBefore: [String],
        _ order: IngestOrder, _ control: FileControl, _ onRejection: (Rejection) -> Void
    ) throws -> IngestReport {
        let notices = try control.begin()
        var reader = source.records()
        let layout = try Layout.read(from: &reader, in: bytes, request: request, of: source)
        var parser = RowParser(
            layout: layout, utcOffset: database.utcOffset, emptyCardholder: .heldIfCardKnown, place: source.place)
        let keptColumns = KeptColumns(layout: layout)
        let files = FileTable(connection: database.connection)
        let (bringsNumber, isNewContent) = (try control.bringsNumber(), try control.isNewContent())
        let fileId = try control.add(ingestedAt: nowSeconds)
        var table = try TransactionTable.open(connection: database.connection, fileId: fileId)
        var report = IngestReport(notices: notices + source.notices + layout.notices)
        let rejects = order.rejectsStem.map { stem in
            RejectsFile(of: source, stem: stem, headerLines: source.headerLines(reader))
        }
        var amounts = FileControl.Amounts()
        var conflicts = 0
        func reject(_ rejection: Rejection, lineCount: Int) throws(Failure) {
            report.counts.rejected += 1
            try rejects?.add(rejection, lineCount: lineCount)
            onRejection(rejection)
        }
        if try files.haveRows() {
            report.notices += keptColumns.names.filter { !keptBefore.contains($0) }.map { name in
                "`\(name)` is kept from this file on: the rows that are in the book already have none, and cannot get it"
            }
        }
        report.notices += keptColumns.missing(in: request).map { name in
            "the file has no column `\(name)`, which this database keeps: its rows have none"
        }

        while try reader.next(in: bytes) {
            let isAccepted = try parser.parse(reader, in: bytes)
            amounts.add(parser.row)
            if !isAccepted, let rejection = parser.rejection(in: bytes) {
                try reject(rejection, lineCount: source.lineCount(of: reader))
                continue
            }
            switch try table.add(parser, kept: keptColumns.json(of: parser, in: bytes), in: bytes) {
            case .new:
                report.counts.accepted += 1
                if parser.row.cardholderId.isEmpty { report.held += 1 }
            case .duplicate:
                report.counts.duplicate += 1
            case .conflict:
                let conflict = Rejection.conflict(
                    parser, with: try table.place(ofFinalRowOf: parser, in: bytes), in: bytes)
                conflicts += 1
                try table.keepConflict(parser, fileId: fileId, in: bytes)
                try reject(conflict, lineCount: source.lineCount(of: reader))
            }
        }

        report.rejectsPath = try rejects?.finish()
        try control.check(report, amounts, rejectsMax: order.rejectsMax)
        report.isNew =
            report.counts.accepted > 0 || bringsNumber || isNewContent && report.counts.duplicate + conflicts > 0
        try recordColumns(of: layout, kept: keptColumns)
        try files.finish(fileId, report.counts)
        report.notices += try control.gapNotices()
        return report
    }

    /// A file that lacks a column which a registered campaign asks for would be declined row by row, and for good.
    private func registeredCampaigns() throws -> [Campaign] {
        try CampaignTable(connection: database.connection).all().compactMap { try $0.versions.last?.campaign() }
    }

    private func recordColumns(of layout: Layout, kept: KeptColumns) throws {
        let table = StoredColumnTable(connection: database.connection)
        for column in StoredColumn.withText where layout.has(column) { try table.add(column.rawValue, isKept: false) }
        for name in kept.names { try table.add(name, isKept: true) }
    }
}

extension Failure {
    /// A file that holds what must not be stored.
    static func cardNumbers(in place: String) -> Failure {
        Failure(
            .refused, at: place, "`card_id` holds whole card numbers, which are not to be stored",
            help: "`--tokenize KEYFILE` turns each into a token, the same every night")
    }
}

/// What is asked of an ingestion, beside the file.
package struct IngestOrder: Sendable {
    package var columns = ColumnRequest()
    /// Lower-case names of further columns to store; what was kept once is kept from then on.
    package var keep: [String] = []
    package var manifest: Manifest?
    package var rejectsMax: RejectsMax?
    /// Nil: a file of whole card numbers is refused.
    package var tokenizer: CardTokenizer?
    /// The path to which `.rejects.csv` is added; nil: rejected rows are only told.
    package var rejectsStem: String?

    package init() {}
}

package struct IngestReport: Sendable {
    /// Whether the file brought something, so that it is remembered.
    fileprivate(set) var isNew = false
    /// The file that the rejected rows were written to.
    package var rejectsPath: String?
    package var counts = RowCounts()
    /// Accepted rows whose cardholder is not known yet.
    package var held = 0
    /// What the user is to be told once about the file.
    package var notices: [String]
}

/// The further columns that are stored with a file's rows, as a JSON object for each.
private struct KeptColumns {
    /// Those that the file has.
    let names: [String]
    private let places: [Int]

    init(layout: Layout) {
        let indices = layout.wanted.indices.filter { index in
            layout.has(columnNamed: layout.wanted[index]) && !StoredColumn.hasText(layout.wanted[index])
        }
        .sorted { layout.wanted[$0] < layout.wanted[$1] }
        names = indices.map { layout.wanted[$0] }
        places = indices
    }

    func missing(in request: ColumnRequest) -> [String] {
        return request.wanted.filter { !names.contains($0) && !StoredColumn.hasText($0) }
    }

    /// An absent value is null, so that it can be told from a column that was not kept.
    func json(of parser: borrowing RowParser, in bytes: Span<UInt8>) -> [UInt8]? {
        if names.isEmpty { return nil }
        var json: [UInt8] = [UInt8(ascii: "{")]
        for (name, place) in zip(names, places) {
            if json.count > 1 { json.append(UInt8(ascii: ",")) }
            json.append(jsonString: name.utf8.span)
            json.append(UInt8(ascii: ":"))
            if parser.wanted[place].isEmpty {
                json += "null".utf8
            } else {
                parser.withText(of: parser.wanted[place], in: bytes) { json.append(jsonString: $0) }
            }
        }
        json.append(UInt8(ascii: "}"))
        return json
    }
}

extension Rejection {
    fileprivate static func conflict(
        _ parser: borrowing RowParser, with place: String, in bytes: Span<UInt8>
    ) -> Rejection {
        let id = ShownText.of(parser.string(of: parser.row.txnId, in: bytes))
        return Rejection(
            line: parser.row.line, reason: "conflict", value: id,
            message: "`txn_id` `\(id)` is in the book with other content, from \(place)")
    }
}
