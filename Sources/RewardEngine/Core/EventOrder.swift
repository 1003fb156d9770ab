/// A row that has to be taken in its turn, with all of its place in the order but the identity in one integer.
struct Event: Sendable {
    /// From the highest bit down: the deciding day, money back before charges, the time.
    let key: UInt64
    let row: Int32

    init(row: Int, in transactions: borrowing Transactions) {
        // Days reach 2 932 896 (22 bits) and times 253 402 300 799 seconds (38 bits).
        key =
            UInt64(transactions.decidingDay(of: row)) << 39
            | (transactions.kind[row].isMoneyBack ? 0 : 1) << 38
            | UInt64(transactions.time[row])
        self.row = Int32(row)
    }
}

/// Puts events in the order of SPEC 4: day by day, within a day first the money back and then the charges, each by
/// `txn_time` and then by identity. `precedes` compares the identities of two rows; it is asked only for equal times.
func sort(_ events: inout [Event], precedes: (_ row: Int, _ other: Int) -> Bool) {
    events.sort { $0.key < $1.key }
    var start = 0
    while start < events.count {
        var end = start + 1
        while end < events.count, events[end].key == events[start].key { end += 1 }
        if end - start > 1 { events[start..<end].sort { precedes(Int($0.row), Int($1.row)) } }
        start = end
    }
}
