/// A growable column of plain values: an array without uniqueness checks and reference counts, for the columns that the
/// hot loops fill and read. Its memory is its own; no pointer leaves this file.
@safe
package struct DenseColumn<Value: BitwiseCopyable & Sendable>: ~Copyable, @unchecked Sendable {
    private var base: UnsafeMutablePointer<Value>
    private var capacity: Int
    package private(set) var count = 0

    /// Memory that is reserved and never written costs nothing: an estimate may be generous.
    package init(reserving capacity: Int = 0) {
        self.capacity = max(capacity, 16)
        unsafe base = .allocate(capacity: self.capacity)
    }

    deinit {
        unsafe base.deallocate()
    }

    package var indices: Range<Int> { 0..<count }
    package var isEmpty: Bool { count == 0 }

    @inline(__always)
    package subscript(index: Int) -> Value {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such row")
            return unsafe base[index]
        }
        set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count), "no such row")
            unsafe base[index] = newValue
        }
    }

    @inline(__always)
    package mutating func append(_ value: Value) {
        if count == capacity { grow(to: capacity * 2) }
        unsafe (base + count).initialize(to: value)
        count += 1
    }

    package mutating func append(contentsOf other: borrowing DenseColumn<Value>) {
        if count + other.count > capacity { grow(to: max(count + other.count, capacity * 2)) }
        unsafe (base + count).initialize(from: other.base, count: other.count)
        count += other.count
    }

    package mutating func append(contentsOf values: Span<Value>) {
        if count + values.count > capacity { grow(to: max(count + values.count, capacity * 2)) }
        unsafe values.withUnsafeBufferPointer { values in
            if let first = values.baseAddress { unsafe (base + count).initialize(from: first, count: values.count) }
        }
        count += values.count
    }

    package mutating func append(repeating value: Value, count added: Int) {
        if count + added > capacity { grow(to: max(count + added, capacity * 2)) }
        unsafe (base + count).initialize(repeating: value, count: added)
        count += added
    }

    /// The values at these indices, one after the other; with a width, so many values at each.
    package func gathered(by indices: borrowing DenseColumn<Int32>, width: Int = 1) -> DenseColumn<Value> {
        var gathered = DenseColumn(reserving: indices.count * width)
        for place in indices.indices {
            let first = Int(indices[place]) * width
            for index in first..<first + width { gathered.append(self[index]) }
        }
        return gathered
    }

    /// Keeps the memory.
    package mutating func removeAll() {
        count = 0
    }

    package func withSpan<R, E>(_ body: (Span<Value>) throws(E) -> R) throws(E) -> R {
        try body(unsafe UnsafeBufferPointer(start: base, count: count).span)
    }

    @inline(never)
    private mutating func grow(to newCapacity: Int) {
        let bigger = UnsafeMutablePointer<Value>.allocate(capacity: newCapacity)
        unsafe bigger.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = bigger
        capacity = newCapacity
    }
}

extension DenseColumn<UInt8> {
    /// Adds the lowest `bytes` bytes of a word, the lowest one first; at most 8.
    @inline(__always)
    package mutating func append(word: UInt64, bytes: Int) {
        if count + 8 > capacity { grow(to: capacity * 2) }
        unsafe UnsafeMutableRawPointer(base + count).storeBytes(of: word.littleEndian, as: UInt64.self)
        count += bytes
    }
}
