internal import RewardEngine

enum Withdraw: Command {
    static let syntax = Syntax(
        name: "withdraw", summary: "take back a file that was ingested and not yet decided, as one unit",
        positionals: Positionals("BATCH", "the file, named as it was ingested, or by its number"),
        options: [SharedOptions.database],
        exitCodes: [.done, .usage, .refused, .inputNotFound, .inputOutput, .busy, .foreignDatabase],
        examples: ["rewardctl withdraw --db bank.db 2017-01-22.csv"])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        let database = try Database.openForWriting(path: arguments.value(of: SharedOptions.database) ?? "")
        let (name, rows) = try Withdrawal(database: database).withdraw(arguments.positionals[0])
        try console.write("\(ShownText.withoutControls(name)): \(rows) row\(rows == 1 ? "" : "s") taken back\n")
        return .done
    }
}
