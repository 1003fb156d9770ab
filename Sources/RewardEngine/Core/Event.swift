/// A row that has to be taken in its turn, with all of its place in the order but the identity in one integer.
struct Event: BitwiseCopyable, Sendable {
    /// From the highest bit down: the deciding day, money back before charges, the time, and a mark that orders nothing:
    /// a purchase that money back names.
    let key: UInt64
    let row: Int32
    let cardholder: Symbol

    // Days reach 2 932 896 (22 bits) and times 253 402 300 799 seconds (38 bits).
    private static let timeBits: UInt64 = 38
    private static let chargeBit: UInt64 = 1 << (timeBits + 1)

    /// - Parameter day: `Day.number` of the day that decides it.
    init(row: Int, on day: Int32, in transactions: Transactions) {
        key =
            UInt64(truncatingIfNeeded: day) << (Event.timeBits + 2)
            | (transactions.kind[row].isMoneyBack ? 0 : Event.chargeBit)
            | UInt64(truncatingIfNeeded: transactions.time[row]) << 1
            | (transactions.standing[row] == .namedByMoneyBack ? 1 : 0)
        self.row = Int32(truncatingIfNeeded: row)
        cardholder = transactions.cardholder[row]
    }

    var isMoneyBack: Bool { key & Event.chargeBit == 0 }
    var isNamedByMoneyBack: Bool { key & 1 == 1 }
    var time: LocalTime { LocalTime(seconds: Int(key >> 1 & (1 << Event.timeBits - 1))) }
    /// Equal for rows whose order only the identity tells.
    var turn: UInt64 { key >> 1 }
}

/// Puts events in the order of SPEC 4: day by day, within a day first the money back and then the charges, each by
/// `txn_time` and then by identity.
enum EventOrder {
    /// Sorts lists of events each by itself, then merges them. `precedes` compares the identities of two rows; it is
    /// asked only for equal times.
    static func sorted(
        _ lists: [EventList], workers: some Workers, precedes: (_ row: Int, _ other: Int) -> Bool
    ) -> [Event] {
        workers.forEach(lists.count) { lists[$0].events.sort { $0.turn < $1.turn } }
        var events = lists.first?.events ?? []
        for list in lists.dropFirst() { events = merged(events, list.events) }
        sortTies(of: &events, precedes: precedes)
        return events
    }

    private static func merged(_ left: [Event], _ right: [Event]) -> [Event] {
        var merged: [Event] = []
        merged.reserveCapacity(left.count + right.count)
        var (nextLeft, nextRight) = (0, 0)
        while nextLeft < left.count, nextRight < right.count {
            if right[nextRight].turn < left[nextLeft].turn {
                merged.append(right[nextRight])
                nextRight += 1
            } else {
                merged.append(left[nextLeft])
                nextLeft += 1
            }
        }
        merged += left[nextLeft...]
        merged += right[nextRight...]
        return merged
    }

    private static func sortTies(of events: inout [Event], precedes: (_ row: Int, _ other: Int) -> Bool) {
        var start = 0
        while start < events.count {
            var end = start + 1
            while end < events.count, events[end].turn == events[start].turn { end += 1 }
            if end - start > 1 { events[start..<end].sort { precedes(Int($0.row), Int($1.row)) } }
            start = end
        }
    }
}

/// A list that one worker fills or sorts.
final class EventList: @unchecked Sendable {
    var events: [Event] = []
}
