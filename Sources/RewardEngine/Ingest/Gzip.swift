internal import CZlib

/// Files compressed by gzip (RFC 1952), told by their first bytes, which no text has.
enum Gzip {
    enum Problem: Error {
        case damaged
        /// The file ends before the compressed text does.
        case cutOff
        case outOfMemory
    }

    static func isCompressed(_ bytes: Span<UInt8>) -> Bool {
        bytes.count >= 2 && bytes[0] == 0x1F && bytes[1] == 0x8B
    }

    /// All that was compressed; several files compressed one behind the other are one. Lengths and checksums are checked.
    static func inflated(_ source: Span<UInt8>) throws(Problem) -> [UInt8] {
        var stream = unsafe z_stream()
        guard unsafe rewards_inflate_init(&stream) == Z_OK else { throw .outOfMemory }
        defer { unsafe inflateEnd(&stream) }
        var text: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        var taken = 0
        while true {
            let step = unsafe inflate(source.extracting(droppingFirst: taken), into: &chunk, &stream)
            taken += step.taken
            text += chunk[..<step.made]
            switch step.status {
            case Z_OK: continue
            case Z_STREAM_END:
                // Tapes fill up with zeros.
                if (taken..<source.count).allSatisfy({ source[$0] == 0 }) { return text }
                unsafe inflateReset(&stream)
            case Z_BUF_ERROR: throw .cutOff
            case Z_MEM_ERROR: throw .outOfMemory
            default: throw .damaged
            }
        }
    }

    @unsafe
    private static func inflate(
        _ source: Span<UInt8>, into chunk: inout [UInt8], _ stream: inout z_stream
    ) -> (status: Int32, taken: Int, made: Int) {
        unsafe source.withUnsafeBufferPointer { input in
            unsafe chunk.withUnsafeMutableBufferPointer { output in
                let room = UInt32(output.count)
                // zlib counts in 32 bits, and takes what is left the next time.
                let given = UInt32(min(input.count, 1 << 30))
                unsafe stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
                unsafe stream.avail_in = given
                unsafe stream.next_out = output.baseAddress
                unsafe stream.avail_out = room
                let status = unsafe CZlib.inflate(&stream, Z_NO_FLUSH)
                return unsafe (status, Int(given - stream.avail_in), Int(room - stream.avail_out))
            }
        }
    }
}

extension FileBytes {
    /// What a compressed file holds; any other file as it is. Refuses one that is damaged or cut off.
    func unpacked(place: String) throws(Failure) -> FileBytes {
        try withBytes { bytes throws(Failure) in
            guard Gzip.isCompressed(bytes) else { return self }
            do throws(Gzip.Problem) {
                return .read(try Gzip.inflated(bytes))
            } catch {
                switch error {
                case .damaged:
                    throw Failure(
                        .refused, at: place, "the file is compressed by gzip, and damaged", help: "copy it again")
                case .cutOff:
                    throw Failure(
                        .refused, at: place, "the file is compressed by gzip, and cut off", help: "copy it again")
                case .outOfMemory:
                    throw Failure(
                        .inputOutput, at: place, "there is not enough memory to unpack the file",
                        help: "unpack it with `gzip -d` first")
                }
            }
        }
    }
}
