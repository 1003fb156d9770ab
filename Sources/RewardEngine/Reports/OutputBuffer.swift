/// Bytes on their way out: written into one reused buffer that is drained when it is full, or that only gathers.
package struct OutputBuffer: ~Copyable {
    private var bytes = DenseColumn<UInt8>(reserving: OutputBuffer.capacity + 4096)
    private let drain: ((Span<UInt8>) throws(Failure) -> Void)?

    /// Days written lately, by the last bits of their numbers: rows come day by day.
    private var days = InlineArray<8, DayWords>(repeating: DayWords(of: Day(number: 0)))

    private static let capacity = 1 << 16

    /// - Parameter drain: takes what was gathered; throws `Failure(.inputOutput)` where it cannot be written.
    package init(drain: @escaping (Span<UInt8>) throws(Failure) -> Void) {
        self.drain = drain
    }

    /// Gathers what another buffer is to take over.
    package init() {
        drain = nil
    }

    /// Has to be called at the end.
    package mutating func flush() throws(Failure) {
        guard let drain, !bytes.isEmpty else { return }
        try bytes.withSpan(drain)
        bytes.removeAll()
    }

    /// Takes over what another buffer has gathered, which is then empty.
    package mutating func append(contentsOf other: inout OutputBuffer) throws(Failure) {
        try flush()
        swap(&bytes, &other.bytes)
        try flush()
        swap(&bytes, &other.bytes)
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
        if isPlainJSON(text) {
            bytes.append(UInt8(ascii: "\""))
            bytes.append(contentsOf: text)
            bytes.append(UInt8(ascii: "\""))
            return
        }
        var quoted: [UInt8] = []
        quoted.append(jsonString: text)
        bytes.append(contentsOf: quoted.span)
    }

    package mutating func append(jsonString text: String) {
        append(jsonString: text.utf8.span)
    }

    package mutating func append(integer: Int) {
        if integer < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude: integer.magnitude)
    }

    /// Yuan with two decimals.
    package mutating func append(yuanFromFen amountFen: Int) {
        if amountFen < 0 { bytes.append(UInt8(ascii: "-")) }
        append(magnitude: amountFen.magnitude / 100)
        bytes.append(word: DigitWords.two(amountFen.magnitude % 100) << 8 | UInt64(UInt8(ascii: ".")), bytes: 3)
    }

    /// `2016-12-22`
    package mutating func append(_ day: Day) {
        append(day, then: 0, bytes: 0)
    }

    /// `2016-12-22T10:03:27`
    package mutating func append(_ time: LocalTime) {
        let second = UInt(time.secondOfDay)
        let colon = UInt64(UInt8(ascii: ":"))
        let hour = DigitWords.two(second / 3600) << 8 | UInt64(UInt8(ascii: "T"))
        append(time.day, then: hour | colon << 24 | DigitWords.two(second / 60 % 60) << 32, bytes: 6)
        bytes.append(word: DigitWords.two(second % 60) << 8 | colon, bytes: 3)
    }

    /// A day, and a few bytes more.
    @inline(__always)
    private mutating func append(_ day: Day, then word: UInt64, bytes count: Int) {
        if days[Int(day.number) & 7].day != day { days[Int(day.number) & 7] = DayWords(of: day) }
        bytes.append(word: days[Int(day.number) & 7].yearAndMonth, bytes: 8)
        bytes.append(word: days[Int(day.number) & 7].dayOfMonth | word << 16, bytes: 2 + count)
    }

    @inline(__always)
    private mutating func append(magnitude: UInt) {
        if magnitude < 100_000_000 {
            let (word, count) = DigitWords.few(magnitude)
            bytes.append(word: word, bytes: count)
        } else {
            append(largeMagnitude: magnitude)
        }
    }

    private mutating func append(largeMagnitude magnitude: UInt) {
        append(magnitude: magnitude / 100_000_000)
        bytes.append(word: DigitWords.eight(magnitude % 100_000_000), bytes: 8)
    }
}

/// The text of a day: `2016-12-` and `22`.
private struct DayWords {
    let day: Day
    let yearAndMonth: UInt64
    let dayOfMonth: UInt64

    init(of day: Day) {
        self.day = day
        let (year, month, dayOfMonth) = day.civil
        let dash = UInt64(UInt8(ascii: "-"))
        let years = DigitWords.two(UInt(year) / 100) | DigitWords.two(UInt(year) % 100) << 16
        yearAndMonth = years | dash << 32 | DigitWords.two(UInt(month)) << 40 | dash << 56
        self.dayOfMonth = DigitWords.two(UInt(dayOfMonth))
    }
}
