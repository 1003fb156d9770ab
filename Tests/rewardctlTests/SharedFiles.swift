import Foundation

/// Files that lie beside the package and are not part of it: cases worked out by hand, and real data.
enum SharedFiles {
    static let folder = packageRoot.deletingLastPathComponent().appending(path: "shared")

    static func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

    static func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    static func text(_ name: String) throws -> String {
        String(decoding: try Data(contentsOf: URL(filePath: path(name))), as: UTF8.self)
    }

    /// Whether the file is there; where it is not, says that a test is left out for it.
    static func found(_ name: String) -> Bool {
        if exists(name) { return true }
        print("skipped: ../shared/\(name) is not there")
        return false
    }
}
