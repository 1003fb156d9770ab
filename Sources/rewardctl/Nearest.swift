/// The candidate that `word` was most likely meant to be: fewest slips, at most one for every three letters. Nil where
/// none is near enough.
package func nearest(to word: String, in candidates: [String]) -> String? {
    let scored = candidates.map { (candidate: $0, slips: slips(from: word, to: $0)) }
    guard let best = scored.min(by: { $0.slips < $1.slips }) else { return nil }
    return best.slips <= max(1, best.candidate.utf8.count / 3) ? best.candidate : nil
}

/// Letters left out, put in, changed, or swapped with their neighbour.
private func slips(from left: String, to right: String) -> Int {
    let (left, right) = (Array(left.utf8), Array(right.utf8))
    guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
    var beforeLast = [Int](repeating: 0, count: right.count + 1)
    var last = Array(0...right.count)
    for row in 1...left.count {
        var current = [row] + [Int](repeating: 0, count: right.count)
        for column in 1...right.count {
            let change = left[row - 1] == right[column - 1] ? 0 : 1
            current[column] = min(last[column] + 1, current[column - 1] + 1, last[column - 1] + change)
            if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                current[column] = min(current[column], beforeLast[column - 2] + 1)
            }
        }
        (beforeLast, last) = (last, current)
    }
    return last[right.count]
}
