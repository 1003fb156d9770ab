/// The span of days over which a limit counts (a limit's `within`).
package enum Window: String, CaseIterable, Sendable {
    case campaign, cycle, month, week, day, quarter, year

    /// A number that is the same for two days exactly when they fall in the same window.
    /// `cycleStartsOnDay` is needed by `cycle` alone.
    package func key(of day: Day, cycleStartsOnDay: Int?) -> Int32 {
        switch self {
        case .campaign:
            return 0
        case .cycle:
            return day.cycle(startsOnDay: cycleStartsOnDay ?? 1).number
        case .week:
            return day.number - Int32(day.weekday - 1)
        case .day:
            return day.number
        case .month:
            let (year, month, _) = day.civil
            return Int32(year * 12 + month - 1)
        case .quarter:
            let (year, month, _) = day.civil
            return Int32(year * 4 + (month - 1) / 3)
        case .year:
            return Int32(day.civil.year)
        }
    }
}
