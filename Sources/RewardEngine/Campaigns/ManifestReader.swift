extension Manifest {
    /// Reads one JSON document (YAML does too). Where there is anything wrong with it, throws `.refused` with all its
    /// problems, each at `name:line:column`.
    package static func read(text: [UInt8], name: String) throws(Failure) -> Manifest {
        let problems = ProblemCollector(fileName: name, kind: .manifest)
        let root = DocumentReader.read(text, problems: problems)
        let manifest = root.flatMap {
            ValueReader<Manifest>.manifest.read(Item(label: "the manifest", node: $0), problems)
        }
        guard let manifest, problems.isEmpty else { throw Failure(.refused, problems.all) }
        return manifest
    }
}

extension ValueReader where Value == Manifest {
    fileprivate static let manifest = mapping("an object such as { \"rows\": 120 }") { keys in
        Manifest(
            rows: keys.optional("rows", .wholeNumber), amountFen: keys.optional("amountTotal", .signedAmountFen),
            sha256: keys.optional("sha256", .sha256), bookingDay: keys.optional("bookingDay", .day),
            sequence: keys.optional("sequence", .wholeNumber), source: keys.optional("source", .title) ?? "")
    }
}

extension ValueReader where Value == String {
    fileprivate static let sha256 = scalar("the 64 hexadecimal digits of a SHA-256") { text in
        let isDigits = text.utf8.count == 64 && text.allSatisfy { $0.isASCII && $0.isHexDigit }
        return isDigits ? text.lowercased() : nil
    }
}

extension ValueReader where Value == Int {
    fileprivate static let wholeNumber = scalar("a whole number such as 120") { text in
        let isNumber = 1...15 ~= text.utf8.count && text.utf8.allSatisfy { 0x30...0x39 ~= $0 }
        return isNumber ? Int(text) : nil
    }

    /// A sum in yuan, which may be negative.
    fileprivate static let signedAmountFen = scalar("an amount in yuan such as 1234.50") { text in
        let isNegative = text.hasPrefix("-")
        return sumFen(isNegative ? String(text.dropFirst()) : text).map { isNegative ? -$0 : $0 }
    }
}
