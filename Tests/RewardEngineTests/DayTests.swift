import RewardEngine
import Testing

@Suite("Days, cycles and windows (SPEC 2)")
struct DayTests {
    @Test("every day of 1970–9999 goes to its civil date and back, and follows the day before")
    func roundTrip() throws {
        let first = try #require(Day(year: 1970, month: 1, day: 1))
        let last = try #require(Day(year: 9999, month: 12, day: 31))
        #expect(first.number == 0)
        #expect(last.number == 2_932_896)
        var expected = (year: 1970, month: 1, day: 1)
        for number in first.number...last.number {
            let civil = Day(number: number).civil
            guard civil == expected else {
                Issue.record("day \(number) is \(civil), not \(expected)")
                return
            }
            expected.day += 1
            if expected.day > Day.count(ofMonth: expected.month, year: expected.year) {
                expected = expected.month == 12 ? (expected.year + 1, 1, 1) : (expected.year, expected.month + 1, 1)
            }
        }
    }

    @Test(
        "a day that does not exist is none",
        arguments: [
            (2017, 2, 29), (2017, 13, 1), (2017, 0, 1), (2017, 4, 31), (1969, 12, 31), (10000, 1, 1), (1900, 2, 29),
        ])
    func noSuchDay(year: Int, month: Int, day: Int) {
        #expect(Day(year: year, month: month, day: day) == nil)
    }

    @Test("weekdays", arguments: [(2017, 1, 1, 7), (2017, 1, 2, 1), (1970, 1, 1, 4), (2016, 12, 22, 4)])
    func weekday(year: Int, month: Int, day: Int, weekday: Int) {
        #expect(Day(year: year, month: month, day: day)?.weekday == weekday)
    }

    @Test(
        "a cycle runs from day 22 to day 21 of the next month",
        arguments: [
            ((2016, 12, 22), (2016, 12, 22)), ((2017, 1, 21), (2016, 12, 22)), ((2017, 1, 22), (2017, 1, 22)),
            ((2017, 3, 1), (2017, 2, 22)), ((2016, 12, 21), (2016, 11, 22)),
        ])
    func cycle(day: (Int, Int, Int), start: (Int, Int, Int)) {
        let of = Day(year: day.0, month: day.1, day: day.2)
        #expect(of?.cycle(startsOnDay: 22) == Day(year: start.0, month: start.1, day: start.2))
    }

    @Test("a week starts on Monday, a quarter in January, April, July and October")
    func windows() throws {
        let sunday = try #require(Day(year: 2017, month: 1, day: 1))
        let monday = sunday.advanced(by: 1)
        func key(_ window: CalendarSpan, _ day: Day) -> Int32 { window.key(of: day, cycleStartsOnDay: nil) }
        #expect(key(.week, sunday) != key(.week, monday))
        #expect(key(.week, monday) == key(.week, monday.advanced(by: 6)))
        #expect(key(.year, sunday.advanced(by: -1)) != key(.year, sunday))
        let march = try #require(Day(year: 2017, month: 3, day: 31))
        #expect(key(.quarter, march) == key(.quarter, sunday))
        #expect(key(.quarter, march) != key(.quarter, march.advanced(by: 1)))
        #expect(key(.month, march) != key(.month, march.advanced(by: 1)))
        #expect(key(.campaign, march) == key(.campaign, sunday))
    }
}
