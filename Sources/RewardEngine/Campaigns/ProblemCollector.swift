/// Gathers what is wrong with one file while it is read, so that all of it is told at once. An object, since every
/// reader of a part adds to the same one.
final class ProblemCollector {
    private var found: [(mark: Mark, problem: Problem)] = []
    private let fileName: String
    private(set) var doubts: [Problem] = []
    /// The campaign's own, once they are read.
    var histories: [HistoryName] = []
    let kind: DocumentKind

    init(fileName: String, kind: DocumentKind = .campaign) {
        self.fileName = fileName
        self.kind = kind
    }

    /// Message and help as `Problem` wants them.
    func add(at mark: Mark, _ message: String, help: String? = nil) {
        found.append((mark, Problem(at: place(of: mark), message, help: help)))
    }

    /// What may be meant, and hardly is.
    func doubt(at mark: Mark, _ message: String) {
        doubts.append(Problem(at: place(of: mark), message))
    }

    /// `name:line:column`
    func place(of mark: Mark) -> String {
        "\(mark.listFile ?? fileName):\(mark.line):\(mark.column)"
    }

    var isEmpty: Bool { found.isEmpty }

    /// In the order of the file.
    var all: [Problem] {
        found.enumerated()
            .sorted { ($0.element.mark, $0.offset) < ($1.element.mark, $1.offset) }
            .map(\.element.problem)
    }
}

/// What a file is to state, as messages call it.
struct DocumentKind: Sendable {
    let noun: String
    /// The remedy for a file that holds none.
    let beginning: String

    static let campaign = DocumentKind(noun: "campaign", beginning: "begin with `id:`, or copy Rules/flagship.yaml")
    static let manifest = DocumentKind(noun: "manifest", beginning: "it begins with `{`")
    static let feed = DocumentKind(
        noun: "feed", beginning: "begin with `id:`, or take one that `rewardctl feed list` names as an example")
}
