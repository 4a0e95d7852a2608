// Files that go away with their folders, and come back.

extension ReplicaState {
    /// Where the file was seen last; nil where it never was, as far as known.
    var lastPlace: FilePlace? { self.versions.lazy.compactMap(\.version.stamp).last?.place }

    /// Notes how the file is whose text is the newest version's.
    ///
    /// - Returns: The version's number; nil where it's known so.
    mutating func noteStamp(of content: FileContent) -> UInt64? {
        guard let index = topIndex, let stamp = content.stamp,
            self.versions[index].version.stamp != stamp,
            self.versions[index].bytes == content.bytes
        else { return nil }
        self.versions[index].version.stamp = stamp
        return self.versions[index].version.number
    }

    /// A write has failed: it is tried again later and later, or once the watcher tells of a folder that is
    /// back.
    mutating func putOffWriting(_ problem: Problem, at now: Int64, _ timing: Timing) {
        guard problem.code != .file(.noFolder) else {
            self.condition = .away(problem)
            return
        }
        self.condition = .unwritable(problem)
        delayRetry(atLeast: timing.retry)
        self.wait = (now + self.retryDelay, .look(.untilClosed))
    }
}
