import Foundation
import Migrations
import Rules
import Testing

@Suite("The house is tidy")
struct HouseTests {
    static let linesOfFileMax = 400
    static let linesOfFunctionMax = 70

    static let sources = SwiftSource.all(below: "Sources")
    static let everything =
        sources + ["Tests", "Migrations", "Rules", "Feeds"].flatMap { SwiftSource.all(below: $0) }

    @Test("there is something to look at")
    func sourcesAreThere() {
        #expect(Self.sources.count > 50 && Self.everything.count > Self.sources.count)
    }

    @Test("files and functions are short", arguments: everything)
    func isShort(source: SwiftSource) {
        #expect(source.lines.count <= Self.linesOfFileMax)
        for function in source.functions {
            #expect(function.length <= Self.linesOfFunctionMax, "\(source.path):\(function.line): \(function.name)")
        }
    }

    @Test("what must not be in the program is not in it", arguments: sources)
    func banned(source: SwiftSource) {
        let padded = source.code.split { $0.isWhitespace || $0 == "(" }.joined(separator: " ")
        for phrase in ["try!", "as!", "fatalError", "import Foundation", "print"] {
            #expect(!" \(padded) ".contains(" \(phrase) "), "\(source.path) has \(phrase)")
        }
        for word in ["TODO", "FIXME", "XXX"] {
            #expect(!source.text.contains(word), "\(source.path) has \(word)")
        }
        if source.path.contains("RewardEngine") {
            for type in ["Double", "Float", "Float80", "CDouble", "Decimal"] {
                #expect(!source.words.contains(type), "\(source.path) has \(type), and money is exact")
            }
        }
    }

    @Test("the migrations in the program are those of the folder, all of them, byte for byte")
    func migrations() throws {
        let folder = packageFolder.appending(path: "Migrations/sql")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)).sorted()
        let embedded = Migrations.all.map { migration in
            let digits = String(migration.number)
            return String(repeating: "0", count: 4 - digits.count) + "\(digits)_\(migration.name).sql"
        }
        #expect(names == embedded)
        #expect(Migrations.all.map(\.number) == Array(1...Migrations.all.count))
        for (name, migration) in zip(names, Migrations.all) {
            #expect(Array(try Data(contentsOf: folder.appending(path: name))) == migration.sql, "\(name)")
        }
    }

    @Test("the flagship in the program is the file in Rules/, byte for byte")
    func flagship() throws {
        let file = packageFolder.appending(path: "Rules/flagship.yaml")
        #expect(Array(try Data(contentsOf: file)) == Rules.flagship)
    }
}

@Suite("The scanner that the tests of the house look with")
struct SwiftSourceTests {
    private let source = SwiftSource(
        path: "x.swift",
        text: """
            /// A func f() { in a comment, and TODO
            package struct Outer: Sendable {
                var stored = "func g() { \\" }"
                var computed: Int {
                    1
                }
                @inline(__always)
                private static func long(_ a: Int) throws -> Int {
                    if a > 0 { return Int.max }
                    /* } */
                    return a
                }
                init() {}
            }
            private enum Hidden {}
            protocol Thing {
                func without()
                func body()
            }

            """)

    @Test("comments and strings are no code, and lines stay lines")
    func code() {
        #expect(!source.code.contains("TODO") && !source.code.contains("func g") && !source.code.contains("/*"))
        #expect(source.codeLines.count == source.lines.count)
    }

    @Test("functions are found with their lengths")
    func functions() {
        #expect(source.functions.map(\.name) == ["computed", "long", "init"])
        #expect(source.functions.map(\.length) == [3, 5, 1])
        #expect(source.functions.map(\.line) == [4, 8, 13])
    }

    @Test("types are found, and words but for members")
    func types() {
        #expect(source.declaredTypes == ["Outer", "Thing"])
        #expect(source.words.isSuperset(of: ["Outer", "Sendable", "Int", "Hidden"]) && !source.words.contains("max"))
    }
}
