/// One numbered step of the database's shape; immutable once released.
package struct Migration: Sendable {
    package let number: Int
    package let name: String
    package let sql: [UInt8]
}

package enum Migrations {
    /// In order, numbered from 1 without a gap.
    package static let all = [
        Migration(number: 1, name: "initial", sql: PackageResources._001_initial_sql)
    ]
}
