internal import RewardEngine

enum Run: Command {
    private static let through = Option.required("--through", "DAY", "the last day to close")
    private static let amend = Option.flag("--amend", "let a campaign that has given awards go on by new rules")
    private static let dryRun = Option.flag("--dry-run", "tell what would be awarded, and write nothing")
    private static let allowFuture = Option.flag("--allow-future", "let the day be later than today")

    static let syntax = Syntax(
        name: "run",
        summary: "close days: decide what is undecided, and write the ledger",
        options: [SharedOptions.database, through, SharedOptions.rules, amend, dryRun, allowFuture],
        exitCodes: [.done, .usage, .refused, .inputNotFound, .inputOutput, .busy, .foreignDatabase],
        examples: [
            "rewardctl run --db bank.db --through 2017-01-31 --rules flagship",
            "rewardctl run --db bank.db --through 2017-02-28 --dry-run",
        ])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        let day = try SharedOptions.day(arguments.value(of: through) ?? "", of: through)
        let campaigns = try SharedOptions.campaigns(arguments)
        let database = try Database.openForWriting(path: arguments.value(of: SharedOptions.database) ?? "")
        let now = SharedOptions.nowSeconds
        let today = LocalTime(seconds: now + database.utcOffset.seconds).day
        if day > today && !arguments.has(allowFuture) {
            throw Failure(
                .usage, at: through.name, "\(day.text) is later than today, \(today.text)",
                help: "rows of that day may still come; add `--allow-future` if they cannot")
        }
        let isRehearsal = arguments.has(dryRun)
        let report = try NightlyRun(database: database, through: day, nowSeconds: now)
            .run(registering: campaigns, amend: arguments.has(amend), dryRun: isRehearsal)
        if let entries = report.entries, !entries.isEmpty {
            try console.write(entries)
            try console.write("\n")
        }
        for line in report.lines { try console.write(line + "\n") }
        if isRehearsal { try console.write("dry run: nothing was written\n") }
        return .done
    }
}
