/// Where a column's values come from.
enum ColumnSource: Equatable, Sendable {
    case absent
    /// The field of that index.
    case field(Int)
    /// `--assume`: one value for every row, trimmed.
    case assumed(String)
}

/// The columns of one file, found by its header (SPEC 1).
package struct Layout: Sendable {
    /// How many fields every row must have.
    package let fieldCount: Int
    /// How many of them, the first ones, a feed has made, so that they are none of the file's.
    package let madeFieldCount: Int
    /// The columns that nothing asks for, as the header writes them; the user is to be told once. None with a feed, whose
    /// author has seen them.
    package let ignored: [String]
    /// The names of the further columns whose text every row gives, as they were asked for.
    package let wanted: [String]

    private let sources: [String: ColumnSource]

    /// Whether the file has the column, or it is assumed.
    package func has(_ column: Column) -> Bool {
        source(of: column.rawValue) != .absent
    }

    /// Whether the file has the column of that lower-case name, or it is assumed.
    package func has(columnNamed name: String) -> Bool {
        source(of: name) != .absent
    }

    func source(of name: String) -> ColumnSource {
        sources[name] ?? .absent
    }

    /// Reads the header, which is the first record, and finds the columns by it. Fails with `refused` where the file
    /// does not give what is needed, and with `usage` where the options themselves are wrong.
    package static func read(
        from reader: inout RecordReader, in bytes: Span<UInt8>, request: ColumnRequest, of source: SourceText
    ) throws(Failure) -> Layout {
        let place = source.place
        guard try reader.next(in: bytes) else {
            throw Failure(
                .refused, at: place, "the file is empty: it has only blank lines",
                help: "export it again: a file of no transactions has at least its header")
        }
        if let flawed = reader.flawedField {
            let shown = ShownText.of(string(of: reader.fields[flawed], in: bytes))
            throw Failure(
                .refused, at: place, "the header on line \(reader.line) has text after the closing quote in `\(shown)`",
                help: "write the name without quotes, or all of it within them")
        }
        let headers = reader.fields[..<reader.fieldCount].map { string(of: $0, in: bytes) }
        return try Layout(headers: headers, made: source.reading?.made.count, request: request, place: place)
    }

    /// - Parameter made: how many of the columns, the first ones, a feed has made; nil without a feed.
    init(headers: [String], made: Int? = nil, request: ColumnRequest, place: String) throws(Failure) {
        try request.checkOptions()
        let finder = ColumnFinder(headers: headers, request: request, place: place)
        let found = try finder.fields()
        try request.checkAssumed(isThere: { found[$0] != nil })

        var sources = found.mapValues { ColumnSource.field($0) }
        for (name, value) in request.assumed { sources[asciiLowercased(name)] = .assumed(trimmed(value)) }
        let missing = request.neededNames.filter { sources[$0] == nil }
        guard missing.isEmpty else { throw finder.refusal(ofMissing: missing) }

        let used = Set(found.values)
        fieldCount = headers.count
        madeFieldCount = made ?? 0
        // What is said of rejected rows, where they are sent again, is for people.
        let said = RejectsFile.isHeader(headers) ? RejectsFile.columns.count : 0
        ignored = headers.indices.filter { made == nil && $0 >= said && !used.contains($0) }.map {
            headers[$0].isEmpty ? "column \($0 + 1)" : headers[$0]
        }
        wanted = request.wanted
        self.sources = sources
    }

    private static func string(of field: RawField, in bytes: Span<UInt8>) -> String {
        let range = Trimming.trimmed(field.start..<field.end, in: bytes)
        let text = String(decoding: range.map { bytes[$0] }, as: UTF8.self)
        return field.hasDoubledQuote ? text.replacingDoubledQuotes() : text
    }
}

/// Finds the columns that are asked for among the headers.
private struct ColumnFinder {
    let headers: [String]
    let request: ColumnRequest
    let place: String

    /// The field of every known or wanted column that the file has. `--column` wins over a header of that name.
    func fields() throws(Failure) -> [String: Int] {
        let lowerHeaders = headers.map(asciiLowercased)
        let mapped = Dictionary(
            request.columns.map { (asciiLowercased($0.name), trimmed($0.header)) },
            uniquingKeysWith: { first, _ in first })
        var fields: [String: Int] = [:]
        for name in request.knownNames {
            let header = mapped[name] ?? name
            let places = lowerHeaders.indices.filter { lowerHeaders[$0] == asciiLowercased(header) }
            guard places.count <= 1 else { throw refusal(ofRepeated: header, for: name, in: places) }
            if let place = places.first {
                fields[name] = place
            } else if let header = mapped[name] {
                throw refusal(ofMapping: name, to: header)
            }
        }
        return fields
    }

    private func refusal(ofRepeated header: String, for name: String, in places: [Int]) -> Failure {
        let numbers = places.map { String($0 + 1) }.joined(separator: " and ")
        return Failure(
            .refused, at: place, "the header names `\(ShownText.of(header))` more than once: columns \(numbers)",
            help: "rename all but one of them, or say which other header holds it: `--column \(name)=HEADER`")
    }

    private func refusal(ofMapping name: String, to header: String) -> Failure {
        Failure(
            .refused, at: place, "there is no header `\(ShownText.of(header))`, which `--column` names for `\(name)`",
            help: headersSentence)
    }

    func refusal(ofMissing names: [String]) -> Failure {
        let list = names.map { "`\($0)`" }.joined(separator: ", ")
        var message = names.count == 1 ? "column \(list) is missing" : "columns \(list) are missing"
        let askers = names.compactMap { request.askers[$0] }
        if let asker = askers.first { message += ", for which the campaign `\(asker)` asks" }
        var remedies: [String] = []
        if let name = names.first(where: { !Self.onlyMappable.contains($0) }) {
            let value = Self.exampleValues[name] ?? "VALUE"
            remedies.append("`--assume \(name)=\(value)` gives every row the same value")
        }
        if let name = names.first(where: { Self.onlyMappable.contains($0) }) ?? names.first {
            remedies.append(
                "`--column \(name)=\"\(Self.exampleHeaders[name] ?? "HEADER")\"` says which header holds it")
        }
        if headers.count == 1, let delimiter = [";", "\t", "|"].first(where: headers[0].contains) {
            let name = delimiter == "\t" ? "tabs" : "`\(delimiter)`"
            message += ": the fields seem to be parted by \(name), and must be by commas"
            remedies = ["save the file as comma-separated values"]
        }
        return Failure(
            .refused, at: place, message, help: "\(remedies.joined(separator: "; ")); \(headersSentence)")
    }

    private var headersSentence: String {
        let shown = headers.prefix(12).map { "`\(ShownText.of($0))`" }.joined(separator: ", ")
        return "the file has \(shown)\(headers.count > 12 ? " and \(headers.count - 12) more" : "")"
    }

    /// One value for all rows of these would make no sense.
    private static let onlyMappable = Set([Column.txnId, .txnTime, .amount].map(\.rawValue))

    private static let exampleValues = [
        "pay_method": "apple_pay", "channel": "app", "type": "purchase", "status": "settled", "currency": "CNY",
        "mcc": "5411",
    ]

    private static let exampleHeaders = ["amount": "TRANS AMT", "txn_time": "TRANS DATE", "txn_id": "TRANS ID"]
}

func trimmed(_ text: String) -> String {
    let bytes = Array(text.utf8)
    return String(decoding: bytes[Trimming.trimmed(bytes.indices, in: bytes.span)], as: UTF8.self)
}

extension String {
    func replacingDoubledQuotes() -> String {
        var result = ""
        var isSecond = false
        for scalar in unicodeScalars {
            isSecond = scalar == "\"" && !isSecond
            if scalar != "\"" || isSecond { result.unicodeScalars.append(scalar) }
        }
        return result
    }
}
