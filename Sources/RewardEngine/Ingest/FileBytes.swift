import Glibc

/// The bytes of an input: mapped where it is a regular file, so that one larger than memory works, and read whole
/// otherwise. The only place that holds a pointer into a file.
enum FileBytes: Sendable {
    case mapped(Mapping)
    case read([UInt8])

    /// Opens the file at `path`, or standard input for `-`. `place` names it in a Failure: `inputNotFound` where there
    /// is none that can be read, `inputOutput` where reading it fails.
    static func open(path: String, place: String) throws(Failure) -> FileBytes {
        if path == "-" { return try FileBytes(descriptor: STDIN_FILENO, place: place) }
        let descriptor = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw openFailure(code: errno, place: place) }
        defer { close(descriptor) }
        return try FileBytes(descriptor: descriptor, place: place)
    }

    func withBytes<R: ~Copyable, E>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
        switch self {
        case .mapped(let mapping): try mapping.withBytes(body)
        case .read(let bytes): try body(bytes.span)
        }
    }

    private init(descriptor: Int32, place: String) throws(Failure) {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { throw FileBytes.readFailure(code: errno, place: place) }
        let kind = status.st_mode & S_IFMT
        guard kind != S_IFDIR else {
            throw Failure(.inputNotFound, at: place, "this is a directory", help: "name the files in it")
        }
        // Standard input may be a file of which a part has been read already.
        if kind == S_IFREG, status.st_size > 0, lseek(descriptor, 0, SEEK_CUR) == 0 {
            guard let mapping = unsafe Mapping(descriptor: descriptor, count: status.st_size) else {
                throw FileBytes.readFailure(code: errno, place: place)
            }
            self = .mapped(mapping)
        } else {
            self = .read(try FileBytes.readToEnd(descriptor: descriptor, place: place))
        }
    }

    private static func readToEnd(descriptor: Int32, place: String) throws(Failure) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return bytes }
            if count > 0 {
                bytes.append(contentsOf: chunk[..<count])
            } else if errno != EINTR {
                throw readFailure(code: errno, place: place)
            }
        }
    }

    private static func openFailure(code: Int32, place: String) -> Failure {
        switch code {
        case ENOENT, ENOTDIR: Failure(.inputNotFound, at: place, "there is no such file")
        case EACCES, EPERM: Failure(.inputNotFound, at: place, "this file may not be read: permission denied")
        default: Failure(.inputNotFound, at: place, "this file cannot be opened: \(text(ofError: code))")
        }
    }

    private static func readFailure(code: Int32, place: String) -> Failure {
        Failure(.inputOutput, at: place, "reading failed: \(text(ofError: code))")
    }

    private static func text(ofError code: Int32) -> String {
        unsafe strerror(code).map { unsafe String(cString: $0).lowercased() } ?? "error \(code)"
    }

    /// A file in memory, read-only, until it is let go.
    @safe
    final class Mapping: @unchecked Sendable {
        private let memory: UnsafeRawBufferPointer

        /// Nil where the system refuses, with its reason in `errno`.
        @unsafe
        fileprivate init?(descriptor: Int32, count: Int) {
            guard let address = unsafe mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0),
                unsafe address != UnsafeMutableRawPointer(bitPattern: -1)
            else { return nil }
            unsafe madvise(address, count, MADV_SEQUENTIAL)
            unsafe memory = UnsafeRawBufferPointer(start: address, count: count)
        }

        deinit {
            unsafe munmap(UnsafeMutableRawPointer(mutating: memory.baseAddress), memory.count)
        }

        func withBytes<R: ~Copyable, E>(_ body: (Span<UInt8>) throws(E) -> R) throws(E) -> R {
            try unsafe body(memory.bindMemory(to: UInt8.self).span)
        }
    }
}
