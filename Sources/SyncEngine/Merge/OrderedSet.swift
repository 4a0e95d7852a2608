// Arrays that the schema calls ordered sets, merged element by element.

import SettingsModel

/// Merges two edits of one ordered set: additions and removals of both sides hold.
///
/// Cost: linear in the elements.
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
    var present = Set<SettingValue>()
    // What is still to come, the next element last.
    var rest = Array(
        theirs.filter { !removed.contains($0) && present.insert($0).inserted }.reversed()
    )
    var additions: [SettingValue: [SettingValue]] = [:]
    var previous: SettingValue?
    for value in ours where !removed.contains(value) {
        if present.insert(value).inserted {
            if let previous {
                additions[previous, default: []].append(value)
            } else {
                rest.append(value)
            }
        }
        previous = value
    }
    var result: [SettingValue] = []
    while let value = rest.popLast() {
        result.append(value)
        // Of two that followed the same element, the later stood nearer to it.
        rest += additions[value] ?? []
    }
    return result
}
