/// The sums that trailer lines state, and those that the rows come to.
struct FeedTotals {
    private let trailers: [Trailer]
    private let place: String
    /// By trailer and sum: the field of the rows, and how its amounts are written.
    private let fields: [[(field: Int, form: FeedColumn.AmountForm)]]
    private var sums: [[Int128]]
    /// Amounts that could not be read, and are in no sum.
    private var unreadable = 0
    private(set) var rows = 0
    /// The sum of the amounts.
    private(set) var amountFen: Int128 = 0
    private let amountFields: [(field: Int, form: FeedColumn.AmountForm)]
    /// A file of rejected rows has no trailer of its own.
    private let mayLackTrailers: Bool
    private var found: [Found] = []

    private struct Found {
        var trailer: Int
        var line: Int
        var rows: String?
        var sums: [String]
    }

    init(of feed: Feed, header: FeedHeader, place: String) throws(Failure) {
        trailers = feed.trailers
        self.place = place
        let amount = feed.columns.first { $0.name == Column.amount.rawValue }
        var fields: [[(Int, FeedColumn.AmountForm)]] = []
        for trailer in feed.trailers {
            var parts: [(Int, FeedColumn.AmountForm)] = []
            for sum in trailer.sums {
                let isAmount = amount?.source.headers.contains(sum.header) == true
                let form = isAmount ? amount?.amount : nil
                if let field = try header.index(of: [sum.header]) { parts.append((field, form ?? .init())) }
            }
            fields.append(parts)
        }
        self.fields = fields
        mayLackTrailers = RejectsFile.isHeader(header.names)
        var amountFields: [(Int, FeedColumn.AmountForm)] = []
        for alias in amount.map({ $0.source.alternatives }) ?? [[Column.amount.rawValue]] {
            if let field = try header.index(of: alias) { amountFields.append((field, amount?.amount ?? .init())) }
        }
        self.amountFields = amountFields
        sums = fields.map { $0.map { _ in 0 } }
    }

    /// Whether a record is a trailer; it is kept to be compared at the end.
    mutating func takesTrailer(_ texts: FieldTexts, line: Int) -> Bool {
        guard texts.count > 0 else { return false }
        let first = trailers.firstIndex { texts[0].starts(with: $0.beginning.utf8) }
        guard let first else { return false }
        func text(_ field: Int) -> String { field < texts.count ? texts.string(field) : "" }
        found.append(
            Found(
                trailer: first, line: line, rows: trailers[first].rowsField.map(text),
                sums: trailers[first].sums.map { text($0.field) }))
        return true
    }

    /// Every row counts, also one that is rejected or left out.
    mutating func add(_ texts: FieldTexts) {
        rows += 1
        for (field, form) in amountFields where field < texts.count {
            amountFen += Int128(FeedAmount(texts[field], form: form).signedFen ?? 0)
        }
        for trailer in fields.indices {
            for (index, part) in fields[trailer].enumerated() {
                let text = part.field < texts.count ? texts[part.field] : []
                if let fen = FeedAmount(text, form: part.form).signedFen {
                    sums[trailer][index] += Int128(fen)
                } else {
                    unreadable += 1
                }
            }
        }
    }

    /// Where a trailer says something else than the rows, or is missing: what the file is refused for, and what is only
    /// said of it.
    func mismatches() -> (refusals: [Problem], notices: [String]) {
        var problems: [Problem] = []
        for (index, trailer) in trailers.enumerated() where trailer.isRequired && !mayLackTrailers {
            if found.contains(where: { $0.trailer == index }) { continue }
            problems.append(
                Problem(
                    at: place, "no line begins with `\(ShownText.of(trailer.beginning))`: the file is cut off",
                    help: "export or copy the whole file again"))
        }
        var notices: [String] = []
        for stated in found {
            switch trailers[stated.trailer].onMismatch {
            case .refuse: problems += mismatches(stated)
            case .tell: notices += mismatches(stated).map { "line \(stated.line): \($0.message)" }
            }
        }
        return (problems, notices)
    }

    private func mismatches(_ stated: Found) -> [Problem] {
        let place = "\(place):\(stated.line)"
        let help =
            "rows are missing, doubled or changed: get the whole file again; where rows were taken out on purpose, "
            + "take out this line too"
        var problems: [Problem] = []
        if let text = stated.rows, Int(text) != rows {
            problems.append(
                Problem(at: place, "the line states `\(ShownText.of(text))` rows, and there are \(rows)", help: help))
        }
        for (index, text) in stated.sums.enumerated() {
            let form = fields[stated.trailer][index].form
            let sum = sums[stated.trailer][index]
            if let fen = FeedAmount(Array(text.utf8), form: form).signedFen, Int128(fen) == sum { continue }
            let header = trailers[stated.trailer].sums[index].header
            let unread = unreadable > 0 ? ", without \(unreadable) that cannot be read" : ""
            problems.append(
                Problem(
                    at: place,
                    "the line states `\(ShownText.of(text))` as the sum of `\(ShownText.of(header))`, and the rows come "
                        + "to \(yuanText(fen: Int(clamping: sum)))\(unread)", help: help))
        }
        return problems
    }
}

extension FeedColumn.Source {
    /// The headers of each part that it is read from.
    var alternatives: [[String]] {
        switch self {
        case .header(let headers): [headers]
        case .dateAndTime(let first, let second), .debitAndCredit(let first, let second): [first, second]
        case .constant, .digestOfRow: []
        }
    }

    /// All headers that it may be read from.
    var headers: [String] {
        alternatives.flatMap(\.self)
    }
}
