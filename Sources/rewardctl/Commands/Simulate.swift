internal import RewardEngine

enum Simulate: Command {
    private static let only = Option.value("--only", "OUTCOME,…", "print only the rows with these outcomes")
    private static let threads = Option.value(
        "--threads", "N", "how many threads work (as many as the machine has processors unless given)")
    private static let summary = Option.flag("--summary", "print no rows, only the summary")

    static let syntax = Syntax(
        name: "simulate",
        summary: "tell for every row of a file what it would have got, and why not",
        positionals: Positionals("FILE", "a CSV file of card transactions, or - for standard input"),
        options: [
            SharedOptions.rules, SharedOptions.enrolments, SharedOptions.format, SharedOptions.feed,
            SharedOptions.assume, SharedOptions.column,
            SharedOptions.encoding, only, summary, threads,
        ],
        exitCodes: [.done, .rowsRejected, .usage, .refused, .inputNotFound, .inputOutput],
        examples: [
            "rewardctl simulate card.csv",
            "rewardctl simulate card.csv --assume pay_method=apple_pay --assume channel=app",
            "rewardctl simulate export.csv --feed bocom-credit --rules my.yaml",
            "rewardctl simulate portfolio.csv --rules my.yaml --format csv --only awarded,clawed-back",
        ])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        let format = arguments.choice(of: SharedOptions.format, as: Format.self) ?? .table
        let outcomes = try outcomes(arguments)
        let request = try SharedOptions.columnRequest(arguments)
        var campaigns = try SharedOptions.campaigns(arguments)
        if campaigns.isEmpty { campaigns = [try SharedOptions.campaign(named: "flagship")] }
        let workers = try workers(arguments)
        let source = try SourceText.open(
            path: arguments.positionals[0],
            encoding: arguments.choice(of: SharedOptions.encoding, as: TextEncoding.self),
            feed: try SharedOptions.feed(arguments), workers: workers)
        let enrolments = try SharedOptions.enrolmentFiles(arguments)
        let simulation = try Simulation.run(
            on: source, campaigns: campaigns, enrolments: enrolments, request: request, workers: workers)

        let place = ShownText.withoutControls(source.place)
        for notice in simulation.file.notices { console.note("rewardctl: \(place): \(notice)\n") }
        for problem in simulation.enrolmentProblems { console.report(problem) }
        try reportRejections(of: simulation, on: console)
        switch format {
        case .csv: try printCSV(simulation, outcomes, workers, console)
        case .json: try printJSON(simulation, outcomes, workers, console)
        case .table: try printTable(simulation, outcomes, console)
        }
        for problem in try simulation.advice() { console.report(problem) }
        return simulation.counts.rejected + simulation.enrolmentProblems.count > 0 ? .rowsRejected : .done
    }

    private static func outcomes(_ arguments: Arguments) throws(Failure) -> OutcomeSet {
        if arguments.has(summary) { return OutcomeSet([]) }
        guard let list = arguments.value(of: only) else { return .all }
        var outcomes: [Outcome] = []
        for word in list.split(separator: ",", omittingEmptySubsequences: false) {
            guard let outcome = Outcome(rawValue: String(word)) else {
                throw Failure(
                    .usage, at: only.name, "`\(word)` is no outcome",
                    help: "outcomes are \(Outcome.allCases.map(\.rawValue).joined(separator: ", "))")
            }
            outcomes.append(outcome)
        }
        return OutcomeSet(outcomes)
    }

    private static func workers(_ arguments: Arguments) throws(Failure) -> Threads {
        guard let text = arguments.value(of: threads) else { return .all }
        guard let count = Int(text), 1...256 ~= count else {
            throw Failure(
                .usage, at: threads.name, "`\(text)` is not a number from 1 to 256",
                help: "leave it out to use all processors")
        }
        return Threads(count: count)
    }

    /// The first of them; all stand in the output with their reason.
    private static func reportRejections(of simulation: Simulation, on console: Console) throws(Failure) {
        let shown = 20
        for rejection in try simulation.rejections(most: shown) {
            console.report(Problem(rejection, in: simulation.source.place))
        }
        if simulation.counts.rejected > shown {
            console.report(
                Problem(
                    at: simulation.source.place, "\(simulation.counts.rejected - shown) more rows were rejected",
                    help: "`--only rejected` prints all of them, with the reason"))
        }
    }

    // MARK: - Formats

    private static func printCSV(
        _ simulation: Simulation, _ outcomes: OutcomeSet, _ workers: Threads, _ console: Console
    ) throws(Failure) {
        var sink = try CSVSink(columns: Simulation.columns, offset: simulation.utcOffset, output: console.output())
        try simulation.write(rowsWith: outcomes, to: &sink, workers: workers)
        try sink.finish()
        console.note(summaryLines(of: simulation).map { $0 + "\n" }.joined())
    }

    private static func printJSON(
        _ simulation: Simulation, _ outcomes: OutcomeSet, _ workers: Threads, _ console: Console
    ) throws(Failure) {
        var output = console.output()
        output.append("{\"rows\": ")
        var sink = JSONSink(columns: Simulation.columns, offset: simulation.utcOffset, output: output)
        try simulation.write(rowsWith: outcomes, to: &sink, workers: workers)
        output = sink.finish()
        output.append(",\n\"summary\": ")
        simulation.appendSummary(to: &output)
        output.append("}\n")
        try output.flush()
    }

    private static func printTable(
        _ simulation: Simulation, _ outcomes: OutcomeSet, _ console: Console
    ) throws(Failure) {
        if !outcomes.isEmpty {
            let table = try simulation.table(rowsWith: outcomes)
            try console.write(table)
            if !table.isEmpty { try console.write("\n") }
        }
        for line in summaryLines(of: simulation) { try console.write(line + "\n") }
    }

    private static func summaryLines(of simulation: Simulation) -> [String] {
        [simulation.counts.text]
            + simulation.results.flatMap { $0.summary.lines(row: simulation.lineName) }
    }
}
