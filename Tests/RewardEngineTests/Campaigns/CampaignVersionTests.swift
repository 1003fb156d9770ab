import Crypto
import RewardEngine
import Testing

@Suite("The version of a campaign is what its file says")
struct CampaignVersionTests {
    private let yaml = """
        # a comment
        id: spring
        title: "Fr\u{FC}hling/春"   # and one more
        currency: CNY
        utcOffset: "+08:00"
        period:
          from: 2017-01-01
          through: 2017-12-31
        gates:
          - { id: mcc, field: mcc, in: [0742, '5411'] }
          - id: minimum
            field: amount
            atLeast: 100
        reward: { percent: { rate: 6.2, max: 62 } }
        limits: []

        """

    private let json = #"""
        {
        	"limits": [], "title": "Fr\u00fchling\/春", "id": "spring", "currency": "CNY", "utcOffset": "+08:00",
        	"period": {"through": "2017-12-31", "from": "2017-01-01"},
        	"reward": {"percent": {"max": 62, "rate": 6.2}},
        	"gates": [{"id": "mcc", "field": "mcc", "in": ["0742", "5411"]},
        		{"atLeast": "100", "field": "amount", "id": "minimum"}]
        }
        """#

    @Test(
        "YAML and JSON, comments, layout, quotes, the order of keys, line ends and a byte-order mark: the same version")
    func same() throws {
        let version = try read(yaml).version
        #expect(version.count == 64)
        #expect(version.allSatisfy { $0.isHexDigit && !$0.isUppercase })
        let same = [
            json, "\u{FEFF}" + yaml, "\u{FEFF}" + json, "\t\r\n" + json, yaml.replacing("\n", with: "\r\n"),
            json.replacing("\n", with: "\r"), "---\n" + yaml + "...\n", "%YAML 1.1\n---\n" + yaml, yaml + "# the end",
            yaml.replacing("0742", with: "\"0742\""),
        ]
        for text in same {
            let file = try read(text)
            #expect(file.version == version)
            #expect(file.campaign == (try read(yaml).campaign))
        }
    }

    @Test(
        "a change of meaning: another version",
        arguments: [
            ("0742", "742"), ("[0742, '5411']", "['5411', 0742]"), ("[0742, '5411']", "[0742]"), ("spring", "spring2"),
            ("max: 62", "max: 63"), ("atLeast: 100", "above: 100"), ("2017-12-31", "2017-12-30"),
            ("limits: []", "limits: []\nclock: posting"), ("Fr", "FR"), ("id: minimum", "id: least"),
        ])
    func different(old: String, new: String) throws {
        let changed = yaml.replacing(old, with: new)
        #expect(changed != yaml)
        #expect(try read(changed).version != (try read(yaml).version))
    }

    @Test("texts that run together in print stay apart")
    func unambiguous() throws {
        func version(_ values: String) throws -> String {
            try read(CampaignLines("gates: [{ id: g, field: mcc, in: [\(values)] }]").text).version
        }
        let versions = try [
            "'a', 'b'", "'a,b'", "'ab'", "'a', 'b', ''", "'', 'a', 'b'", "\"text 1\\na\\n\"", "'a b'", "\"a\\nb\"",
        ].map(version)
        #expect(Set(versions).count == versions.count)
    }

    @Test("escapes of JSON, surrogate pairs among them")
    func jsonEscapes() throws {
        let text = CampaignLines("title: \"x\"").text
        #expect(try read(text).campaign.title == "x")
        func title(_ escaped: String) throws -> String {
            try read(json.replacing(#"Fr\u00fchling\/春"#, with: escaped)).campaign.title
        }
        #expect(try title(#"\ud83d\ude00"#) == "😀")
        #expect(try title(#"\u6625\"\\\/"#) == "春\"\\/")
        #expect(try title(#"é春"#) == "é春")
    }

    @Test(
        "half a surrogate pair is told at its place",
        arguments: [#"\ud83d"#, #"\ude00"#, #"\ud83dx"#, #"\ud83d\u0041"#, #"\u12"#, #"\u12g4"#])
    func brokenEscapes(escape: String) {
        let text = told(of: json.replacing(#"Fr\u00fchling\/春"#, with: escape))
        #expect(text.hasPrefix("2:") && text.contains("this is no YAML: "))
    }

    @Test(
        "SHA-256",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        ])
    func hash(text: String, digest: String) {
        #expect(sha256(of: Array(text.utf8)) == digest)
    }
}
