/// The one way in which days, times and money are written.
extension Day {
    /// `2016-12-22`
    package var text: String {
        let (year, month, day) = civil
        return "\(year)-\(twoDigits(month))-\(twoDigits(day))"
    }
}

extension LocalTime {
    /// `2016-12-22T10:03:27+08:00`
    package func text(in offset: UTCOffset) -> String {
        "\(day.text)T\(clockText(secondOfDay: secondOfDay))\(offset.text)"
    }

    /// `2016-12-22 10:03:27`, for people.
    package var tableText: String {
        "\(day.text) \(clockText(secondOfDay: secondOfDay))"
    }
}

extension UTCOffset {
    /// `+08:00`
    package var text: String {
        let minutes = abs(seconds) / 60
        return "\(seconds < 0 ? "-" : "+")\(twoDigits(minutes / 60)):\(twoDigits(minutes % 60))"
    }
}

/// `10:03:27`
package func clockText(secondOfDay: Int) -> String {
    "\(twoDigits(secondOfDay / 3600)):\(twoDigits(secondOfDay / 60 % 60)):\(twoDigits(secondOfDay % 60))"
}

/// Yuan with two decimals, from fen: `-12.40`.
package func yuanText(fen: Int) -> String {
    let magnitude = fen.magnitude
    return "\(fen < 0 ? "-" : "")\(magnitude / 100).\(twoDigits(Int(magnitude % 100)))"
}

private func twoDigits(_ value: Int) -> String {
    value < 10 ? "0\(value)" : "\(value)"
}

extension Day {
    /// Reads `2016-12-22`; nil for anything else.
    package init?(text: String) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard text.utf8.count == 10, parts.count == 3, parts.map(\.utf8.count) == [4, 2, 2],
            text.utf8.allSatisfy({ $0 == UInt8(ascii: "-") || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
            let year = Int(parts[0]), let month = Int(parts[1]), let day = Int(parts[2])
        else { return nil }
        self.init(year: year, month: month, day: day)
    }
}

extension UTCOffset {
    /// Reads `+08:00`, at most 14 hours either way; nil for anything else.
    package init?(text: String) {
        let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
        guard text.utf8.count == 6, parts.count == 2, parts.map(\.utf8.count) == [2, 2],
            let sign = ["+": 1, "-": -1][text.prefix(1)],
            parts.allSatisfy({ $0.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } }),
            let hours = Int(parts[0]), let minutes = Int(parts[1]), minutes <= 59, hours * 60 + minutes <= 14 * 60
        else { return nil }
        self.init(seconds: sign * (hours * 60 + minutes) * 60)
    }
}

/// Lower case for ASCII letters alone: how names of columns are compared.
package func asciiLowercased(_ text: String) -> String {
    String(decoding: text.utf8.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 }, as: UTF8.self)
}
