internal import RewardEngine

enum Exceptions: Command {
    private static let heldDays = Option.value(
        "--held-days", "N", "tell rows that are held for more than N days (7 unless given)")

    static let syntax = Syntax(
        name: "exceptions", summary: "list what somebody should look at, with its age and what can be done",
        options: [SharedOptions.database, heldDays, SharedOptions.format], exitCodes: Listings.exitCodes,
        examples: ["rewardctl exceptions --db bank.db --held-days 3"])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        var days = 7
        if let text = arguments.value(of: heldDays) {
            guard let number = Int(text), 0...36_500 ~= number, "\(number)" == text else {
                throw Failure(
                    .usage, at: heldDays.name, "`\(text)` is not a number of days", help: "write `\(heldDays.name) 3`")
            }
            days = number
        }
        let database = try Database.openForReading(path: arguments.value(of: SharedOptions.database) ?? "")
        let listing = try ExceptionListing(of: database, heldDays: days)
        switch arguments.choice(of: SharedOptions.format, as: Format.self) ?? .table {
        case .csv: try Listings.printCSV(listing, of: database, on: console)
        case .json: try Listings.printJSON(listing, of: database, on: console)
        case .table:
            for line in listing.lines { try console.write(line + "\n") }
            if listing.exceptions.isEmpty { try console.write("no exceptions\n") }
        }
        return .done
    }
}
