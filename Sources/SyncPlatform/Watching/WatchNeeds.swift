// Which watches a path needs, and who needs one.

/// A watch that a path needs.
struct WatchNeed: Hashable {
    var hop: PathWalk.Hop
    var mask: UInt32
    /// The entry of the folder that matters; nil for the thing itself.
    var name: String?

    /// As a name, all entries of the folder; no file has this one.
    static let anyName = "/"
}

/// Who needs a watch, and what happens in its folder.
struct WatchUsers {
    var mask: UInt32 = 0
    var entries: Set<Int> = []
    var names: [String: Set<Int>] = [:]
    var arrivals = FolderArrivals()
}
