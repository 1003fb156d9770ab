/// Gathers what is wrong with one file while it is read, so that all of it is told at once. An object, since every
/// reader of a part adds to the same one.
final class ProblemCollector {
    private var found: [(mark: Mark, problem: Problem)] = []
    private let fileName: String
    /// The campaign's own, once they are read.
    var histories: [HistoryName] = []

    init(fileName: String) {
        self.fileName = fileName
    }

    /// Message and help as `Problem` wants them.
    func add(at mark: Mark, _ message: String, help: String? = nil) {
        let place = "\(mark.listFile ?? fileName):\(mark.line):\(mark.column)"
        found.append((mark, Problem(at: place, message, help: help)))
    }

    var isEmpty: Bool { found.isEmpty }

    /// In the order of the file.
    var all: [Problem] {
        found.enumerated()
            .sorted { ($0.element.mark, $0.offset) < ($1.element.mark, $1.offset) }
            .map(\.element.problem)
    }
}
