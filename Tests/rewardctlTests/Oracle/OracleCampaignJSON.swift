/// A campaign file, JSON being a subset of its YAML, written and read.
extension OracleCampaign {
    var json: String {
        var members = [
            "\"id\": \(OracleJSON.quoted(id))", "\"title\": \(OracleJSON.quoted(title))",
            "\"currency\": \(OracleJSON.quoted(currency))",
            "\"utcOffset\": \"\(OracleText.offset(minutes: offsetMinutes))\"",
            "\"period\": {\"from\": \"\(from.text)\", \"through\": \"\(through.text)\"}",
        ]
        if let presentBy { members.append("\"presentBy\": \"\(presentBy.text)\"") }
        if clock == .posting { members.append("\"clock\": \"posting\"") }
        if let cycleStartsOnDay { members.append("\"cycle\": {\"startsOnDay\": \(cycleStartsOnDay)}") }
        if let enrolment { members.append("\"enrolment\": \(enrolment.json)") }
        if !history.isEmpty {
            members.append("\"history\": [\(history.map(\.json).joined(separator: ", "))]")
        }
        if let exclusive {
            members.append(
                "\"exclusive\": {\"group\": \"\(exclusive.group)\", \"priority\": \(exclusive.priority)}")
        }
        if let earn = earn.json { members.append("\"earn\": \(earn)") }
        let gates = self.gates.map { "{\"id\": \(OracleJSON.quoted($0.id)), \($0.condition.jsonMembers)}" }
        members.append("\"gates\": [\(gates.joined(separator: ",\n    "))]")
        members.append("\"reward\": \(reward.json)")
        members.append("\"limits\": [\(limits.map(\.json).joined(separator: ",\n    "))]")
        members.append("\"onRefund\": \(onRefund.json)")
        members.append("\"onReversal\": \(onReversal.json)")
        return "{\n  \(members.joined(separator: ",\n  "))\n}\n"
    }
}

extension OracleCondition {
    fileprivate var jsonMembers: String {
        switch self {
        case .field(let name, let tests):
            let members = tests.map { test -> String in
                let operands = test.operands.map { name == "amount" ? $0 : OracleJSON.quoted($0) }
                let value = test.word.takesList ? "[\(operands.joined(separator: ", "))]" : operands.joined()
                return "\"\(test.word.rawValue)\": \(value)"
            }
            return (["\"field\": \(OracleJSON.quoted(name))"] + members).joined(separator: ", ")
        case .history(let id, let tests):
            let members = tests.map { "\"\($0.word.rawValue)\": \($0.operands.joined())" }
            return (["\"history\": \"\(id)\""] + members).joined(separator: ", ")
        case .within(let window): return "\"within\": \(window.json)"
        case .all(let parts): return "\"all\": [\(parts.map { "{\($0.jsonMembers)}" }.joined(separator: ", "))]"
        case .any(let parts): return "\"any\": [\(parts.map { "{\($0.jsonMembers)}" }.joined(separator: ", "))]"
        case .not(let part): return "\"not\": {\(part.jsonMembers)}"
        }
    }
}

extension OracleReward {
    /// Of a ladder.
    var steps: [Int]? {
        if case .ladder(let steps) = self { steps } else { nil }
    }

    fileprivate var json: String {
        func list(_ amounts: [Int]) -> String { "[\(amounts.map(OracleText.yuan).joined(separator: ", "))]" }
        switch self {
        case .ladder(let steps):
            return "{\"ladder\": {\"steps\": \(list(steps))}}"
        case .choice(let by, let cases, nil) where cases.count % 2 == 0 && cases.allSatisfy({ $0.reward.steps != nil }):
            let members = cases.map { "\(OracleJSON.quoted($0.value)): \(list($0.reward.steps ?? []))" }
            return "{\"ladder\": {\"by\": \(OracleJSON.quoted(by)), \"steps\": {\(members.joined(separator: ", "))}}}"
        case .choice(let by, let cases, let otherwise):
            let values = cases.map { "\(OracleJSON.quoted($0.value)): \($0.reward.json)" }.joined(separator: ", ")
            let rest = otherwise.map { ", \"otherwise\": \($0.json)" } ?? ""
            return "{\"by\": \(OracleJSON.quoted(by)), \"values\": {\(values)}\(rest)}"
        case .fixed(let fen):
            return "{\"fixed\": \(OracleText.yuan(fen))}"
        case .percent(let rate, let rounding, let unit, let maxFen):
            let members = ["\"rate\": \(rate.json)"] + OracleReward.members(rounding, unit, maxFen)
            return "{\"percent\": {\(members.joined(separator: ", "))}}"
        case .marginal(let bands, let within, let rounding, let unit, let maxFen):
            var members = within.map { ["\"within\": \($0.json)"] } ?? []
            members += OracleReward.members(rounding, unit, maxFen)
            if bands.count == 1, bands[0].fromFen == 0 {
                members += ["\"of\": \"window\"", "\"rate\": \(bands[0].rate.json)"]
                return "{\"percent\": {\(members.joined(separator: ", "))}}"
            }
            let list = bands.map { "{\"rate\": \($0.rate.json), \"from\": \(OracleText.yuan($0.fromFen))}" }
            members.append("\"bands\": [\(list.joined(separator: ", "))]")
            return "{\"marginal\": {\(members.joined(separator: ", "))}}"
        case .bands(let bands):
            let members = bands.map {
                "{\"from\": \(OracleText.yuan($0.fromFen)), \"amount\": \(OracleText.yuan($0.fen))}"
            }
            return "{\"bands\": [\(members.joined(separator: ", "))]}"
        }
    }
}

extension OracleReward {
    fileprivate static func members(_ rounding: Rounding?, _ unit: Unit?, _ maxFen: Int?) -> [String] {
        [
            rounding.map { "\"rounding\": \"\($0.rawValue)\"" }, unit.map { "\"unit\": \"\($0.rawValue)\"" },
            maxFen.map { "\"max\": \(OracleText.yuan($0))" },
        ].compactMap(\.self)
    }
}

extension OracleWindow {
    var json: String {
        switch self {
        case .calendar(let span): return OracleJSON.quoted(span.rawValue)
        case .after(let column, let days): return "{\"days\": \(days), \"after\": \(OracleJSON.quoted(column))}"
        case .same(let span, let column):
            return "{\"same\": \"\(span.rawValue)\", \"as\": \(OracleJSON.quoted(column))}"
        case .days(let spans):
            let days = spans.map { from, through in
                from == through
                    ? OracleJSON.quoted(from.text) : "{\"from\": \"\(from.text)\", \"through\": \"\(through.text)\"}"
            }
            return "{\"days\": [\(days.joined(separator: ", "))]}"
        }
    }
}

extension OracleLimit {
    fileprivate var json: String {
        var members = [
            "\"id\": \(OracleJSON.quoted(id))", "\"per\": \(OracleJSON.quoted(per))",
            "\"within\": \(within.json)",
        ]
        switch cap {
        case .awards(let count): members.append("\"awards\": \(count)")
        case .amount(let fen, let declines):
            members.append("\"amount\": \(OracleText.yuan(fen))")
            if declines { members.append("\"overflow\": \"decline\"") }
        case .tiers(let history, let tiers):
            let list = tiers.map { "{\"from\": \($0.from / 100), \"amount\": \(OracleText.yuan($0.fen))}" }
            members.append(
                "\"amount\": {\"history\": \"\(history)\", \"tiers\": [\(list.joined(separator: ", "))]}")
        }
        if let pool { members.append("\"pool\": \"\(pool)\"") }
        return "{\(members.joined(separator: ", "))}"
    }
}

extension OraclePolicy {
    fileprivate var json: String {
        let names: String
        switch reopens {
        case .none: names = "\"none\""
        case .all: names = "\"all\""
        case .list(let list): names = "[\(list.map(OracleJSON.quoted).joined(separator: ", "))]"
        }
        return "{\"policy\": \"\(kind.rawValue)\", \"reopens\": \(names)}"
    }
}
