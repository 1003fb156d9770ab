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
        try CampaignFile.requireDistinctIds(files)
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
            try add(file, campaignId: known.campaignId)
            said.append("\(known.id): decided by version \(file.version.prefix(12)) from now on")
        }
        return said
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
    /// Two files that are the same campaign would be decided twice.
    package static func requireDistinctIds(_ files: [CampaignFile]) throws(Failure) {
        for (index, file) in files.enumerated() {
            if let other = files[..<index].first(where: { $0.campaign.id == file.campaign.id }) {
                throw Failure(
                    .refused, at: file.name, "the campaign `\(file.campaign.id)` is also in \(other.name)",
                    help: "name each campaign once")
            }
        }
    }
}
