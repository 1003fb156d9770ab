internal import RewardEngine

enum RulesDiff: Command {
    static let syntax = Syntax(
        name: "rules diff",
        summary: "tell what another version of a campaign changes, and for whom",
        positionals: Positionals("OLD NEW", "two campaign files, or the word flagship for one of them", count: 2),
        options: [SharedOptions.lang],
        exitCodes: [.done, .usage, .refused, .inputNotFound],
        examples: ["rewardctl rules diff old.yaml new.yaml --lang en"])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        let (files, failure) = SharedOptions.campaigns(named: arguments.positionals)
        if let failure { throw failure }
        let language = arguments.choice(of: SharedOptions.lang, as: TermsLanguage.self) ?? .zh
        let difference = CampaignDifference(from: files[0].campaign, to: files[1].campaign, in: language)
        for line in difference.lines { try console.write(line + "\n") }
        return .done
    }
}
