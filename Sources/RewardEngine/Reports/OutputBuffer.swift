/// Bytes on their way out: written into one reused buffer that is drained when it is full.
package struct OutputBuffer: ~Copyable {
    private var bytes = DenseColumn<UInt8>(reserving: OutputBuffer.capacity + 4096)
    private let drain: (Span<UInt8>) throws(Failure) -> Void

    private static let capacity = 1 << 16

    /// - Parameter drain: takes what was gathered; throws `Failure(.inputOutput)` where it cannot be written.
    package init(drain: @escaping (Span<UInt8>) throws(Failure) -> Void) {
        self.drain = drain
    }

    /// Has to be called at the end.
    package mutating func flush() throws(Failure) {
        if bytes.isEmpty { return }
        try bytes.withSpan(drain)
        bytes.removeAll()
    }

    package mutating func drainIfFull() throws(Failure) {
        if bytes.count >= OutputBuffer.capacity { try flush() }
    }

    @inline(__always)
    package mutating func append(_ byte: UInt8) {
        bytes.append(byte)
    }

    package mutating func append(_ text: StaticString) {
        bytes.append(contentsOf: unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount).span)
    }

    package mutating func append(_ text: String) {
        bytes.append(contentsOf: text.utf8.span)
    }

    package mutating func append(_ text: Span<UInt8>) {
        bytes.append(contentsOf: text)
    }

    package mutating func append(jsonString text: Span<UInt8>) {
        var quoted: [UInt8] = []
        quoted.append(jsonString: text)
        bytes.append(contentsOf: quoted.span)
    }

    package mutating func append(jsonString text: String) {
        append(jsonString: text.utf8.span)
    }

    package mutating func append(integer: Int) {
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude: integer.magnitude, digitsAtLeast: 1)
    }

    /// Yuan with two decimals.
    package mutating func append(yuanFromFen amountFen: Int) {
        if amountFen < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude: amountFen.magnitude / 100, digitsAtLeast: 1)
        bytes.append(UInt8(ascii: "."))
        append(magnitude: amountFen.magnitude % 100, digitsAtLeast: 2)
    }

    /// `2016-12-22`
    package mutating func append(_ day: Day) {
        let (year, month, dayOfMonth) = day.civil
        append(magnitude: UInt(year), digitsAtLeast: 4)
        bytes.append(UInt8(ascii: "-"))
        append(magnitude: UInt(month), digitsAtLeast: 2)
        bytes.append(UInt8(ascii: "-"))
        append(magnitude: UInt(dayOfMonth), digitsAtLeast: 2)
    }

    /// `2016-12-22T10:03:27`
    package mutating func append(_ time: LocalTime) {
        append(time.day)
        let second = time.secondOfDay
        bytes.append(UInt8(ascii: "T"))
        append(magnitude: UInt(second / 3600), digitsAtLeast: 2)
        bytes.append(UInt8(ascii: ":"))
        append(magnitude: UInt(second / 60 % 60), digitsAtLeast: 2)
        bytes.append(UInt8(ascii: ":"))
        append(magnitude: UInt(second % 60), digitsAtLeast: 2)
    }

    private mutating func append(magnitude: UInt, digitsAtLeast: Int) {
        var digits: InlineArray<20, UInt8> = .init(repeating: UInt8(ascii: "0"))
        var (rest, count) = (magnitude, 0)
        while rest > 0 {
            digits[count] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
            count += 1
        }
        count = max(count, digitsAtLeast)
        while count > 0 {
            count -= 1
            bytes.append(digits[count])
        }
    }
}
