internal import Crypto

/// A campaign together with the file that states it.
package struct CampaignFile: Sendable {
    /// How messages call the file.
    package let name: String
    /// The file byte for byte; where it names lists of values, all of it as JSON with the lists in their places, so that
    /// it stands alone.
    package let text: [UInt8]
    package let campaign: Campaign
    package let examples: [CampaignExample]
    /// What it says and hardly means; no reason to refuse it.
    package let doubts: [Problem]
    /// What the file says, as a hash: it changes with every change of meaning and with no change of comments, layout,
    /// examples, the order of keys, or between YAML and JSON. SHA-256 in 64 lower-case digits.
    package let version: String

    /// Reads one YAML or JSON document in UTF-8 (SPEC 3). Where there is anything wrong with it, throws `.refused` with
    /// all its problems in the order of the file, each at `name:line:column`.
    /// - Parameter list: gives the bytes of a file of values that the campaign names.
    package static func read(
        text: [UInt8], name: String, list: (_ name: String) -> [UInt8]? = { _ in nil }
    ) throws(Failure) -> CampaignFile {
        let problems = ProblemCollector(fileName: name)
        let (root, listCount) = withoutActuallyEscaping(list) { list in
            var lists = ListFiles(reader: list, problems: problems)
            let root = DocumentReader.read(text, problems: problems).map { lists.inlined($0) }
            return (root, lists.count)
        }
        let campaign = root.flatMap {
            ValueReader<Campaign>.campaign.read(Item(label: "the campaign", node: $0), problems)
        }
        var reader = ExampleReader(problems: problems)
        let examples = root?["examples"].map { reader.examples($0) } ?? []
        guard let root, let campaign, problems.isEmpty else { throw Failure(.refused, problems.all) }
        DoubtReader(of: campaign, root: root, problems: problems).tell()
        return CampaignFile(
            name: name, text: listCount == 0 ? text : Array(root.json.utf8), campaign: campaign,
            examples: examples, doubts: problems.doubts,
            version: sha256(of: root.without(key: "examples").canonicalBytes))
    }

    /// All that is wrong with a file; nothing when it can be used.
    package static func problems(text: [UInt8], name: String) -> [Problem] {
        do throws(Failure) {
            _ = try read(text: text, name: name)
            return []
        } catch {
            return error.problems
        }
    }
}
