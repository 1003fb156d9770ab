/// Some of the turns of a block, each of which is told how many come before it: so that what the shards have done is put
/// in order without a sort.
struct TurnSet {
    private let first: Int
    /// One bit for each turn.
    private var words: [UInt64]
    /// By word: how many turns come before it.
    private var before: [Int32] = []
    private(set) var count = 0

    init(of block: Range<Int>) {
        first = block.lowerBound
        words = Array(repeating: 0, count: block.count / 64 + 1)
    }

    mutating func add(_ turn: Int) {
        words[(turn - first) / 64] |= 1 << UInt64((turn - first) % 64)
    }

    /// Has to be called when all were added.
    mutating func close() {
        before.reserveCapacity(words.count)
        for word in words {
            before.append(Int32(count))
            count += word.nonzeroBitCount
        }
    }

    /// How many come before a turn.
    func rank(of turn: Int) -> Int {
        let (word, bit) = ((turn - first) / 64, UInt64((turn - first) % 64))
        return Int(before[word]) + (words[word] & (1 << bit - 1)).nonzeroBitCount
    }
}
