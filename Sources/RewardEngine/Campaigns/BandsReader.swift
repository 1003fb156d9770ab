/// `[{from: 88, amount: 50}, …]` (SPEC 3): in any order in the file, ascending in the campaign.
extension ValueReader where Value == [Band] {
    static let bands = ValueReader("a list of bands such as { from: 88, amount: 50 }") { item, problems in
        let list = ValueReader<[MarkedBand]>.list(
            of: .markedBand, what: "a list of bands such as { from: 88, amount: 50 }")
        guard let marked = list.read(item, problems) else { return nil }
        var firstMarks: [Int: Mark] = [:]
        for band in marked {
            if let first = firstMarks[band.band.fromFen] {
                problems.add(
                    at: band.mark, "two bands begin at \(yuanText(fen: band.band.fromFen)) yuan",
                    help: "the first is at line \(first.line), column \(first.column)")
            } else {
                firstMarks[band.band.fromFen] = band.mark
            }
        }
        return marked.map(\.band).sorted { $0.fromFen < $1.fromFen }
    }
}

private struct MarkedBand: Sendable {
    var mark: Mark
    var band: Band
}

extension ValueReader where Value == MarkedBand {
    fileprivate static let markedBand = mapping("a mapping such as { from: 88, amount: 50 }") { keys in
        let from = keys.needed("from", .amountFen)
        let amount = keys.needed("amount", .amountFen)
        guard let from, let amount, let mark = keys.entry("from")?.value.mark else { return nil }
        return MarkedBand(mark: mark, band: Band(fromFen: from, amountFen: amount))
    }
}
