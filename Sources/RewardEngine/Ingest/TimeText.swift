/// `txn_time` and `posted_on` as banks and spreadsheets write them (SPEC 2).
package enum TimeText {
    package enum Fault: Error, Equatable, Sendable {
        case notATime
        case notADay
        case noSuchDay
        case noSuchTimeOfDay
        case noSuchOffset
        case yearOutOfRange
    }

    /// The zone of the calculation, with what the fast path needs of it.
    package struct Zone: Sendable {
        let offset: UTCOffset
        /// `+08:00` as the upper six bytes of a word.
        let offsetWord: UInt64

        package init(_ offset: UTCOffset) {
            self.offset = offset
            offsetWord = offset.text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) } << 16
        }
    }

    /// The local time in `zone` that the trimmed text in `range` states.
    @inline(__always)
    package static func time(
        in bytes: Span<UInt8>, _ range: Range<Int>, zone: borrowing Zone
    ) throws(Fault) -> LocalTime {
        if let time = plainTime(in: bytes, range, zone: zone) { return time }
        return try anyTime(in: bytes, range, offset: zone.offset)
    }

    /// `2016-12-22T10:03:27`, with a blank for the T, bare or with the zone's own offset; nil for everything else.
    @inline(__always)
    private static func plainTime(in bytes: Span<UInt8>, _ range: Range<Int>, zone: borrowing Zone) -> LocalTime? {
        let start = range.lowerBound
        guard range.count == 19 || range.count == 25 else { return nil }
        if range.count == 25 {
            let lastSix = WordScan.word(at: range.upperBound - 8, in: bytes) & ~0xFFFF
            guard lastSix == zone.offsetWord else { return nil }
        }
        // `YYYY-MM-`, `DD?HH:MM` and `HH:MM:SS`, less what every such text has: digits are left as their values.
        let months = WordScan.word(at: start, in: bytes) ^ 0x2D30_302D_3030_3030
        let days = WordScan.word(at: start + 8, in: bytes)
        let clock = WordScan.word(at: start + 11, in: bytes) ^ 0x3030_3A30_303A_3030
        let between = UInt8(truncatingIfNeeded: days &>> 16)
        guard between == UInt8(ascii: "T") || between == Byte.blank else { return nil }
        let dayDigits = days & 0xFFFF ^ 0x3030
        let overflow =
            (months &+ 0x7F76_767F_7676_7676 | months) | (clock &+ 0x7676_7F76_767F_7676 | clock)
            | (dayDigits &+ 0x7676 | dayDigits)
        guard overflow & WordScan.topBits == 0 else { return nil }

        let (monthPairs, clockPairs) = (pairs(months), pairs(clock))
        let year = part(monthPairs, 0) * 100 + part(monthPairs, 2)
        let (hour, minute, second) = (part(clockPairs, 0), part(clockPairs, 3), part(clockPairs, 6))
        guard hour < 24, minute < 60, second < 60,
            let day = Day(year: year, month: part(monthPairs, 5), day: part(pairs(dayDigits), 0))
        else { return nil }
        return LocalTime(day: day, secondOfDay: (hour * 60 + minute) * 60 + second)
    }

    /// Each byte becomes ten times itself and the next one.
    @inline(__always)
    private static func pairs(_ digits: UInt64) -> UInt64 {
        digits &* 10 &+ digits &>> 8
    }

    @inline(__always)
    private static func part(_ pairs: UInt64, _ index: UInt64) -> Int {
        Int(truncatingIfNeeded: pairs &>> (index &* 8) & 0xFF)
    }

    @inline(never)
    private static func anyTime(
        in bytes: Span<UInt8>, _ range: Range<Int>, offset: UTCOffset
    ) throws(Fault) -> LocalTime {
        var cursor = Cursor(position: range.lowerBound, end: range.upperBound)
        let parts = try date(&cursor, in: bytes, orElse: .notATime)
        var secondOfDay = 0
        var hasClock = parts.isFollowedByClock
        if hasClock {
            secondOfDay = try compactClock(&cursor, in: bytes)
        } else if !cursor.isAtEnd {
            guard cursor.take(UInt8(ascii: "T"), in: bytes) || cursor.take(Byte.blank, in: bytes) else {
                throw .notATime
            }
            secondOfDay = try clock(&cursor, in: bytes)
            hasClock = true
        }
        let day = try dayNumber(parts)
        var seconds = day * LocalTime.secondsPerDay + secondOfDay
        if hasClock, !cursor.isAtEnd { seconds += offset.seconds - (try offsetSeconds(&cursor, in: bytes)) }
        guard cursor.isAtEnd else { throw .notATime }
        guard 0..<localEnd ~= seconds else { throw .yearOutOfRange }
        return LocalTime(seconds: seconds)
    }

    /// The first second after the year 9999.
    private static let localEnd = 2_932_897 * LocalTime.secondsPerDay

    /// The day that the trimmed text in `range` states: a date alone.
    package static func day(in bytes: Span<UInt8>, _ range: Range<Int>) throws(Fault) -> Day {
        var cursor = Cursor(position: range.lowerBound, end: range.upperBound)
        let parts = try date(&cursor, in: bytes, orElse: .notADay)
        guard cursor.isAtEnd, !parts.isFollowedByClock else { throw .notADay }
        let number = try dayNumber(parts)
        guard number >= 0 else { throw .yearOutOfRange }
        return Day(number: Int32(number))
    }

    private struct DateParts {
        var year: Int
        var month: Int
        var day: Int
        /// In the form of fourteen digits.
        var isFollowedByClock = false
    }

    /// `2016-12-22`, `2016/1/2`, or the first eight of eight or fourteen digits.
    private static func date(
        _ cursor: inout Cursor, in bytes: Span<UInt8>, orElse fault: Fault
    ) throws(Fault) -> DateParts {
        let digits = cursor.digitsAhead(in: bytes)
        if digits == 8 || digits == 14 {
            guard let year = cursor.number(digits: 4...4, in: bytes),
                let month = cursor.number(digits: 2...2, in: bytes),
                let day = cursor.number(digits: 2...2, in: bytes)
            else { throw fault }
            guard digits == 14 || cursor.isAtEnd else { throw fault }
            return DateParts(year: year, month: month, day: day, isFollowedByClock: digits == 14)
        }
        guard digits == 4, let year = cursor.number(digits: 4...4, in: bytes) else { throw fault }
        let separator = cursor.take(UInt8(ascii: "/"), in: bytes) ? UInt8(ascii: "/") : UInt8(ascii: "-")
        guard separator == UInt8(ascii: "/") || cursor.take(separator, in: bytes),
            let month = cursor.number(digits: 1...2, in: bytes), cursor.take(separator, in: bytes),
            let day = cursor.number(digits: 1...2, in: bytes)
        else { throw fault }
        return DateParts(year: year, month: month, day: day)
    }

    /// Counted from 1970-01-01; negative for a day before it that an offset may still bring into 1970.
    private static func dayNumber(_ parts: DateParts) throws(Fault) -> Int {
        // The calendar repeats itself after 400 years, so the day can be looked up in a year that `Day` accepts.
        let isBefore = parts.year < Day.years.lowerBound
        let year = isBefore ? parts.year + 2000 : parts.year
        guard let day = Day(year: year, month: parts.month, day: parts.day) else { throw .noSuchDay }
        return Int(day.number) - (isBefore ? 5 * 146_097 : 0)
    }

    /// `H:MM`, `H:MM:SS` or `H:MM:SS.fraction`, as seconds of the day.
    private static func clock(_ cursor: inout Cursor, in bytes: Span<UInt8>) throws(Fault) -> Int {
        let colon = UInt8(ascii: ":")
        guard let hour = cursor.number(digits: 1...2, in: bytes), cursor.take(colon, in: bytes),
            let minute = cursor.number(digits: 2...2, in: bytes)
        else { throw .notATime }
        var second = 0
        if cursor.take(colon, in: bytes) {
            guard let value = cursor.number(digits: 2...2, in: bytes) else { throw .notATime }
            second = value
            try skipFraction(&cursor, in: bytes)
        }
        return try secondOfDay(hour, minute, second)
    }

    /// `HHMMSS` or `HHMMSS.fraction`.
    private static func compactClock(_ cursor: inout Cursor, in bytes: Span<UInt8>) throws(Fault) -> Int {
        guard let hour = cursor.number(digits: 2...2, in: bytes), let minute = cursor.number(digits: 2...2, in: bytes),
            let second = cursor.number(digits: 2...2, in: bytes)
        else { throw .notATime }
        try skipFraction(&cursor, in: bytes)
        return try secondOfDay(hour, minute, second)
    }

    private static func skipFraction(_ cursor: inout Cursor, in bytes: Span<UInt8>) throws(Fault) {
        guard cursor.take(Byte.stop, in: bytes) else { return }
        let digits = cursor.digitsAhead(in: bytes)
        guard digits > 0 else { throw .notATime }
        cursor.position += digits
    }

    private static func secondOfDay(_ hour: Int, _ minute: Int, _ second: Int) throws(Fault) -> Int {
        guard hour < 24, minute < 60, second < 60 else { throw .noSuchTimeOfDay }
        return (hour * 60 + minute) * 60 + second
    }

    /// `Z`, or `±HH:MM` of at most 14:00.
    private static func offsetSeconds(_ cursor: inout Cursor, in bytes: Span<UInt8>) throws(Fault) -> Int {
        if cursor.take(UInt8(ascii: "Z"), in: bytes) { return 0 }
        let isBehind = cursor.take(UInt8(ascii: "-"), in: bytes)
        guard isBehind || cursor.take(UInt8(ascii: "+"), in: bytes),
            let hours = cursor.number(digits: 2...2, in: bytes), cursor.take(UInt8(ascii: ":"), in: bytes),
            let minutes = cursor.number(digits: 2...2, in: bytes)
        else { throw .notATime }
        guard minutes < 60, hours * 60 + minutes <= 14 * 60 else { throw .noSuchOffset }
        return (hours * 60 + minutes) * (isBehind ? -60 : 60)
    }

    private struct Cursor {
        var position: Int
        let end: Int

        var isAtEnd: Bool { position == end }

        mutating func take(_ byte: UInt8, in bytes: Span<UInt8>) -> Bool {
            guard position < end, bytes[position] == byte else { return false }
            position += 1
            return true
        }

        func digitsAhead(in bytes: Span<UInt8>) -> Int {
            var index = position
            while index < end, Byte.digit(bytes[index]) <= 9 { index += 1 }
            return index - position
        }

        /// A number of so many digits, as many as there are; nil where there are fewer.
        mutating func number(digits: ClosedRange<Int>, in bytes: Span<UInt8>) -> Int? {
            let count = min(digitsAhead(in: bytes), digits.upperBound)
            guard count >= digits.lowerBound else { return nil }
            var number = 0
            for _ in 0..<count {
                number = number * 10 + Byte.digit(bytes[position])
                position += 1
            }
            return number
        }
    }
}
