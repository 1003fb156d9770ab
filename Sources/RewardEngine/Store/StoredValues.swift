internal import SQLite

/// A stored value that no row could have brought: the file was damaged, or changed by another program.
struct DamagedValue: Error {
    /// What is wrong, in the words of the message.
    var what: String
}

/// Values as they come out of the file, where nothing but these checks keeps a damaged one from the calculation.
extension Row {
    func day(at column: Int) throws -> Day {
        let number = integer(at: column)
        guard StoredRange.days ~= number else { throw DamagedValue(what: "a day is out of its range") }
        return Day(number: Int32(number))
    }

    /// Nil for NULL.
    func optionalDay(at column: Int) throws -> Day? {
        isNull(at: column) ? nil : try day(at: column)
    }

    func time(at column: Int) throws -> LocalTime {
        let seconds = integer(at: column)
        guard StoredRange.days ~= seconds / LocalTime.secondsPerDay, seconds >= 0 else {
            throw DamagedValue(what: "a time is out of its range")
        }
        return LocalTime(seconds: seconds)
    }

    /// An amount, or what is added to or taken from the ledger.
    func amountFen(at column: Int) throws -> Int {
        let amountFen = integer(at: column)
        guard StoredRange.amountsFen ~= amountFen else { throw DamagedValue(what: "an amount is out of its range") }
        return amountFen
    }

    /// The number of a stored row: of a transaction, an entry, a version.
    func number(at column: Int) throws -> Int {
        let number = integer(at: column)
        guard number > 0 else { throw DamagedValue(what: "the number of a row is not above 0") }
        return number
    }
}

private enum StoredRange {
    /// From the cycle that 1970-01-01 falls in to 9999-12-31.
    static let days = -31...2_932_896
    /// The most that a row may have (SPEC 1), either way.
    static let amountsFen = -999_999_999_999...999_999_999_999
}
