// Arrays that the schema calls ordered sets, merged element by element.

import SettingsModel

/// Merges two edits of one ordered set: additions and removals of both sides hold.
///
/// - Returns: The elements in the order of `theirs`, each that only `ours` added behind the element
///   it followed there; none twice.
func mergedOrderedSet(
    base: [SettingValue],
    ours: [SettingValue],
    theirs: [SettingValue]
) -> [SettingValue] {
    let ourSet = Set(ours)
    let theirSet = Set(theirs)
    let removed = Set(base.filter { !ourSet.contains($0) || !theirSet.contains($0) })
    var result: [SettingValue] = []
    var present = Set<SettingValue>()
    for value in theirs where !removed.contains(value) && present.insert(value).inserted {
        result.append(value)
    }
    var previous: SettingValue?
    for value in ours where !removed.contains(value) {
        if present.insert(value).inserted {
            let position = previous.flatMap(result.firstIndex).map { $0 + 1 } ?? 0
            result.insert(value, at: position)
        }
        previous = value
    }
    return result
}
