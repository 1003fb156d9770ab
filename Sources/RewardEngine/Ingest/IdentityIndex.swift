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
        of identities: IdentityColumn, rows: Int, workers: some Workers,
        isCounted: @Sendable (_ row: Int) -> Bool
    ) {
        var bits = 0
        while rows >> bits > IdentityIndex.rowsPerPartition, bits < 12 { bits += 1 }
        partitionBits = bits
        let partitions = (0..<1 << bits).map { _ in Partition() }
        self.partitions = partitions
        for row in 0..<rows where isCounted(row) {
            let hash = identities.hash(at: row)
            partitions[IdentityIndex.partition(of: hash, bits: bits)].add(row, hash: hash)
        }
        workers.forEach(partitions.count) { partitions[$0].findRepeats() }
    }

    /// The rows of each hash that several have, ascending.
    func repeated() -> [[Int]] {
        partitions.flatMap { partition in partition.repeatedHashes.map(partition.rows(withHash:)) }
    }

    /// The first of the rows with that hash of which `isWanted` holds.
    func firstRow(withHash hash: UInt64, where isWanted: (_ row: Int) -> Bool) -> Int? {
        partitions[IdentityIndex.partition(of: hash, bits: partitionBits)].firstRow(withHash: hash, where: isWanted)
    }

    private static func partition(of hash: UInt64, bits: Int) -> Int {
        bits == 0 ? 0 : Int(hash >> UInt64(64 - bits))
    }
}

/// The rows whose hashes begin with the same bits. One worker at a time.
private final class Partition: @unchecked Sendable {
    private var hashes: [UInt64] = []
    private var rows: [Int32] = []
    /// Open addressing with linear probing: the first of the rows with a hash, by its place in `rows`, plus one.
    private var table: [UInt32] = []
    /// By place in `rows`: the place of the next row with the same hash, plus one; only for hashes that repeat.
    private var following: [UInt32: UInt32] = [:]
    private(set) var repeatedHashes: [UInt64] = []

    func add(_ row: Int, hash: UInt64) {
        hashes.append(hash)
        rows.append(Int32(truncatingIfNeeded: row))
    }

    func findRepeats() {
        var capacity = 16
        while capacity < rows.count * 2 { capacity *= 2 }
        table = Array(repeating: 0, count: capacity)
        /// By first place: the last row with its hash so far.
        var last: [UInt32: UInt32] = [:]
        for index in rows.indices {
            let place = self.place(of: hashes[index])
            let first = table[place]
            if first == 0 {
                table[place] = UInt32(index + 1)
            } else {
                if last[first] == nil { repeatedHashes.append(hashes[index]) }
                following[last[first] ?? first] = UInt32(index + 1)
                last[first] = UInt32(index + 1)
            }
        }
    }

    func rows(withHash hash: UInt64) -> [Int] {
        var found: [Int] = []
        _ = firstRow(withHash: hash) { row in
            found.append(row)
            return false
        }
        return found
    }

    func firstRow(withHash hash: UInt64, where isWanted: (_ row: Int) -> Bool) -> Int? {
        var next = table[place(of: hash)]
        while next != 0 {
            let row = Int(rows[Int(next) - 1])
            if isWanted(row) { return row }
            next = following[next] ?? 0
        }
        return nil
    }

    private func place(of hash: UInt64) -> Int {
        // The highest bits are the same for all rows of a partition.
        var place = Int(truncatingIfNeeded: hash) & (table.count - 1)
        while table[place] != 0, hashes[Int(table[place]) - 1] != hash { place = (place + 1) & (table.count - 1) }
        return place
    }
}
