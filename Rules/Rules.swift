/// The campaign that is built into the program, as the text of its file in Rules/.
package enum Rules {
    package static let flagship: [UInt8] = PackageResources.flagship_yaml
}
