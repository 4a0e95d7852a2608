// A domain's settings in Foundation's UserDefaults, live.

public import Foundation
public import SettingsClient

extension NSNotification.Name {
    /// Posted after `UserDefaults` has new values of a domain; the object is the domain's name, and
    /// ``UserDefaults/changedKeys`` in `userInfo` the keys that changed.
    public static let settingsDidChange = NSNotification.Name("SettingsDidChangeNotification")
}

extension UserDefaults {
    /// The key in the `userInfo` of ``Foundation/NSNotification/Name/settingsDidChange``: `[String]`,
    /// the top keys, as `UserDefaults` has them.
    public static let changedKeys = "changedKeys"
}

extension Settings {
    /// Keeps `UserDefaults(suiteName:)` of this domain in sync for as long as the task runs.
    ///
    /// On Linux, Foundation reads a suite's file when it's first used and when it's synchronized,
    /// and tells nobody of changes. This synchronizes after each change, whoever made it, and then
    /// posts ``Foundation/NSNotification/Name/settingsDidChange``; once at the start, too, as a
    /// value may have changed since the program read it. The domain must have its defaults store:
    /// the file is there, or the domain file says `defaults = true`.
    ///
    /// - Throws: ``ClientError`` when no agent can be had at first. A cancelled task ends it.
    public func bridgeUserDefaults() async throws(ClientError) {
        let defaults = UserDefaults(suiteName: domain.name)
        for try await batch in watch() {
            // Whether a value is a secret is nothing that UserDefaults knows.
            let hasNews = batch.isFirst || !batch.changes.allSatisfy(\.isOnlyMarked)
            guard hasNews, await areFilesWritten() else { continue }
            _ = defaults?.synchronize()  // what it read counts, not what it says of its own writes
            NotificationCenter.default.post(
                name: .settingsDidChange,
                object: domain.name,
                userInfo: [UserDefaults.changedKeys: Self.topKeys(of: batch)]
            )
        }
    }

    private static func topKeys(of batch: ChangeBatch) -> [String] {
        Set(batch.changes.compactMap(\.key.segments.first)).sorted()
    }
}
