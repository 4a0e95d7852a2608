// Reading and writing whole files by their descriptors, and folders by their names.

import Glibc

/// Whole-file input and output; every call is made again when a signal interrupts it.
package enum SystemFile {
    /// The bytes from the start to the end, without moving the descriptor's place; of a file that is
    /// longer than the limit, one more than that, as it may grow as fast as it's read.
    package static func contents(
        of descriptor: Int32,
        expectedSize: Int,
        limit: Int
    ) throws(Errno) -> [UInt8] {
        var bytes: [UInt8] = []
        // One more, so that a file of the expected size shows its end in one go.
        var room = min(expectedSize, limit) + 1
        var failure: Errno?
        while true {
            let start = bytes.count
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                do throws(Errno) {
                    count = try Errno.check {
                        pread(descriptor, buffer.baseAddress, buffer.count, off_t(start))
                    }
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            if chunk.isEmpty { return bytes }
            if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
            if bytes.count > limit { return bytes }
            // What was expected first; then the double, as nothing is known of the end.
            let missing = expectedSize + 1 - bytes.count
            room = min(missing > 0 ? missing : max(bytes.count, 4_096), limit + 1 - bytes.count)
        }
    }

    /// Writes all of it from the start of the file; what was there behind it stays.
    package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(Errno) {
        var start = 0
        while start < bytes.count {
            start += try Errno.check {
                bytes[start...].withUnsafeBytes {
                    pwrite(descriptor, $0.baseAddress, $0.count, off_t(start))
                }
            }
        }
    }

    /// A small text file of the system; nil when it can't be read.
    package static func text(of path: String, limit: Int = 1 << 20) -> String? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        guard let bytes = try? contents(of: descriptor, expectedSize: 4_096, limit: limit),
            bytes.count <= limit
        else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The names in a folder, but for itself and the one above, in no order.
    package static func names(in folder: String) throws(Errno) -> [String] {
        guard let stream = opendir(folder) else { throw .last }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Syncs a folder, so that a rename in it outlives a power failure.
    ///
    /// Some FUSE file systems can't; there is nothing else to be done then, so it isn't an error.
    package static func syncFolder(_ path: String) {
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }
}
