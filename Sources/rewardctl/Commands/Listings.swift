internal import RewardEngine

/// What the commands that list the book have in common.
enum Listings {
    static let options = [
        SharedOptions.database, SharedOptions.cardholder, SharedOptions.cycle, SharedOptions.campaign,
        SharedOptions.format,
    ]
    static let exitCodes: [ExitCode] = [.done, .usage, .inputNotFound, .inputOutput, .busy, .foreignDatabase]

    static func filter(_ arguments: Arguments) throws(Failure) -> BookFilter {
        var filter = BookFilter(
            cardholder: arguments.value(of: SharedOptions.cardholder),
            campaign: arguments.value(of: SharedOptions.campaign))
        if let cycle = arguments.value(of: SharedOptions.cycle) {
            filter.cycle = try SharedOptions.day(cycle, of: SharedOptions.cycle)
        }
        return filter
    }

    /// Opens the database; says so where it has no such campaign, since an empty list would look like nothing was given.
    static func open(_ arguments: Arguments, console: Console) throws(Failure) -> Database {
        let database = try Database.openForReading(path: arguments.value(of: SharedOptions.database) ?? "")
        if let wanted = arguments.value(of: SharedOptions.campaign) {
            let known = try database.campaignIds()
            if !known.contains(wanted) {
                let list = known.map { "`\($0)`" }.joined(separator: ", ")
                console.report(
                    Problem(
                        at: SharedOptions.campaign.name, "no campaign `\(wanted)` is registered in this database",
                        help: known.isEmpty ? nil : "there \(known.count == 1 ? "is" : "are") \(list)"))
            }
        }
        return database
    }

    static func printCSV<Listing: RowListing>(
        _ listing: Listing, of database: Database, on console: Console
    ) throws(Failure) {
        var sink = try CSVSink(columns: Listing.columns, offset: database.utcOffset, output: console.output())
        try listing.write(to: &sink)
        try sink.finish()
    }

    static func printJSON<Listing: RowListing>(
        _ listing: Listing, of database: Database, on console: Console
    ) throws(Failure) {
        var sink = JSONSink(columns: Listing.columns, offset: database.utcOffset, output: console.output())
        try listing.write(to: &sink)
        var output = sink.finish()
        output.append("\n")
        try output.flush()
    }
}

enum Ledger: Command {
    static let syntax = Syntax(
        name: "ledger", summary: "print the award ledger", options: Listings.options, exitCodes: Listings.exitCodes,
        examples: [
            "rewardctl ledger --db bank.db --cardholder H00000001",
            "rewardctl ledger --db bank.db --cycle 2016-12-22 --format csv",
        ])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        let filter = try Listings.filter(arguments)
        let database = try Listings.open(arguments, console: console)
        let listing = LedgerListing(of: database, filter: filter)
        switch arguments.choice(of: SharedOptions.format, as: Format.self) ?? .table {
        case .csv: try Listings.printCSV(listing, of: database, on: console)
        case .json: try Listings.printJSON(listing, of: database, on: console)
        case .table:
            let (table, total) = try listing.table()
            try console.write(table)
            try console.write(total + "\n")
        }
        return .done
    }
}

enum Decisions: Command {
    static let syntax = Syntax(
        name: "decisions", summary: "print every decision with its reason", options: Listings.options,
        exitCodes: Listings.exitCodes,
        examples: ["rewardctl decisions --db bank.db --cardholder H00000001"])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        let filter = try Listings.filter(arguments)
        let database = try Listings.open(arguments, console: console)
        let listing = try DecisionListing(of: database, filter: filter)
        switch arguments.choice(of: SharedOptions.format, as: Format.self) ?? .table {
        case .csv: try Listings.printCSV(listing, of: database, on: console)
        case .json: try Listings.printJSON(listing, of: database, on: console)
        case .table:
            let table = try listing.table()
            try console.write(table)
            if table.isEmpty { try console.write("no decisions\n") }
        }
        return .done
    }
}
