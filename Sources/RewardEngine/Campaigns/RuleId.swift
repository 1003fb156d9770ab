extension ValueReader where Value == String {
    /// The id of a gate or a limit: a name that stands for a reason, and so none of those that mean something else.
    static let ruleId = ValueReader(id.what) { item, problems in
        guard let name = id.read(item, problems) else { return nil }
        if Reason.builtIn.contains(where: { $0.builtInName == name }) {
            problems.add(
                at: item.node.mark, "the id \(shown(name)) is a reason of the engine's own",
                help: "a reader of reports could not tell them apart: choose another name")
        } else if ["ladder", "all", "none"].contains(name) {
            problems.add(
                at: item.node.mark, "the id \(shown(name)) has a meaning in `reopens`", help: "choose another name")
        }
        return name
    }
}
