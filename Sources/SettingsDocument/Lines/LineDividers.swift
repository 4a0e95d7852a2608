// The sign between keys and values in files of which some programs divide lines at ':' and others at '=' alone.

/// What the lines of a file show about the sign that ends a key.
///
/// Python's configparser divides a line at its first ':' or '='. Most other readers of INI files divide at '=',
/// so that `mac:address = x` has the key `mac:address`.
struct LineDividers: Sendable {
    /// The sign at which the file's program divides a line with ':' before '='.
    enum Reading: Sendable { case equals, colon, unknown }

    /// The lines with '=' and no ':' before it.
    private var countAtEquals = 0
    /// The lines with ':' and no '=' behind it.
    private var countAtColon = 0
    /// Whether a line begins with ':', so that it has no key if that divides it.
    var hasColonInFront = false
    /// The entries with ':' before '=', by their index.
    private(set) var doubtful: [Int] = []

    /// What the other lines show, where they agree.
    var reading: Reading {
        switch (countAtEquals > 0, countAtColon > 0) {
        case (true, false): .equals
        case (false, true): .colon
        default: .unknown
        }
    }

    /// Whether ':' ends a key, or may end one.
    var hasColons: Bool { countAtColon > 0 || !doubtful.isEmpty || hasColonInFront }

    /// Whether an entry has ':' before '='.
    func isDoubtful(_ index: Int) -> Bool {
        let place = doubtful.partitioningIndex { $0 >= index }
        return place < doubtful.count && doubtful[place] == index
    }

    /// Counts the first line of an entry, from its first byte behind the key.
    mutating func count(_ line: some Sequence<UInt8>, ofEntry index: Int) {
        var hasColon = false
        for byte in line {
            if byte == UInt8(ascii: ":") { hasColon = true }
            guard byte == UInt8(ascii: "=") else { continue }
            if hasColon { doubtful.append(index) } else { countAtEquals += 1 }
            return
        }
        countAtColon += 1
    }
}
