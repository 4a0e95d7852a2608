// What a write displaced and can't be merged, under a name beside its file.

import FileReplacing
import Glibc
import SettingsModel
package import SyncEngine

extension DiskFileStore {
    /// So many saves may stand beside one file.
    private static let mostLeft = 1_000

    package func leave(_ staged: StagedFile, of replica: ReplicaID) -> String? {
        let temporary = staged.temporaryPath
        guard let status = try? FileStatus.named(temporary) else { return nil }
        let folder = staged.targetPath.pathFolder
        let name = String(Substring(staged.targetPath.utf8.dropFirst(folder.utf8.count)))
        for number in 1...Self.mostLeft {
            let path = folder + SavedName(of: name, number).text
            // By a second name, the save is where the intent says if this agent dies before the journal
            // knows of the first. What has that name already is from such a death.
            if status.kind == .regular, link(temporary, path) == 0 { return path }
            if calls.create(temporary, path) == 0 { return path }
            guard errno == EEXIST else { return nil }
            if (try? FileStatus.named(path))?.identity == status.identity { return path }
        }
        return nil
    }

    package func isGone(_ path: String) -> Bool {
        do throws(Errno) {
            _ = try FileStatus.named(path)
            return false
        } catch {
            return error.number == ENOENT || error.number == ENOTDIR
        }
    }
}
