internal import RewardEngine

enum Ingest: Command {
    private static let keep = Option.repeatable(
        "--keep", "COLUMN,…", "also store these columns, for campaigns that name them")
    private static let rejects = Option.value(
        "--rejects", "DIR", "the folder for FILE.rejects.csv (beside the file unless given)")
    private static let rejectsMax = Option.value(
        "--max-rejects", "N|P%", "refuse a file of which more rows, or more per cent of them, are rejected")
    private static let utcOffset = Option.value(
        "--utc-offset", "±HH:MM", "the zone of a new database (+08:00 unless given)")

    static let syntax = Syntax(
        name: "ingest",
        summary: "store the rows of files in a database, each file as a whole or not at all",
        positionals: Positionals(
            "FILE", "a CSV file of card transactions, or - for standard input", isRepeatable: true,
            orOption: SharedOptions.enrolments),
        options: [
            SharedOptions.database, SharedOptions.feed, SharedOptions.assume, SharedOptions.column,
            SharedOptions.encoding, SharedOptions.enrolments, keep, rejects, rejectsMax, utcOffset,
        ],
        exitCodes: [
            .done, .rowsRejected, .usage, .refused, .inputNotFound, .inputOutput, .busy, .foreignDatabase,
        ],
        examples: [
            "rewardctl ingest --db bank.db 2017-01-22.csv 2017-01-23.csv",
            "rewardctl ingest --db bank.db day.csv --keep card_product",
            "rewardctl ingest --db bank.db --enrolments enrolled.csv",
            "rewardctl ingest --db bank.db export.txt --feed my-feed.yaml",
        ])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        var order = IngestOrder()
        order.columns = try SharedOptions.columnRequest(arguments)
        order.rejectsMax = try most(arguments)
        let encoding = arguments.choice(of: SharedOptions.encoding, as: TextEncoding.self)
        let feed = try SharedOptions.feed(arguments)
        order.keep = try keptColumns(arguments)
        let offset = try offset(arguments)
        // Before a database is created for nothing.
        let first = try arguments.positionals.first.map { path throws(Failure) in
            try SourceText.open(path: path, encoding: encoding, feed: feed)
        }
        let enrolments = try SharedOptions.enrolmentFiles(arguments)
        let database = try Database.openOrCreate(
            path: arguments.value(of: SharedOptions.database) ?? "", utcOffset: offset)
        let ingestion = Ingestion(database: database, nowSeconds: SharedOptions.nowSeconds)
        var rejected = 0
        for source in enrolments {
            let report = try ingestion.ingest(enrolments: source) { console.report($0) }
            try console.write("\(ShownText.withoutControls(source.place)): \(report.counts.text)\n")
            try console.flush()
            rejected += report.counts.rejected
        }
        for (index, path) in arguments.positionals.enumerated() {
            let source =
                if index == 0, let first { first } else {
                    try SourceText.open(path: path, encoding: encoding, feed: feed)
                }
            order.manifest = try manifest(of: path)
            order.rejectsStem = stem(of: path, arguments)
            let report = try ingestion.ingest(source, by: order) { rejection in
                console.report(Problem(rejection, in: source.place))
            }
            let place = ShownText.withoutControls(source.place)
            for notice in report.notices { console.note("rewardctl: \(place): \(notice)\n") }
            if let path = report.rejectsPath {
                console.note("rewardctl: \(place): the rejected rows are in \(ShownText.withoutControls(path))\n")
            }
            try console.write("\(place): \(report.counts.text)\(heldText(report))\n")
            // What is stored is said at once, whatever comes of the next file.
            try console.flush()
            rejected += report.counts.rejected
        }
        return rejected > 0 ? .rowsRejected : .done
    }

    /// What stands beside the file; nil where nothing does.
    private static func manifest(of path: String) throws(Failure) -> Manifest? {
        let name = "\(path).manifest.json"
        if path == "-" || !SourceText.exists(atPath: name) { return nil }
        let (text, place) = try SharedOptions.document(at: name, help: "a manifest is JSON in UTF-8")
        return try Manifest.read(text: text, name: place)
    }

    private static func stem(of path: String, _ arguments: Arguments) -> String? {
        if path == "-" { return nil }
        guard let folder = arguments.value(of: rejects) else { return path }
        return "\(folder)/\(path.split(separator: "/").last ?? "")"
    }

    private static func most(_ arguments: Arguments) throws(Failure) -> RejectsMax? {
        guard let text = arguments.value(of: rejectsMax) else { return nil }
        guard let most = RejectsMax(text: text) else {
            throw Failure(
                .usage, at: rejectsMax.name, "`\(text)` is neither a number of rows nor a share of them",
                help: "write `\(rejectsMax.name) 20` or `\(rejectsMax.name) 0.5%`")
        }
        return most
    }

    private static func heldText(_ report: IngestReport) -> String {
        switch report.held {
        case 0: ""
        case 1: "; 1 of the accepted is held: no cardholder is known for its card"
        default: "; \(report.held) of the accepted are held: no cardholders are known for their cards"
        }
    }

    private static func keptColumns(_ arguments: Arguments) throws(Failure) -> [String] {
        var names: [String] = []
        for list in arguments.values(of: keep) {
            for word in list.split(separator: ",", omittingEmptySubsequences: false) {
                let name = SharedOptions.columnName(String(word))
                if name.isEmpty {
                    throw Failure(
                        .usage, at: keep.name, "`\(list)` names an empty column",
                        help: "for example `--keep card_product,branch`")
                }
                if !names.contains(name) { names.append(name) }
            }
        }
        return names
    }

    private static func offset(_ arguments: Arguments) throws(Failure) -> UTCOffset? {
        guard let text = arguments.value(of: utcOffset) else { return nil }
        guard let offset = UTCOffset(text: text) else {
            throw Failure(
                .usage, at: utcOffset.name, "`\(text)` is not an offset", help: "write it as `\(utcOffset.name) +08:00`"
            )
        }
        return offset
    }
}
