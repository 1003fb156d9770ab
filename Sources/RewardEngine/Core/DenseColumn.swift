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

    @inline(never)
    private mutating func grow(to newCapacity: Int) {
        let bigger = UnsafeMutablePointer<Value>.allocate(capacity: newCapacity)
        unsafe bigger.moveInitialize(from: base, count: count)
        unsafe base.deallocate()
        unsafe base = bigger
        capacity = newCapacity
    }
}
