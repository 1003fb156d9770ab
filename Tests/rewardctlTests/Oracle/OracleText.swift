/// How texts are read and written (SPEC 1 and 2), one character after the other.
enum OracleText {
    static func trimmed(_ text: String) -> String {
        let blanks: [Unicode.Scalar] = [" ", "\t", "\u{A0}", "\u{3000}"]
        var scalars = Array(text.unicodeScalars)
        while let first = scalars.first, blanks.contains(first) { scalars.removeFirst() }
        while let last = scalars.last, blanks.contains(last) { scalars.removeLast() }
        var trimmed = String.UnicodeScalarView()
        trimmed.append(contentsOf: scalars)
        return String(trimmed)
    }

    /// Yuan with two decimals.
    static func yuan(_ fen: Int) -> String {
        "\(fen < 0 ? "-" : "")\(abs(fen) / 100).\(twoDigits(abs(fen) % 100))"
    }

    /// `+08:00`
    static func offset(minutes: Int) -> String {
        "\(minutes < 0 ? "-" : "+")\(twoDigits(abs(minutes) / 60)):\(twoDigits(abs(minutes) % 60))"
    }

    /// Only ASCII digits, at least one.
    static func number(_ text: some StringProtocol) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ 48 <= $0 && $0 <= 57 }) else { return nil }
        return Int(text)
    }

    /// The amount of a row in fen, nil where SPEC 1 rejects it.
    static func amountFen(_ text: String) -> Int? {
        var plain = ""
        for (index, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "¥", "￥":
                if index > 0 { return nil }
            case "．": plain += "."
            case "，": plain += ","
            case "０"..."９": plain += String(scalar.value - 0xFF10)
            default: plain.unicodeScalars.append(scalar)
            }
        }
        let parts = plain.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count <= 2, let yuan = grouped(String(parts[0])) else { return nil }
        var decimals = "00"
        if parts.count == 2 {
            guard number(parts[1]) != nil else { return nil }
            let padded = parts[1] + "0"
            guard padded.dropFirst(2).allSatisfy({ $0 == "0" }) else { return nil }
            decimals = String(padded.prefix(2))
        }
        guard yuan <= 9_999_999_999, let fen = number(decimals) else { return nil }
        let amount = yuan * 100 + fen
        return amount > 0 ? amount : nil
    }

    private static func grouped(_ text: String) -> Int? {
        let groups = text.split(separator: ",", omittingEmptySubsequences: false)
        if groups.count > 1 {
            guard groups[0].count <= 3, groups.dropFirst().allSatisfy({ $0.count == 3 }) else { return nil }
        }
        guard groups.allSatisfy({ number($0) != nil }) else { return nil }
        return number(groups.joined())
    }

    /// A date alone: `2016-12-22`, `2016/1/2`, `20161222`.
    static func day(_ text: String) -> OracleDay? {
        if text.count == 8, number(text) != nil {
            guard let year = number(text.prefix(4)), let month = number(text.dropFirst(4).prefix(2)) else { return nil }
            return number(text.dropFirst(6)).flatMap { OracleDay(year, month, $0) }
        }
        let separator: Character = text.contains("/") ? "/" : "-"
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].count == 4, parts[1].count <= 2, parts[2].count <= 2 else { return nil }
        guard let year = number(parts[0]), let month = number(parts[1]), let day = number(parts[2]) else { return nil }
        return OracleDay(year, month, day)
    }

    /// A `txn_time` as a moment in the zone that is `offsetMinutes` ahead of UTC.
    static func moment(_ text: String, offsetMinutes: Int) -> OracleMoment? {
        if let day = day(text) { return OracleMoment(day: day, second: 0) }
        var (clock, dayText) = ("", "")
        if let separator = text.firstIndex(where: { $0 == "T" || $0 == " " }) {
            dayText = String(text[..<separator])
            clock = String(text[text.index(after: separator)...])
            guard dayText.count != 8 || number(dayText) == nil else { return nil }
        } else {
            guard text.count >= 14, number(text.prefix(14)) != nil else { return nil }
            dayText = String(text.prefix(8))
            let digits = Array(text.dropFirst(8).prefix(6))
            clock = "\(digits[0])\(digits[1]):\(digits[2])\(digits[3]):\(digits[4])\(digits[5])" + text.dropFirst(14)
        }
        guard let day = day(dayText) else { return nil }
        var givenOffset = offsetMinutes
        if clock.hasSuffix("Z") {
            clock.removeLast()
            givenOffset = 0
        } else if let sign = clock.firstIndex(where: { $0 == "+" || $0 == "-" }) {
            guard let minutes = Self.offsetMinutes(String(clock[sign...])) else { return nil }
            givenOffset = minutes
            clock = String(clock[..<sign])
        }
        guard let second = secondOfDay(clock, hourMayHaveOneDigit: true) else { return nil }
        let local = OracleMoment(day: day, second: second).moved(bySeconds: (offsetMinutes - givenOffset) * 60)
        return 1970 <= local.day.year && local.day.year <= 9999 ? local : nil
    }

    /// `±HH:MM`, at most 14:00.
    static func offsetMinutes(_ text: String) -> Int? {
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 2, parts[1].count == 2 else { return nil }
        guard let hours = number(parts[0]), let minutes = number(parts[1]), minutes < 60 else { return nil }
        guard hours * 60 + minutes <= 14 * 60 else { return nil }
        return (text.hasPrefix("-") ? -1 : 1) * (hours * 60 + minutes)
    }

    /// `HH:MM`, `HH:MM:SS`, or with a fraction that is cut off.
    static func secondOfDay(_ text: String, hourMayHaveOneDigit: Bool) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2 || parts.count == 3, parts[1].count == 2 else { return nil }
        guard parts[0].count == 2 || (hourMayHaveOneDigit && parts[0].count == 1) else { return nil }
        guard let hour = number(parts[0]), hour < 24, let minute = number(parts[1]), minute < 60 else { return nil }
        guard parts.count == 3 else { return hour * 3600 + minute * 60 }
        let secondParts = parts[2].split(separator: ".", omittingEmptySubsequences: false)
        guard secondParts.count <= 2, secondParts[0].count == 2, let second = number(secondParts[0]), second < 60 else {
            return nil
        }
        if secondParts.count == 2, number(secondParts[1]) == nil { return nil }
        return hour * 3600 + minute * 60 + second
    }

    /// The order in which bytes compare, which is not how Swift compares strings.
    static func bytesPrecede(_ left: String, _ right: String) -> Bool {
        Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8))
    }
}
