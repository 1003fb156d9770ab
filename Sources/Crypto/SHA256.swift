internal import CCrypto

/// The SHA-256 of some bytes (FIPS 180-4), in lower-case hexadecimal digits.
package func sha256(of bytes: [UInt8]) -> String {
    sha256(of: bytes.span)
}

package func sha256(of bytes: Span<UInt8>) -> String {
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
    unsafe bytes.withUnsafeBufferPointer { input in
        unsafe digest.withUnsafeMutableBufferPointer { output in
            _ = unsafe CCrypto.SHA256(input.baseAddress, input.count, output.baseAddress)
        }
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
}
