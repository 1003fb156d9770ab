internal import RewardEngine

enum RulesShow: Command {
    static let syntax = Syntax(
        name: "rules show",
        summary: "print a campaign in the words of its terms",
        positionals: Positionals("FILE", "a campaign file, or the word flagship"),
        options: [SharedOptions.lang],
        exitCodes: [.done, .usage, .refused, .inputNotFound],
        examples: ["rewardctl rules show flagship", "rewardctl rules show my.yaml --lang en"])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        let file = try SharedOptions.campaign(named: arguments.positionals[0])
        let language = arguments.choice(of: SharedOptions.lang, as: TermsLanguage.self) ?? .zh
        for line in CampaignTerms(of: file.campaign, in: language).lines { try console.write(line + "\n") }
        return .done
    }
}
