/// Who does independent pieces of work. The core starts no thread itself: it is told who works.
package protocol Workers: Sendable {
    /// How many pieces can be worked on at a time.
    var count: Int { get }
    /// Calls `body` once for each index below `count`, in any order and perhaps at the same time; returns when all are
    /// done.
    func forEach(_ count: Int, _ body: @Sendable (_ index: Int) -> Void)
}

/// One piece after the other.
package struct OneWorker: Workers {
    package init() {}

    package let count = 1

    package func forEach(_ count: Int, _ body: @Sendable (_ index: Int) -> Void) {
        for index in 0..<count { body(index) }
    }
}
