internal import Feeds
internal import RewardEngine

enum FeedList: Command {
    static let syntax = Syntax(
        name: "feed list", summary: "list the feeds that are built in", options: [],
        exitCodes: [.done], examples: ["rewardctl feed list"])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        var table = TextTable([("feed", .left), ("title", .left)])
        for shipped in Feeds.all {
            table.add([shipped.name, try FeedFile.read(text: shipped.text, name: shipped.name).feed.title])
        }
        try console.write(table)
        return .done
    }
}

enum FeedShow: Command {
    static let syntax = Syntax(
        name: "feed show", summary: "print the file of a feed that is built in, to be copied and changed",
        positionals: Positionals("NAME", "a name of `rewardctl feed list`"), options: [],
        exitCodes: [.done, .usage], examples: ["rewardctl feed show bocom-credit > my-feed.yaml"])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        let name = arguments.positionals[0]
        guard let shipped = Feeds.all.first(where: { $0.name == name }) else {
            let names = Feeds.all.map(\.name)
            throw Failure(
                .usage, at: "", "no feed `\(name)` is built in",
                help: nearestWord(to: name, among: names).map { "did you mean `\($0)`?" }
                    ?? "there are \(names.joined(separator: ", "))")
        }
        try console.write(shipped.text.span)
        return .done
    }
}

enum FeedCheck: Command {
    static let syntax = Syntax(
        name: "feed check",
        summary: "show the first rows of a file as a feed understands them, and every problem",
        positionals: Positionals(
            "FEED FILE", "a feed file or the name of one that is built in; a file of its source", count: 2),
        options: [SharedOptions.encoding],
        exitCodes: [.done, .rowsRejected, .usage, .refused, .inputNotFound, .inputOutput],
        examples: ["rewardctl feed check my-feed.yaml sample.csv"])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        let feed = try SharedOptions.feed(named: arguments.positionals[0]).feed
        let source = try SourceText.open(
            path: arguments.positionals[1],
            encoding: arguments.choice(of: SharedOptions.encoding, as: TextEncoding.self), feed: feed,
            takesMismatches: true)
        let sample = try FeedSample.read(source)
        for line in sample.columnLines { try console.write(line + "\n") }
        if !sample.table.isEmpty {
            try console.write("\n")
            try console.write(sample.table)
        }
        try console.write("\n\(sample.counts.text)\n")
        let place = ShownText.withoutControls(source.place)
        for notice in source.notices { console.note("rewardctl: \(place): \(notice)\n") }
        for rejection in sample.rejections { console.report(Problem(rejection, in: source.place)) }
        try source.refuseMismatches()
        return sample.counts.rejected > 0 ? .rowsRejected : .done
    }
}
