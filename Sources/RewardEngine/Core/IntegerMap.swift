/// Numbers the distinct keys that it is asked for 0, 1, 2, … in the order of their first mention. A fixed hash and linear
/// probing: several times faster than a dictionary for the counters of limits.
package struct IntegerMap: Sendable {
    private var keys: [UInt64] = Array(repeating: 0, count: 16)
    /// The index plus one; 0 is a free place.
    private var indices: [UInt32] = Array(repeating: 0, count: 16)
    package private(set) var count = 0

    package init() {}

    /// The index of `key`, if it was mentioned.
    package func index(of key: UInt64) -> Int? {
        let place = place(of: key)
        return indices[place] == 0 ? nil : Int(indices[place]) - 1
    }

    /// The index of `key`; a new one (equal to the former `count`) where it was not mentioned yet.
    @inline(__always)
    package mutating func indexAdding(_ key: UInt64) -> Int {
        var found = place(of: key)
        if indices[found] != 0 { return Int(indices[found]) - 1 }
        if count * 2 >= keys.count {
            grow()
            found = place(of: key)
        }
        count += 1
        keys[found] = key
        indices[found] = UInt32(count)
        return count - 1
    }

    @inline(__always)
    private func place(of key: UInt64) -> Int {
        let mask = keys.count - 1
        var place = Int(truncatingIfNeeded: keyHash(of: key) >> 20) & mask
        while indices[place] != 0, keys[place] != key { place = (place + 1) & mask }
        return place
    }

    private mutating func grow() {
        let (oldKeys, oldIndices) = (keys, indices)
        keys = Array(repeating: 0, count: oldKeys.count * 4)
        indices = Array(repeating: 0, count: oldKeys.count * 4)
        for old in oldKeys.indices where oldIndices[old] != 0 {
            let new = place(of: oldKeys[old])
            keys[new] = oldKeys[old]
            indices[new] = oldIndices[old]
        }
    }
}
