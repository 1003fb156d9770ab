internal import SQLite

/// Brings campaign files into a database: the first version of a new campaign, or a new one of a known campaign.
struct Registration {
    let connection: Connection
    let utcOffset: UTCOffset
    let path: String

    /// Registering what is registered already changes nothing. A campaign that has given something is changed only
    /// where `amend` says so.
    /// Gives what was registered, in words.
    func register(_ files: [CampaignFile], amend: Bool) throws -> [String] {
        var said: [String] = []
        let table = CampaignTable(connection: connection)
        try CampaignFile.requireConsistent(files)
        for file in files {
            if file.campaign.utcOffset != utcOffset {
                throw Failure(
                    .refused, at: file.name,
                    "the campaign `\(file.campaign.id)` has the offset \(file.campaign.utcOffset.text), the database "
                        + "\(path) has \(utcOffset.text)",
                    help: "one zone rules a database; give the campaign a database of its own")
            }
            guard let known = try table.all().first(where: { $0.id == file.campaign.id }) else {
                try add(file, campaignId: table.add(id: file.campaign.id))
                said.append("\(file.campaign.id): registered, version \(file.version.prefix(12))")
                continue
            }
            if known.versions.last?.hash == file.version { continue }
            if !amend, try table.hasEntries(campaignId: known.campaignId) {
                throw Failure(
                    .refused, at: file.name,
                    "the campaign `\(known.id)` is registered with other rules, by which it has given awards",
                    help: "add `--amend` to decide by the new rules from this run on")
            }
            if let before = try known.versions.last?.campaign(), try table.hasEntries(campaignId: known.campaignId) {
                try requireSameProgress(file, after: before)
            }
            try add(file, campaignId: known.campaignId)
            said.append("\(known.id): decided by version \(file.version.prefix(12)) from now on")
        }
        return said
    }

    /// Charges that have earned together stay together: what they are counted in cannot change under way.
    private func requireSameProgress(_ file: CampaignFile, after before: Campaign) throws {
        if before.progress == file.campaign.progress { return }
        throw Failure(
            .refused, at: file.name,
            "the campaign `\(before.id)` has given awards, and how charges earn together in it cannot be amended",
            help:
                "leave the kind and the window of `earn` and of a marginal reward, `clock` and `cycle` as they are, or "
                + "give the campaign another `id`")
    }

    private func add(_ file: CampaignFile, campaignId: Int) throws {
        try CampaignTable(connection: connection).addVersion(
            hash: file.version, fileName: file.name, rules: file.text, campaignId: campaignId)
    }
}

extension CampaignTable.Version {
    /// The campaign as it was registered: the rules must still have the hash by which the ledger names them.
    func campaign() throws -> Campaign {
        let file = try? CampaignFile.read(text: Array(rules.utf8), name: fileName)
        guard let file, file.version == hash else {
            throw DamagedValue(what: "the rules of `\(fileName)` are not those that were registered")
        }
        return file.campaign
    }
}

extension CampaignFile {
    /// Two files that are the same campaign would be decided twice; and campaigns that hang together must agree.
    package static func requireConsistent(_ files: [CampaignFile]) throws(Failure) {
        for (index, file) in files.enumerated() {
            if let other = files[..<index].first(where: { $0.campaign.id == file.campaign.id }) {
                throw Failure(
                    .refused, at: file.name, "the campaign `\(file.campaign.id)` is also in \(other.name)",
                    help: "name each campaign once")
            }
        }
        let problems = contradictions(among: files)
        if !problems.isEmpty { throw Failure(.refused, problems) }
    }

    /// What files say that cannot be so together.
    package static func contradictions(among files: [CampaignFile]) -> [Problem] {
        CampaignLinks.contradictions(in: files.map(\.campaign)).map { id, sentence in
            Problem(at: files.first { $0.campaign.id == id }?.name ?? id, sentence)
        }
    }
}
