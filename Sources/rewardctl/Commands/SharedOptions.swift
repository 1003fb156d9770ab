internal import Feeds
internal import Glibc
internal import RewardEngine
internal import Rules

/// Options that mean the same in every command that has them.
enum SharedOptions {
    static let database = Option.required("--db", "FILE", "the database")
    static let rules = Option.repeatable("--rules", "FILE", "a campaign file, or the word flagship")
    static let enrolments = Option.repeatable(
        "--enrolments", "FILE", "a CSV file of who has enrolled in which campaign")
    static let format = Option.choice("--format", of: Format.self, "how the rows are printed (table unless given)")
    static let assume = Option.repeatable("--assume", "COLUMN=VALUE", "the one value of a column that the file lacks")
    static let column = Option.repeatable("--column", "COLUMN=HEADER", "the header under which the file has a column")
    static let encoding = Option.choice(
        "--encoding", of: TextEncoding.self, "how the file is encoded (auto unless given)")
    static let feed = Option.value(
        "--feed", "FEED", "how the source writes its files: a feed file, or the name of one that is built in")
    static let cards = Option.repeatable("--cards", "FILE", "a card master: which cards are whose")
    static let bindings = Option.repeatable("--bindings", "FILE", "how cards and tokens are bound")
    static let lang = Option.choice(
        "--lang", of: TermsLanguage.self, "the language of the terms (zh unless given)")
    static let cardholder = Option.value("--cardholder", "ID", "only this cardholder")
    static let cycle = Option.value("--cycle", "DAY", "only the cycle that starts on this day")
    static let campaign = Option.value("--campaign", "ID", "only this campaign")

    /// What `--assume` and `--column` ask of a file.
    static func columnRequest(_ arguments: Arguments) throws(Failure) -> ColumnRequest {
        var request = ColumnRequest()
        for value in arguments.values(of: assume) {
            let (name, text) = try pair(value, of: assume)
            request.assumed.append((name, text))
        }
        for value in arguments.values(of: column) {
            let (name, text) = try pair(value, of: column)
            request.columns.append((name, text))
        }
        return request
    }

    private static func pair(_ value: String, of option: Option) throws(Failure) -> (String, String) {
        guard let equals = value.firstIndex(of: "="), equals != value.startIndex else {
            throw Failure(
                .usage, at: option.name, "`\(value)` is not of the form \(option.placeholder ?? "")",
                help:
                    "for example `\(option.name) \(option == assume ? "pay_method=apple_pay" : "amount=\"TRANS AMT\"")`"
            )
        }
        return (columnName(String(value[..<equals])), String(value[value.index(after: equals)...]))
    }

    /// A column as the engine names it: trimmed, lower-case.
    static func columnName(_ text: String) -> String {
        asciiLowercased(text.split(separator: " ").joined(separator: " "))
    }

    /// The campaigns that `--rules` names.
    static func campaigns(_ arguments: Arguments) throws(Failure) -> [CampaignFile] {
        let (files, failure) = campaigns(named: arguments.values(of: rules))
        if let failure { throw failure }
        return files
    }

    /// Those that can be used, and what is wrong with the others, all at once; the code is that of the first.
    static func campaigns(named names: [String]) -> (files: [CampaignFile], failure: Failure?) {
        var files: [CampaignFile] = []
        var failure: Failure?
        for name in names {
            do throws(Failure) {
                files.append(try campaign(named: name))
            } catch {
                failure = Failure(failure?.code ?? error.code, (failure?.problems ?? []) + error.problems)
            }
        }
        return (files, failure)
    }

    /// `flagship` is the one that is built in; anything else is a file.
    static func campaign(named name: String) throws(Failure) -> CampaignFile {
        if name == "flagship" { return try CampaignFile.read(text: Rules.flagship, name: name) }
        let (text, place) = try document(at: name, help: "a campaign is plain text in UTF-8, YAML or JSON")
        return try CampaignFile.read(text: text, name: place) { list in
            (try? SourceText.open(path: beside(name, list), encoding: .utf8)).map(bytes(of:))
        }
    }

    /// The files of `--cards` or `--bindings`.
    static func masters(_ arguments: Arguments, of option: Option) throws(Failure) -> [SourceText] {
        var sources: [SourceText] = []
        for path in arguments.values(of: option) { sources.append(try SourceText.open(path: path, encoding: nil)) }
        return sources
    }

    /// The feed of `--feed`; nil where it was not given.
    static func feed(_ arguments: Arguments) throws(Failure) -> Feed? {
        guard let name = arguments.value(of: feed) else { return nil }
        return try feed(named: name).feed
    }

    /// One that is built in, by its name; anything else is a file.
    static func feed(named name: String) throws(Failure) -> FeedFile {
        if let shipped = Feeds.all.first(where: { $0.name == name }) {
            return try FeedFile.read(text: shipped.text, name: name)
        }
        do throws(Failure) {
            let (text, place) = try document(at: name, help: "a feed is plain text in UTF-8, YAML or JSON")
            return try FeedFile.read(text: text, name: place)
        } catch {
            if error.code != .inputNotFound { throw error }
            let names = Feeds.all.map(\.name)
            let near = nearestWord(to: name, among: names).map { "did you mean `\($0)`? " } ?? ""
            throw Failure(
                .inputNotFound,
                error.problems.map {
                    Problem(at: $0.place, $0.message, help: "\(near)built in are \(names.joined(separator: ", "))")
                })
        }
    }

    /// The bytes of a file of rules, and how messages call it.
    static func document(
        at path: String, help: String
    ) throws(Failure) -> (text: [UInt8], place: String) {
        let source: SourceText
        do throws(Failure) {
            source = try SourceText.open(path: path, encoding: .utf8)
        } catch {
            if error.code != .refused { throw error }
            // The remedies for a file of transactions are none for these.
            throw Failure(.refused, error.problems.map { Problem(at: $0.place, $0.message, help: help) })
        }
        return (bytes(of: source), source.place)
    }

    private static func bytes(of source: SourceText) -> [UInt8] {
        source.withBytes { bytes in bytes.indices.map { bytes[$0] } }
    }

    /// A path as the file at `path` names it: its folder is where it starts, unless it starts at the root.
    private static func beside(_ path: String, _ name: String) -> String {
        guard !name.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return name }
        return String(path[...slash]) + name
    }

    /// The files of `--enrolments`.
    static func enrolmentFiles(_ arguments: Arguments) throws(Failure) -> [SourceText] {
        var files: [SourceText] = []
        for path in arguments.values(of: enrolments) { files.append(try SourceText.open(path: path, encoding: .auto)) }
        return files
    }

    /// A day of an option, `2016-12-22`.
    static func day(_ text: String, of option: Option) throws(Failure) -> Day {
        guard let day = Day(text: text) else {
            throw Failure(
                .usage, at: option.name, "`\(text)` is not a day", help: "write it as `\(option.name) 2016-12-22`")
        }
        return day
    }

    static var nowSeconds: Int { time(nil) }
}
