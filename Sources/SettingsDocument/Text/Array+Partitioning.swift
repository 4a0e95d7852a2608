// Finds a place among elements that are in order.

extension Array {
    /// The first index from which on a condition holds, which holds from some index to the end.
    func partitioningIndex(where holds: (Element) -> Bool) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if holds(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
