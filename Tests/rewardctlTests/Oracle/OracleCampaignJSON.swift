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
        case .all(let parts): return "\"all\": [\(parts.map { "{\($0.jsonMembers)}" }.joined(separator: ", "))]"
        case .any(let parts): return "\"any\": [\(parts.map { "{\($0.jsonMembers)}" }.joined(separator: ", "))]"
        case .not(let part): return "\"not\": {\(part.jsonMembers)}"
        }
    }
}

extension OracleReward {
    fileprivate var json: String {
        func list(_ amounts: [Int]) -> String { "[\(amounts.map(OracleText.yuan).joined(separator: ", "))]" }
        switch self {
        case .ladder(let by?, let steps):
            let members = steps.map { "\(OracleJSON.quoted($0.value)): \(list($0.fen))" }.joined(separator: ", ")
            return "{\"ladder\": {\"by\": \(OracleJSON.quoted(by)), \"steps\": {\(members)}}}"
        case .ladder(nil, let steps):
            return "{\"ladder\": {\"steps\": \(list(steps.first?.fen ?? []))}}"
        case .fixed(let fen):
            return "{\"fixed\": \(OracleText.yuan(fen))}"
        case .percent(let rate, let rounding, let unit, let maxFen):
            var members = ["\"rate\": \(rate)"]
            if let rounding { members.append("\"rounding\": \"\(rounding.rawValue)\"") }
            if let unit { members.append("\"unit\": \"\(unit.rawValue)\"") }
            if let maxFen { members.append("\"max\": \(OracleText.yuan(maxFen))") }
            return "{\"percent\": {\(members.joined(separator: ", "))}}"
        case .bands(let bands):
            let members = bands.map {
                "{\"from\": \(OracleText.yuan($0.fromFen)), \"amount\": \(OracleText.yuan($0.fen))}"
            }
            return "{\"bands\": [\(members.joined(separator: ", "))]}"
        }
    }
}

extension OracleLimit {
    fileprivate var json: String {
        var members = [
            "\"id\": \(OracleJSON.quoted(id))", "\"per\": \(OracleJSON.quoted(per))",
            "\"within\": \"\(within.rawValue)\"",
        ]
        switch cap {
        case .awards(let count): members.append("\"awards\": \(count)")
        case .amount(let fen, let declines):
            members.append("\"amount\": \(OracleText.yuan(fen))")
            if declines { members.append("\"overflow\": \"decline\"") }
        }
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

/// A campaign file that the oracle cannot read; `what` names the part.
struct OracleCampaignProblem: Error { var what: String }

private func needed<Value>(_ value: Value?, _ what: String) throws -> Value {
    guard let value else { throw OracleCampaignProblem(what: what) }
    return value
}

private func fen(_ json: OracleJSON?, _ what: String) throws -> Int {
    try needed(json?.text.flatMap(OracleText.amountFen), what)
}

extension OracleCampaign {
    init(json text: String) throws {
        let json = try OracleJSON(text)
        func day(_ value: OracleJSON?) -> OracleDay? { value?.text.flatMap(OracleText.day) }
        self.init(
            id: try needed(json["id"]?.text, "id"), title: try needed(json["title"]?.text, "title"),
            currency: try needed(json["currency"]?.text, "currency"),
            offsetMinutes: try needed(json["utcOffset"]?.text.flatMap(OracleText.offsetMinutes), "utcOffset"),
            from: try needed(day(json["period"]?["from"]), "from"),
            through: try needed(day(json["period"]?["through"]), "through"),
            presentBy: day(json["presentBy"]),
            clock: try needed(Clock(rawValue: json["clock"]?.text ?? "transaction"), "clock"),
            cycleStartsOnDay: json["cycle"]?["startsOnDay"]?.text.flatMap { Int($0) },
            gates: try needed(json["gates"]?.items, "gates").map {
                OracleGate(id: try needed($0["id"]?.text, "gate id"), condition: try OracleCondition($0))
            },
            reward: try OracleReward(try needed(json["reward"], "reward")),
            limits: try needed(json["limits"]?.items, "limits").map { try OracleLimit($0) },
            onRefund: try OraclePolicy(json["onRefund"]), onReversal: try OraclePolicy(json["onReversal"]))
    }
}

extension OracleCondition {
    init(_ json: OracleJSON) throws {
        if let parts = json["all"]?.items {
            self = .all(try parts.map { try OracleCondition($0) })
        } else if let parts = json["any"]?.items {
            self = .any(try parts.map { try OracleCondition($0) })
        } else if let part = json["not"] {
            self = .not(try OracleCondition(part))
        } else {
            let tests = OracleTest.Word.allCases.compactMap { word in
                json[word.rawValue].map { operand in
                    OracleTest(word: word, operands: operand.items?.compactMap(\.text) ?? [operand.text ?? ""])
                }
            }
            self = .field(try needed(json["field"]?.text, "field"), tests)
        }
    }
}

extension OracleReward {
    init(_ json: OracleJSON) throws {
        if let ladder = json["ladder"] {
            func amounts(_ steps: OracleJSON?) throws -> [Int] {
                try needed(steps?.items, "steps").map { try fen($0, "step") }
            }
            if let by = ladder["by"]?.text {
                self = .ladder(
                    by: by,
                    steps: try needed(ladder["steps"]?.members, "steps").map { ($0.key, try amounts($0.value)) })
            } else {
                self = .ladder(by: nil, steps: [("", try amounts(ladder["steps"]))])
            }
        } else if let fixed = json["fixed"] {
            self = .fixed(fen: try fen(fixed, "fixed"))
        } else if let percent = json["percent"] {
            self = .percent(
                rate: try needed(percent["rate"]?.text, "rate"),
                rounding: percent["rounding"]?.text.flatMap { Rounding(rawValue: $0) },
                unit: percent["unit"]?.text.flatMap { Unit(rawValue: $0) },
                maxFen: try percent["max"].map { try fen($0, "max") })
        } else {
            self = .bands(
                try needed(json["bands"]?.items, "bands").map {
                    (try fen($0["from"], "from"), try fen($0["amount"], "amount"))
                })
        }
    }
}

extension OracleLimit {
    init(_ json: OracleJSON) throws {
        let cap: Cap
        if let awards = json["awards"]?.text {
            cap = .awards(try needed(Int(awards), "awards"))
        } else {
            cap = .amount(fen: try fen(json["amount"], "limit"), declines: json["overflow"]?.text == "decline")
        }
        self.init(
            id: try needed(json["id"]?.text, "limit id"), per: try needed(json["per"]?.text, "per"),
            within: try needed(json["within"]?.text.flatMap { Within(rawValue: $0) }, "within"), cap: cap)
    }
}

extension OraclePolicy {
    init(_ json: OracleJSON?) throws {
        self.init()
        guard let json else { return }
        kind = try needed(Kind(rawValue: json["policy"]?.text ?? "retest"), "policy")
        switch json["reopens"] {
        case .list(let names)?: reopens = .list(names.compactMap(\.text))
        case .scalar("all")?: reopens = .all
        default: reopens = .none
        }
    }
}
