internal import RewardEngine

enum RulesCheck: Command {
    static let syntax = Syntax(
        name: "rules check",
        summary: "check campaign files and tell every problem with its place",
        positionals: Positionals("FILE", "a campaign file, or the word flagship", isRepeatable: true),
        options: [],
        exitCodes: [.done, .usage, .refused, .inputNotFound],
        examples: ["rewardctl rules check Rules/*.yaml"])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        let (files, failure) = SharedOptions.campaigns(named: arguments.positionals)
        for file in files {
            try console.write(
                "\(ShownText.withoutControls(file.name)): \(file.campaign.id), version \(file.version.prefix(12))\n")
        }
        for doubt in files.flatMap(\.doubts) { console.report(doubt) }
        let problems =
            (failure?.problems ?? []) + files.flatMap { ExampleCheck(of: $0).problems }
            + CampaignFile.contradictions(among: files)
        if !problems.isEmpty { throw Failure(failure?.code ?? .refused, problems) }
        return .done
    }
}
