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
        } else if let window = json["within"] {
            self = .within(try OracleWindow(window))
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
        func amounts(_ steps: OracleJSON?) throws -> [Int] {
            try needed(steps?.items, "steps").map { try fen($0, "step") }
        }
        if let by = json["by"]?.text {
            self = .choice(
                by,
                try needed(json["values"]?.members, "values").map { ($0.key, try OracleReward($0.value)) },
                otherwise: try json["otherwise"].map { try OracleReward($0) })
        } else if let ladder = json["ladder"] {
            if let by = ladder["by"]?.text {
                self = .choice(
                    by,
                    try needed(ladder["steps"]?.members, "steps").map { ($0.key, .ladder(try amounts($0.value))) },
                    otherwise: nil)
            } else {
                self = .ladder(try amounts(ladder["steps"]))
            }
        } else if let fixed = json["fixed"] {
            self = .fixed(fen: try fen(fixed, "fixed"))
        } else if let percent = json["percent"] {
            self = .percent(
                rate: .always(try needed(percent["rate"]?.text, "rate")),
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

extension OracleWindow {
    init(_ json: OracleJSON) throws {
        func span(_ text: String?) throws -> Span { try needed(text.flatMap { Span(rawValue: $0) }, "span") }
        func day(_ json: OracleJSON?) throws -> OracleDay { try needed(json?.text.flatMap(OracleText.day), "day") }
        if json.text != nil {
            self = .calendar(try span(json.text))
        } else if let column = json["after"]?.text {
            self = .after(column: column, days: try needed(json["days"]?.text.flatMap { Int($0) }, "days"))
        } else if let column = json["as"]?.text {
            self = .same(try span(json["same"]?.text), column: column)
        } else {
            self = .days(
                try needed(json["days"]?.items, "days").map { item in
                    item.text == nil
                        ? (try day(item["from"]), try day(item["through"])) : (try day(item), try day(item))
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
            within: try OracleWindow(needed(json["within"], "within")), cap: cap)
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
