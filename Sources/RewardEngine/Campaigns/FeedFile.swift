/// A feed together with the file that states it.
package struct FeedFile: Sendable {
    /// How messages call the file.
    package let name: String
    package let feed: Feed

    /// Reads one YAML or JSON document in UTF-8. Where there is anything wrong with it, throws `.refused` with all its
    /// problems in the order of the file, each at `name:line:column`.
    package static func read(text: [UInt8], name: String) throws(Failure) -> FeedFile {
        let problems = ProblemCollector(fileName: name, kind: .feed)
        let root = DocumentReader.read(text, problems: problems)
        let feed = root.flatMap { ValueReader<Feed>.feed.read(Item(label: "the feed", node: $0), problems) }
        guard let feed, problems.isEmpty else { throw Failure(.refused, problems.all) }
        return FeedFile(name: name, feed: feed)
    }
}
