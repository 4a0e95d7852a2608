// What each event of the kernel means for the replicas.

import SyncEngine

extension ReplicaWatcher {
    private static let nameEvents =
        InotifyMask.create | InotifyMask.delete | InotifyMask.movedFrom | InotifyMask.movedTo
        | InotifyMask.attributes
    private static let selfEvents =
        InotifyMask.moveSelf | InotifyMask.deleteSelf | InotifyMask.attributes
    private static let endsOfNames = InotifyMask.delete | InotifyMask.movedFrom
    private static let endEvents = InotifyMask.ignored | InotifyMask.unmount

    /// Takes all events that the kernel has now, then walks the paths again that they touch.
    func collect() {
        let isDrained = table?.inotify.drain { event in take(event) } ?? true
        if !isDrained { loop.schedule(after: .zero) { [weak self] in self?.collect() } }
        if let table, table.inotify.deadEntries > Self.deadEntryLimit { mustRebuild = true }
        if mustRebuild { rebuild() }
        resolveAll()
    }

    private func take(_ event: InotifyEvent) {
        eventCount += 1
        // The kernel drops the rest of the queue after an overflow (inotify(7)): among it may be
        // the end of any watch.
        if event.has(InotifyMask.overflow) { mustRebuild = true }
        let isEnd = event.has(Self.endEvents)
        guard let place = isEnd ? table?.end(event.watch) : table?.place(of: event.watch) else {
            return
        }
        if let inode = place.inode { take(event, of: inode) }
        for hop in place.hops {
            let isOurs = event.name.map { noteArrival(event, $0, in: hop) } ?? false
            guard let users = users[hop] else { continue }
            if isEnd {
                touchAndWalk(users.entries)
            } else if hop.kind == .file {
                takeFileEvent(event, users.entries)
            } else if let name = event.name {
                let any = users.names[WatchNeed.anyName] ?? []
                let numbers = any.union(users.names[name] ?? [])
                if !isOurs { notePlacing(event, numbers, users.arrivals) }
                takeNameEvent(event, numbers)
                // A save that stood beside a file may be gone.
                let file = event.has(Self.endsOfNames) ? SavedName.file(of: name) : nil
                for number in file.flatMap({ users.names[$0] }) ?? [] { touch(number) }
            } else if event.has(Self.selfEvents) {
                touchAndWalk(users.entries)
            }
        }
    }

    private func touchAndWalk(_ numbers: Set<Int>) {
        for number in numbers {
            unresolved.insert(number)
            touch(number)
        }
    }

    /// Notes which file comes to a folder, and gives whether we have renamed it.
    private func noteArrival(
        _ event: InotifyEvent,
        _ name: String,
        in hop: PathWalk.Hop
    ) -> Bool {
        let isLinked = users[hop]?.names[name] != nil
        return users[hop]?.arrivals.take(event, name, isLinked: isLinked, number: eventCount)
            ?? false
    }

    private func notePlacing(
        _ event: InotifyEvent,
        _ numbers: Set<Int>,
        _ arrivals: FolderArrivals
    ) {
        for number in numbers {
            guard let placing = entries[number]?.placing.take(event, arrivals),
                case .replica(let id)? = entries[number]?.subject
            else { continue }
            tell(.placed(id, placing))
        }
    }

    private func takeNameEvent(_ event: InotifyEvent, _ numbers: Set<Int>) {
        if event.has(Self.nameEvents) { touchAndWalk(numbers) }
        takeFileEvent(event, numbers)
    }

    private func takeFileEvent(_ event: InotifyEvent, _ numbers: Set<Int>) {
        for number in numbers {
            if event.has(InotifyMask.modify) { noteWrite(to: number) }
            if event.has(InotifyMask.closeWrite) { noteClose(of: number) }
            if event.has(InotifyMask.attributes) { unresolved.insert(number) }
        }
    }

    // MARK: Inodes that we hold

    private func take(_ event: InotifyEvent, of inode: HeldInode) {
        if event.has(InotifyMask.open) { takeOpening(inode) }
        if event.has(InotifyMask.access) { takeAccess(inode) }
        if event.has(InotifyMask.closeNoWrite), inode.noteReadersClose() { tellRead(inode) }
        if event.has(InotifyMask.attributes) { takeAttributes(inode) }
        if event.has(InotifyMask.modify) { takeWrite(inode) }
        if event.has(InotifyMask.closeWrite) { takeClose(inode) }
    }

    private func takeOpening(_ inode: HeldInode) {
        guard inode.noteOpening() else { return }
        for case .current(let replica) in inode.uses {
            if let number = number(of: replica) { entries[number]?.placing.opening = eventCount }
        }
    }

    private func takeAccess(_ inode: HeldInode) {
        inode.noteAccess()
        guard !inode.isReadByUs else { return }
        for use in inode.uses where use.isLive { tell(.reading(use.replica, inode.identity)) }
    }

    /// Tells that somebody else has read an inode.
    func tellRead(_ inode: HeldInode) {
        inode.isBeingRead = false
        for replica in inode.replicas { tell(.read(replica, inode.identity)) }
    }

    private func takeWrite(_ inode: HeldInode) {
        inode.writes += 1
        inode.isBeingWritten = true
        // Who reads and writes through one descriptor had the text before it wrote.
        if inode.wasAccessed { tellRead(inode) }
        inode.wasAccessed = false
        for use in inode.uses {
            tell(.modified(use.replica, inode.identity))
            if use.isLive, let number = number(of: use.replica) { noteWrite(to: number) }
        }
    }

    private func takeClose(_ inode: HeldInode) {
        inode.isBeingWritten = false
        if inode.wasAccessed { tellRead(inode) }
        inode.wasAccessed = false
        inode.isBeingRead = false
        for use in inode.uses where use.isLive {
            touch(use.replica)
            if let number = number(of: use.replica) { noteClose(of: number) }
        }
    }

    /// What link(2) and chmod(2) do by another name is told to the inode, not to the path's folder.
    ///
    /// The path may need a watch on the inode from now on.
    private func takeAttributes(_ inode: HeldInode) {
        for use in inode.uses {
            if case .current(let replica) = use, let number = number(of: replica) {
                unresolved.insert(number)
                touch(number)
            }
        }
    }

    // MARK: Files that are being written

    /// Waits for the close; looks soon, and when it has been still for long, in case none comes.
    private func noteWrite(to number: Int) {
        let now = SystemClock.monotonicNanoseconds
        guard entries[number]?.writing == nil else {
            entries[number]?.writing?.last = now
            return
        }
        let soon = loop.schedule(after: timing.firstWrite) { [weak self] in
            self?.touch(number)
        }
        entries[number]?.writing = FileWriting(
            last: now,
            soon: soon,
            still: checkStillness(of: number, after: timing.still)
        )
    }

    private func checkStillness(of number: Int, after delay: Duration) -> TimerID {
        loop.schedule(after: delay) { [weak self] in
            guard let self, let writing = entries[number]?.writing else { return }
            let quiet = Duration.nanoseconds(SystemClock.monotonicNanoseconds - writing.last)
            if quiet < timing.still {
                let timer = checkStillness(of: number, after: timing.still - quiet)
                entries[number]?.writing?.still = timer
            } else {
                entries[number]?.writing = nil
                touch(number)
            }
        }
    }

    private func noteClose(of number: Int) {
        cancelTimers(entries[number]?.writing)
        entries[number]?.writing = nil
        touch(number)
    }

    /// Ends the waiting for a writer; none is waited for where it is nil.
    func cancelTimers(_ writing: FileWriting?) {
        guard let writing else { return }
        loop.cancel(writing.soon)
        loop.cancel(writing.still)
    }
}
