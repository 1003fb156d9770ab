/// A calendar day, as the count of days since 1970-01-01 in the proleptic Gregorian calendar.
package struct Day: Hashable, Comparable, Sendable {
    package var number: Int32

    package init(number: Int32) {
        self.number = number
    }

    /// The years that the engine accepts (SPEC 2).
    package static let years = 1970...9999

    /// Nil when there is no such day, or its year is outside 1970–9999.
    package init?(year: Int, month: Int, day: Int) {
        guard Day.years.contains(year), 1...12 ~= month, 1...Day.count(ofMonth: month, year: year) ~= day else {
            return nil
        }
        self.init(unchecked: year, month, day)
    }

    /// Counts in eras of 400 years that begin on March 1st, so that a leap day is the last of its year.
    private init(unchecked year: Int, _ month: Int, _ day: Int) {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear / 400
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        number = Int32(era * 146_097 + dayOfEra - 719_468)
    }

    package static func count(ofMonth month: Int, year: Int) -> Int {
        switch month {
        case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    package var civil: (year: Int, month: Int, day: Int) {
        let shifted = Int(number) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        return (
            yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        )
    }

    /// 1 on a Monday to 7 on a Sunday.
    package var weekday: Int {
        (Int(number) + 3) % 7 + 1
    }

    /// The first day of the cycle (结算周期) that this day falls in: day `startsOnDay` (1…28) of this month, or of the
    /// month before.
    package func cycle(startsOnDay: Int) -> Day {
        let (year, month, day) = civil
        if day >= startsOnDay { return Day(number: number - Int32(day - startsOnDay)) }
        return month == 1
            ? Day(unchecked: year - 1, 12, startsOnDay) : Day(unchecked: year, month - 1, startsOnDay)
    }

    package func advanced(by days: Int) -> Day {
        Day(number: number + Int32(days))
    }

    package static func < (left: Day, right: Day) -> Bool {
        left.number < right.number
    }
}

/// A moment on the clock of the calculation's one zone, as seconds since 1970-01-01T00:00:00 of that zone.
package struct LocalTime: Hashable, Comparable, Sendable {
    package var seconds: Int

    package init(seconds: Int) {
        self.seconds = seconds
    }

    package init(day: Day, secondOfDay: Int) {
        seconds = Int(day.number) * LocalTime.secondsPerDay + secondOfDay
    }

    package static let secondsPerDay = 86_400

    package var day: Day { Day(number: Int32(truncatingIfNeeded: seconds / LocalTime.secondsPerDay)) }
    package var secondOfDay: Int { seconds % LocalTime.secondsPerDay }

    package static func < (left: LocalTime, right: LocalTime) -> Bool {
        left.seconds < right.seconds
    }
}

/// How far the clock of a zone is ahead of UTC, in seconds; at most 14 hours either way.
package struct UTCOffset: Hashable, Sendable {
    package var seconds: Int

    package init(seconds: Int) {
        self.seconds = seconds
    }

    package static let china = UTCOffset(seconds: 8 * 3600)
}
