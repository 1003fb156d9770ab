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
        var problems: [Problem] = []
        var files: [CampaignFile] = []
        for name in arguments.positionals {
            do throws(Failure) {
                files.append(try SharedOptions.campaign(named: name))
            } catch {
                if error.code != .refused { throw error }
                problems += error.problems
            }
        }
        for file in files {
            try console.write(
                "\(ShownText.withoutControls(file.name)): \(file.campaign.id), version \(file.version.prefix(12))\n")
        }
        if !problems.isEmpty { throw Failure(.refused, problems) }
        return .done
    }
}
