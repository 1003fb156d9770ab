/// Compares a file with what its sender says of it, and with the files that came before.
struct FileControl {
    private let source: SourceText
    private let manifest: Manifest?
    private let files: FileTable
    private let digests: (onDisk: String, unpacked: String)

    init(of source: SourceText, manifest: Manifest?, files: FileTable) {
        self.source = source
        self.manifest = manifest
        self.files = files
        digests = source.digests
    }

    /// The amounts of a file's rows.
    struct Amounts {
        fileprivate(set) var sumFen: Int128 = 0
        fileprivate(set) var unreadable = 0

        @inline(__always)
        mutating func add(_ row: TransactionRow) {
            if row.hasAmount { sumFen += Int128(row.amountFen) } else { unreadable += 1 }
        }
    }

    private var isNumbered: Bool { manifest?.sequence != nil || manifest?.bookingDay != nil }

    /// Whether its number or day is to be remembered, even where it brings no row.
    func bringsNumber() throws -> Bool {
        guard let manifest, isNumbered else { return false }
        if let sequence = manifest.sequence {
            return try files.file(source: manifest.source, sequence: sequence) == nil
        }
        return try files.file(ofContent: digests.unpacked) == nil
    }

    /// Before any row is stored: refuses a file whose content is not what was sent, or whose number another file has.
    func begin() throws -> [String] {
        if let stated = manifest?.sha256, stated != digests.onDisk, stated != digests.unpacked {
            throw Failure(
                .refused, at: source.place,
                "the file is not the one that its manifest describes: its SHA-256 is "
                    + "\(digests.onDisk.prefix(12))…, not \(stated.prefix(12))…", help: "copy file and manifest again")
        }
        if let manifest, let sequence = manifest.sequence,
            let other = try files.file(source: manifest.source, sequence: sequence), other.sha256 != digests.unpacked
        {
            throw Failure(
                .refused, at: source.place,
                "`\(ShownText.of(other.name))` has come as number \(sequence)\(ofSource(manifest.source)), with other content",
                help: "have the sender give this file a number of its own")
        }
        guard let known = try files.file(ofContent: digests.unpacked), known.name != source.place else { return [] }
        return ["this is the content of `\(ShownText.of(known.name))`, which was ingested before"]
    }

    /// Enters the file; the one that has its number already is the same.
    func add(ingestedAt: Int) throws -> Int {
        var manifest = manifest
        if let stated = manifest, let sequence = stated.sequence,
            try files.file(source: stated.source, sequence: sequence) != nil
        {
            manifest?.sequence = nil
        }
        return try files.add(
            name: source.place, sha256: digests.unpacked, manifest: manifest, ingestedAt: ingestedAt)
    }

    /// Refuses a file that is not what its manifest says, or of which too many rows are rejected.
    func check(_ report: IngestReport, _ amounts: Amounts, rejectsMax: RejectsMax?) throws(Failure) {
        let counts = report.counts
        var problems: [Problem] = []
        let again = "rows are missing, doubled or changed: get the file again"
        let rows = source.reading?.rows ?? counts.read
        if let stated = manifest?.rows, stated != rows {
            problems.append(
                Problem(at: source.place, "its manifest states \(stated) rows, and there are \(rows)", help: again))
        }
        let sumFen = source.reading?.amountFen ?? amounts.sumFen
        if let stated = manifest?.amountFen, Int128(stated) != sumFen {
            let unread = amounts.unreadable > 0 ? ", without \(amounts.unreadable) that cannot be read" : ""
            problems.append(
                Problem(
                    at: source.place,
                    "its manifest states \(yuanText(fen: stated)) as the sum of the amounts, and they come to "
                        + "\(yuanText(fen: Int(clamping: sumFen)))\(unread)", help: again))
        }
        if let rejectsMax, !rejectsMax.allows(counts) {
            let place = report.rejectsPath.map { "; the rejected rows are in `\(ShownText.of($0))`" } ?? ""
            problems.append(
                Problem(
                    at: source.place,
                    "\(counts.rejected) of \(counts.read) rows are rejected, more than `--max-rejects` allows",
                    help: "nothing of the file was stored\(place)"))
        }
        if !problems.isEmpty { throw Failure(.refused, problems) }
    }

    /// What has not come, as far as the numbers and days of the files tell.
    func gapNotices() throws -> [String] {
        guard let manifest, isNumbered else { return [] }
        return try files.gaps().filter { $0.source == manifest.source }.flatMap(\.notices)
    }

    private func ofSource(_ source: String) -> String {
        source.isEmpty ? "" : " of `\(ShownText.of(source))`"
    }
}

extension FileTable.Gaps {
    /// A sentence for numbers, and one for days.
    var notices: [String] {
        let owner = source.isEmpty ? "" : " of `\(ShownText.of(source))`"
        func listed(_ ranges: [ClosedRange<Int>], _ text: (Int) -> String) -> String {
            let shown = ranges.prefix(12).map { range in
                range.count == 1 ? text(range.lowerBound) : "\(text(range.lowerBound)) to \(text(range.upperBound))"
            }
            let more = ranges.count > 12 ? " and \(ranges.count - 12) more spans" : ""
            return shown.joined(separator: ", ") + more
        }
        var notices: [String] = []
        if !sequences.isEmpty {
            notices.append("no file\(owner) has come with the number \(listed(sequences) { "\($0)" })")
        }
        if !days.isEmpty {
            notices.append(
                "no file\(owner) has come for the day \(listed(days) { Day(number: Int32(clamping: $0)).text })")
        }
        return notices
    }
}
