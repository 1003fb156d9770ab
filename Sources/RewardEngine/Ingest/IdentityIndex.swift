/// Finds the rows that may bear the same id: those whose hashes are equal. Whether they really do is for the bytes to
/// tell.
///
/// The hashes are dealt into partitions by their highest bits, so that the table of one partition stays in a core's
/// cache and the partitions can be searched at the same time.
struct IdentityIndex {
    private let partitions: [Partition]
    private let partitionBits: Int

    /// Rows in a partition, about.
    private static let rowsPerPartition = 1 << 15

    /// - Parameter isCounted: which rows have an id that counts.
    init(
        of identities: borrowing IdentityColumn, rows: Int, workers: some Workers, isCounted: (_ row: Int) -> Bool
    ) {
        var bits = 0
        while rows >> bits > IdentityIndex.rowsPerPartition, bits < 12 { bits += 1 }
        partitionBits = bits
        var dealt = Array(repeating: DealtRows(), count: 1 << bits)
        for index in dealt.indices { dealt[index].reserve(rows >> bits + rows >> (bits + 4)) }
        for row in 0..<rows where isCounted(row) {
            let hash = identities.hash(at: row)
            dealt[IdentityIndex.partition(of: hash, bits: bits)].append(row, hash: hash)
        }
        let partitions = dealt.map(Partition.init)
        dealt = []
        workers.forEach(partitions.count) { partitions[$0].findRepeats() }
        self.partitions = partitions
    }

    /// The rows of each hash that several have, ascending.
    func repeated() -> [[Int]] {
        partitions.flatMap { $0.repeated() }
    }

    /// The first of the rows with that hash of which `isWanted` holds.
    func firstRow(withHash hash: UInt64, where isWanted: (_ row: Int) -> Bool) -> Int? {
        partitions[IdentityIndex.partition(of: hash, bits: partitionBits)].firstRow(withHash: hash, where: isWanted)
    }

    private static func partition(of hash: UInt64, bits: Int) -> Int {
        bits == 0 ? 0 : Int(hash >> UInt64(64 - bits))
    }
}

/// Rows with their hashes, ascending.
private struct DealtRows {
    private(set) var hashes: [UInt64] = []
    private(set) var rows: [Int32] = []

    mutating func reserve(_ count: Int) {
        hashes.reserveCapacity(count)
        rows.reserveCapacity(count)
    }

    mutating func append(_ row: Int, hash: UInt64) {
        hashes.append(hash)
        rows.append(Int32(truncatingIfNeeded: row))
    }
}

/// The rows whose hashes begin with the same bits. One worker at a time.
private final class Partition: @unchecked Sendable {
    private let dealt: DealtRows
    private var chains = HashChains()

    init(_ dealt: DealtRows) {
        self.dealt = dealt
    }

    func findRepeats() {
        chains = HashChains(of: dealt)
    }

    func repeated() -> [[Int]] {
        chains.repeatedFirsts.map { first in
            var rows: [Int] = []
            _ = chains.first(from: first) { index in
                rows.append(Int(dealt.rows[index]))
                return false
            }
            return rows
        }
    }

    func firstRow(withHash hash: UInt64, where isWanted: (_ row: Int) -> Bool) -> Int? {
        guard let first = chains.first(withHash: hash, in: dealt) else { return nil }
        return chains.first(from: first) { isWanted(Int(dealt.rows[$0])) }.map { Int(dealt.rows[$0]) }
    }
}

/// The indices of equal hashes, chained in their order.
private struct HashChains {
    /// Open addressing with linear probing: the first index of a hash, plus one.
    private var table: [UInt32] = []
    /// By index: the next index with the same hash; only for hashes that repeat.
    private var following: [Int: Int] = [:]
    private(set) var repeatedFirsts: [Int] = []

    init() {}

    init(of dealt: DealtRows) {
        var capacity = 16
        while capacity < dealt.rows.count * 2 { capacity *= 2 }
        table = Array(repeating: 0, count: capacity)
        /// By first index: the last one of its hash so far.
        var last: [Int: Int] = [:]
        for index in dealt.rows.indices {
            let place = place(of: dealt.hashes[index], in: dealt)
            guard table[place] != 0 else {
                table[place] = UInt32(index + 1)
                continue
            }
            let first = Int(table[place]) - 1
            if last[first] == nil { repeatedFirsts.append(first) }
            following[last[first] ?? first] = index
            last[first] = index
        }
    }

    func first(withHash hash: UInt64, in dealt: DealtRows) -> Int? {
        if table.isEmpty { return nil }
        let found = table[place(of: hash, in: dealt)]
        return found == 0 ? nil : Int(found) - 1
    }

    /// The first of a chain of which `isWanted` holds.
    func first(from start: Int, where isWanted: (_ index: Int) -> Bool) -> Int? {
        var next: Int? = start
        while let index = next {
            if isWanted(index) { return index }
            next = following[index]
        }
        return nil
    }

    private func place(of hash: UInt64, in dealt: DealtRows) -> Int {
        // The highest bits are the same for all rows of a partition.
        var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
        while table[place] != 0, dealt.hashes[Int(table[place]) - 1] != hash { place = (place + 1) & (table.count - 1) }
        return place
    }
}
