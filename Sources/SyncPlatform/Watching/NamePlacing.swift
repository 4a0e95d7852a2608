// How a name got the file that it has.

/// What happened to a name, as far as it tells whose text a new file can be.
///
/// git, tar, `install`, `cp --remove-destination` and `mv` from another disk remove a file and create another
/// one. Of 86 writers that were recorded, no editor does: they write into the file, rename one of
/// their own over it, or rename it away first.
struct NamePlacing {
    private var isRemoved = false

    /// Takes an event of the name.
    ///
    /// - Returns: Whether a file is being created in the place of one that was removed.
    mutating func take(_ event: InotifyEvent) -> Bool {
        let isCreated = event.has(InotifyMask.create)
        defer {
            if event.has(InotifyMask.delete) {
                isRemoved = true
            } else if isCreated || event.has(InotifyMask.movedFrom | InotifyMask.movedTo) {
                isRemoved = false
            }
        }
        return isCreated && isRemoved
    }
}
