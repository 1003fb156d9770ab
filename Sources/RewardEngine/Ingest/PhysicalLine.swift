/// The physical line that begins at an offset.
struct PhysicalLine {
    /// Without its line end.
    let end: Int
    /// Where the next one begins: behind an LF, a CR LF or a CR.
    let next: Int

    /// Nil at the end of the text.
    init?(from start: Int, in bytes: Span<UInt8>) {
        if start >= bytes.count { return nil }
        var end = start
        while end < bytes.count, bytes[end] != Byte.lineFeed, bytes[end] != Byte.carriageReturn { end += 1 }
        self.end = end
        let isPair = end + 1 < bytes.count && bytes[end] == Byte.carriageReturn && bytes[end + 1] == Byte.lineFeed
        next = min(end + (isPair ? 2 : 1), bytes.count)
    }
}
