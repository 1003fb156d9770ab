/// `{policy: retest | forfeit | ignore, reopens: none | all | [limit ids, ladder]}` (SPEC 3).
extension ValueReader where Value == MoneyBackPolicy {
    static func moneyBackPolicy(limitIds: [String]) -> ValueReader {
        mapping("a mapping such as { policy: retest, reopens: none }") { keys in
            let kind = keys.optional("policy", .word(MoneyBackPolicy.Kind.self))
            let reopens = keys.optional("reopens", .reopens(limitIds: limitIds))
            return MoneyBackPolicy(
                kind: kind ?? MoneyBackPolicy.standard.kind, reopens: reopens ?? MoneyBackPolicy.standard.reopens)
        }
    }
}

extension ValueReader where Value == MoneyBackPolicy.Reopens {
    fileprivate static func reopens(limitIds: [String]) -> ValueReader {
        let what = "none, all or a list of limit ids and `ladder`"
        let name = ValueReader<String>.limitIdOrLadder(limitIds: limitIds)
        return ValueReader(what) { item, problems in
            switch item.node.content {
            case .scalar("none"):
                return MoneyBackPolicy.Reopens.none
            case .scalar("all"):
                return .all
            case .sequence:
                return ValueReader<[String]>.list(of: name, mayBeEmpty: true).read(item, problems).map { names in
                    names.isEmpty
                        ? .none : .some(limits: names.filter { $0 != "ladder" }, ladder: names.contains("ladder"))
                }
            default:
                let example = item.node.text.flatMap { text in limitIds.first { $0 == text } } ?? "ladder"
                item.refuse(what, help: "a list has brackets, also with one entry: [\(example)]", to: problems)
                return nil
            }
        }
    }
}

extension ValueReader where Value == String {
    fileprivate static func limitIdOrLadder(limitIds: [String]) -> ValueReader {
        let known = limitIds + ["ladder"]
        return ValueReader("the id of a limit, or `ladder`") { item, problems in
            if let text = item.node.text, known.contains(text) { return text }
            let near = item.node.text.flatMap { nearestWord(to: $0, among: known) }
            let help = near.map { "did you mean `\($0)`? " } ?? ""
            item.refuse(
                "the id of a limit, or `ladder`", help: help + "known here: \(known.joined(separator: ", "))",
                to: problems)
            return nil
        }
    }
}
