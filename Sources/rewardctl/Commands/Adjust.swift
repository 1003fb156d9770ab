internal import RewardEngine

enum Adjust: Command {
    private static let cardholder = Option.required("--cardholder", "ID", "whom it is for")
    private static let campaign = Option.required("--campaign", "ID", "the campaign that it belongs to")
    private static let amount = Option.required("--amount", "YUAN", "how much; negative takes away")
    private static let reason = Option.required("--reason", "TEXT", "why")
    private static let enteredBy = Option.required("--by", "NAME", "who enters it")
    private static let approvedBy = Option.required("--approved-by", "NAME", "who else answers for it")

    static let syntax = Syntax(
        name: "adjust", summary: "add a correction by hand to the ledger, which two people answer for",
        options: [SharedOptions.database, cardholder, campaign, amount, reason, enteredBy, approvedBy],
        exitCodes: [.done, .usage, .refused, .inputNotFound, .inputOutput, .busy, .foreignDatabase],
        examples: [
            "rewardctl adjust --db bank.db --cardholder H1 --campaign bocom-apple-pay-monthly --amount 10 "
                + "--reason 'complaint 4711' --by li --approved-by wang"
        ])

    static func run(_ arguments: Arguments, console: Console) throws(Failure) -> ExitCode {
        func text(_ option: Option) throws(Failure) -> String {
            let text = trimmed(arguments.value(of: option) ?? "")
            guard !text.isEmpty, ShownText.withoutControls(text) == text, text.utf8.count <= 500 else {
                throw Failure(.usage, at: option.name, "it must be a text on one line, of at most 500 bytes")
            }
            return text
        }
        let adjustment = Adjustment(
            cardholder: try text(cardholder), campaign: try text(campaign), amountFen: try amountFen(arguments),
            reason: try text(reason), enteredBy: try text(enteredBy), approvedBy: try text(approvedBy))
        if adjustment.enteredBy.lowercased() == adjustment.approvedBy.lowercased() {
            throw Failure(
                .usage, at: approvedBy.name, "`\(adjustment.approvedBy)` is who enters it",
                help: "somebody else has to approve it")
        }
        let database = try Database.openForWriting(path: arguments.value(of: SharedOptions.database) ?? "")
        let entry = try adjustment.enter(into: database, nowSeconds: SharedOptions.nowSeconds)
        let amount = yuanText(fen: adjustment.amountFen)
        try console.write("entry \(entry): \(amount) for \(ShownText.of(adjustment.cardholder))\n")
        return .done
    }

    private static func amountFen(_ arguments: Arguments) throws(Failure) -> Int {
        let text = arguments.value(of: amount) ?? ""
        let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
        guard let fen = yuan(digits) else {
            throw Failure(
                .usage, at: amount.name, "`\(text)` is no amount other than 0",
                help: "write it as `\(amount.name) 12.50`, or `\(amount.name) -12.50` to take away")
        }
        return text.hasPrefix("-") ? -fen : fen
    }

    private static func yuan(_ text: String) -> Int? {
        let bytes = Array(text.utf8)
        do throws(AmountText.Fault) {
            return try AmountText.fen(in: bytes.span, bytes.indices)
        } catch {
            return nil
        }
    }
}
