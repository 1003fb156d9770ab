/// A day of the calendar, moved only by walking from one day to its neighbour: slow, and too plain to be wrong in the
/// same way as arithmetic on day numbers.
struct OracleDay: Hashable, Comparable {
    var year: Int
    var month: Int
    var day: Int

    /// Nil where there is no such day, or its year is outside 1970–9999 (SPEC 2).
    init?(_ year: Int, _ month: Int, _ day: Int) {
        guard 1970 <= year, year <= 9999, 1 <= month, month <= 12 else { return nil }
        guard 1 <= day, day <= OracleDay.length(ofMonth: month, year: year) else { return nil }
        (self.year, self.month, self.day) = (year, month, day)
    }

    private init(walkedTo year: Int, _ month: Int, _ day: Int) {
        (self.year, self.month, self.day) = (year, month, day)
    }

    /// The first day that the engine accepts.
    static let first = OracleDay(walkedTo: 1970, 1, 1)

    static func length(ofMonth month: Int, year: Int) -> Int {
        let isLeapYear = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
        return [31, isLeapYear ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
    }

    static func < (left: OracleDay, right: OracleDay) -> Bool {
        if left.year != right.year { return left.year < right.year }
        if left.month != right.month { return left.month < right.month }
        return left.day < right.day
    }

    var tomorrow: OracleDay {
        if day < OracleDay.length(ofMonth: month, year: year) { return OracleDay(walkedTo: year, month, day + 1) }
        return month < 12 ? OracleDay(walkedTo: year, month + 1, 1) : OracleDay(walkedTo: year + 1, 1, 1)
    }

    var yesterday: OracleDay {
        if day > 1 { return OracleDay(walkedTo: year, month, day - 1) }
        let (beforeYear, beforeMonth) = month > 1 ? (year, month - 1) : (year - 1, 12)
        return OracleDay(
            walkedTo: beforeYear, beforeMonth, OracleDay.length(ofMonth: beforeMonth, year: beforeYear))
    }

    func moved(by days: Int) -> OracleDay {
        var moved = self
        for _ in 0..<abs(days) { moved = days > 0 ? moved.tomorrow : moved.yesterday }
        return moved
    }

    /// `mon` … `sun`, by Zeller's congruence.
    var weekday: String {
        let (zellerYear, zellerMonth) = month < 3 ? (year - 1, month + 12) : (year, month)
        let (yearOfCentury, century) = (zellerYear % 100, zellerYear / 100)
        let sinceSaturday =
            (day + 13 * (zellerMonth + 1) / 5 + yearOfCentury + yearOfCentury / 4 + century / 4 + 5 * century) % 7
        return ["sat", "sun", "mon", "tue", "wed", "thu", "fri"][sinceSaturday]
    }

    /// The first day of the cycle: the nearest day at or before this one that bears the start day's number.
    func cycle(startsOnDay: Int) -> OracleDay {
        var first = self
        while first.day != startsOnDay { first = first.yesterday }
        return first
    }

    var monday: OracleDay {
        var first = self
        while first.weekday != "mon" { first = first.yesterday }
        return first
    }

    /// `2016-12-22`
    var text: String { "\(year)-\(twoDigits(month))-\(twoDigits(day))" }
}

/// A moment on the clock of the calculation's zone.
struct OracleMoment: Hashable, Comparable {
    var day: OracleDay
    var second: Int

    static func < (left: OracleMoment, right: OracleMoment) -> Bool {
        left.day != right.day ? left.day < right.day : left.second < right.second
    }

    func moved(bySeconds seconds: Int) -> OracleMoment {
        var (day, second) = (self.day, self.second + seconds)
        while second < 0 { (day, second) = (day.yesterday, second + 86_400) }
        while second >= 86_400 { (day, second) = (day.tomorrow, second - 86_400) }
        return OracleMoment(day: day, second: second)
    }

    /// `2016-12-22T10:03:27`
    var text: String {
        "\(day.text)T\(twoDigits(second / 3600)):\(twoDigits(second / 60 % 60)):\(twoDigits(second % 60))"
    }
}

func twoDigits(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
