/// What the newer keys of a campaign file say, written.
extension OracleEarn {
    /// Nil where it need not be said.
    var json: String? {
        switch self {
        case .each: return nil
        case .every(let count, let window): return "{\"every\": \(count), \"within\": \(window.json)}"
        case .reach(let goal, let window, let thenEach):
            let goals = [
                goal.count.map { "\"count\": \($0)" }, goal.spendFen.map { "\"spend\": \(OracleText.yuan($0))" },
                goal.days.map { "\"days\": \($0)" }, goal.consecutiveDays.map { "\"consecutiveDays\": \($0)" },
            ].compactMap(\.self)
            let then = thenEach ? ", \"then\": \"each\"" : ""
            return "{\"reach\": {\(goals.joined(separator: ", "))}, \"within\": \(window.json)\(then)}"
        }
    }
}

extension OracleEnrolment {
    var json: String {
        var members = [
            "\"by\": \"\(column == "card_id" ? "card" : "cardholder")\"", "\"counts\": \"\(counts.rawValue)\"",
            "\"within\": \"\(within.rawValue)\"", "\"lasts\": \"\(lapses ? "window" : "campaign")\"",
        ]
        if let first { members.append("\"first\": \(first)") }
        return "{\(members.joined(separator: ", "))}"
    }
}

extension OracleHistory {
    var json: String {
        let names = gates.isEmpty ? "" : ", \"gates\": [\(gates.map { "\"\($0)\"" }.joined(separator: ", "))]"
        return "{\"id\": \"\(id)\", \"sum\": \"\(isSpend ? "spend" : "count")\", "
            + "\"previous\": \"\(previous.rawValue)\"\(names)}"
    }
}

extension OracleRate {
    var json: String {
        switch self {
        case .always(let text): return text
        case .tiers(let history, let tiers):
            let list = tiers.map { "{\"from\": \($0.from / 100), \"rate\": \($0.rate)}" }
            return "{\"history\": \"\(history)\", \"tiers\": [\(list.joined(separator: ", "))]}"
        }
    }
}

extension OracleEnrolmentLine {
    /// A file of enrolments.
    static func csv(_ lines: [OracleEnrolmentLine]) -> String {
        "cardholder_id,card_id,campaign,enrolled_at\n"
            + lines.map { line in
                let owners = line.column == "card_id" ? ",\(line.identity)" : "\(line.identity),"
                return "\(owners),\(line.campaign),\(line.time.text)\n"
            }.joined()
    }
}
