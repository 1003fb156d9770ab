internal import Dispatch
internal import Glibc
internal import Synchronization

/// Workers that are threads of this machine.
package struct Threads: Workers {
    package let count: Int

    /// - Parameter count: at least 1.
    package init(count: Int) {
        self.count = max(1, count)
    }

    /// As many as the machine has processors.
    package static var all: Threads { Threads(count: Int(sysconf(Int32(_SC_NPROCESSORS_ONLN)))) }

    package func forEach(_ count: Int, _ body: @Sendable (_ index: Int) -> Void) {
        if self.count == 1 || count == 1 {
            OneWorker().forEach(count, body)
        } else {
            // Each thread takes the next piece that nobody has.
            let next = Counter()
            DispatchQueue.concurrentPerform(iterations: self.count) { _ in
                while let index = next.take(below: count) { body(index) }
            }
        }
    }
}

/// Hands out indices, each once.
private final class Counter: Sendable {
    private let next = Mutex(0)

    func take(below limit: Int) -> Int? {
        next.withLock { next in
            defer { next += 1 }
            return next < limit ? next : nil
        }
    }
}
