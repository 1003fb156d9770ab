/// The word that somebody probably meant: the one that the fewest single-letter edits lead to, where these are few for
/// its length. Case does not count.
package func nearestWord(to text: String, among words: [String]) -> String? {
    let wanted = Array(text.lowercased().unicodeScalars)
    guard wanted.count <= 40 else { return nil }
    var best: (word: String, distance: Int)?
    for word in words {
        let candidate = Array(word.lowercased().unicodeScalars)
        let distance = editDistance(wanted, candidate)
        guard distance <= max(1, candidate.count / 3), distance < candidate.count else { continue }
        if distance < best?.distance ?? .max { best = (word, distance) }
    }
    return best?.word
}

/// Insertions, deletions, replacements and swaps of neighbours that lead from one text to the other.
private func editDistance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
        var current = [row + 1]
        for column in right.indices {
            let replaced = previous[column] + (left[row] == right[column] ? 0 : 1)
            var distance = min(replaced, previous[column + 1] + 1, current[column] + 1)
            if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                distance = min(distance, beforePrevious[column - 1] + 1)
            }
            current.append(distance)
        }
        beforePrevious = previous
        previous = current
    }
    return previous[right.count]
}
