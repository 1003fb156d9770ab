import Glibc

/// GB18030, which Chinese banks and wallets still export, to UTF-8, strictly.
enum GB18030 {
    enum Problem: Error {
        /// The offset of the first byte that begins no character.
        case malformed(offset: Int)
        /// The system has no such conversion, or no memory for it.
        case unavailable
    }

    static func utf8(from source: Span<UInt8>) throws(Problem) -> [UInt8] {
        try converted(source, from: "GB18030", to: "UTF-8")
    }

    /// Text in UTF-8 as GB18030, which has all of Unicode.
    static func bytes(of text: String) throws(Problem) -> [UInt8] {
        try converted(text.utf8.span, from: "UTF-8", to: "GB18030")
    }

    private static func converted(
        _ source: Span<UInt8>, from: String, to: String
    ) throws(Problem) -> [UInt8] {
        guard let converter = unsafe iconv_open(to, from),
            unsafe converter != UnsafeMutableRawPointer(bitPattern: -1)
        else { throw .unavailable }
        defer { unsafe iconv_close(converter) }

        var converted = 0
        var error: Int32 = 0
        // Two bytes of GB18030 may become three of UTF-8, and nothing grows more than that; the rest is for safety.
        var room = source.count + source.count / 2 + 64
        while true {
            let text = unsafe [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                (converted, count, error) = unsafe convert(source, into: buffer, converter)
            }
            if error == 0 { return text }
            if error != E2BIG { throw .malformed(offset: converted) }
            unsafe iconv(converter, nil, nil, nil, nil)
            room *= 2
        }
    }

    /// How many bytes were taken and made, and the error number that stopped it; 0 at the end of the source.
    @unsafe
    private static func convert(
        _ source: Span<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>, _ converter: iconv_t
    ) -> (taken: Int, made: Int, error: Int32) {
        unsafe source.withUnsafeBytes { bytes in
            var input = unsafe UnsafeMutableRawPointer(mutating: bytes.baseAddress)?
                .assumingMemoryBound(to: CChar.self)
            var output = unsafe UnsafeMutableRawPointer(buffer.baseAddress)?.assumingMemoryBound(to: CChar.self)
            var inputLeft = bytes.count
            var outputLeft = buffer.count
            let result = unsafe iconv(converter, &input, &inputLeft, &output, &outputLeft)
            let error = result == -1 ? errno : 0
            return (bytes.count - inputLeft, buffer.count - outputLeft, error)
        }
    }
}
