// Which files have come to a folder, and in which order.

/// The names that files have got in a folder lately, and have still.
///
/// Who reads a file, copies it beside and then saves what he has had in memory has read it for the backup. Our
/// own temporary files don't count, nor does a linked file that is renamed away.
struct FolderArrivals {
    /// So many names are remembered, those that came last.
    static let limit = 32

    /// The number of the event with which each came.
    private var numbers: [String: UInt64] = [:]
    private var isRenamedAway = false
    private var isOurs = false

    /// Takes an event of a name in the folder.
    ///
    /// - Parameters:
    ///   - event: What happened.
    ///   - name: The name.
    ///   - isLinked: Whether it is that of a linked file.
    ///   - number: The event's number, higher than all before.
    /// - Returns: Whether it is the end of a renaming of our own.
    mutating func take(
        _ event: InotifyEvent,
        _ name: String,
        isLinked: Bool,
        number: UInt64
    ) -> Bool {
        if event.has(InotifyMask.delete | InotifyMask.movedFrom) { numbers[name] = nil }
        if event.has(InotifyMask.movedFrom) {
            isRenamedAway = isLinked
            isOurs = TemporaryName(name) != nil
        }
        guard event.has(InotifyMask.create | InotifyMask.movedTo) else { return false }
        // A renaming's two events follow each other.
        let isEnd = event.has(InotifyMask.movedTo)
        defer { (isRenamedAway, isOurs) = (false, false) }
        guard !isLinked, !(isEnd && isRenamedAway), TemporaryName(name) == nil else {
            return isEnd && isOurs
        }
        numbers[name] = number
        if numbers.count > Self.limit, let oldest = numbers.min(by: { $0.value < $1.value }) {
            numbers[oldest.key] = nil
        }
        return false
    }

    /// Whether any has come after an event.
    func isAny(after number: UInt64) -> Bool { numbers.values.contains { $0 > number } }
}
