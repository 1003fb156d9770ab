extension Range<Int> {
    /// The first index of which `belongsBehind` holds, where it holds for all from there on; the upper bound where it
    /// holds for none.
    func partitioningIndex(where belongsBehind: (_ index: Int) -> Bool) -> Int {
        var (low, high) = (lowerBound, upperBound)
        while low < high {
            let middle = (low + high) / 2
            if belongsBehind(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
