// How a name got the file that it has.

import SyncEngine

/// What happened to a name, as far as it tells whose text a new file can be.
struct NamePlacing {
    /// The number of the event with which somebody last opened the file that the name leads to.
    var opening: UInt64 = 0
    private var isRemoved = false

    /// Takes an event of the name.
    ///
    /// - Returns: How a file comes to the name with it; nil where none does.
    mutating func take(_ event: InotifyEvent, _ arrivals: FolderArrivals) -> Placing? {
        if event.has(InotifyMask.create) {
            defer { isRemoved = false }
            return isRemoved ? .replaced : .created
        }
        if event.has(InotifyMask.movedTo) {
            isRemoved = false
            return arrivals.isAny(after: opening) ? .renamedBesideAnother : .renamed
        }
        if event.has(InotifyMask.delete) { isRemoved = true }
        if event.has(InotifyMask.movedFrom) { isRemoved = false }
        return nil
    }
}
