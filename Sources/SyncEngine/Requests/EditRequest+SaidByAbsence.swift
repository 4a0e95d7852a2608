// Values that a file says by having no line for them.

import SettingsDocument
import SettingsModel
import SettingsSchema

extension EditRequest {
    /// The request with a removal for each `false` that the user's files have no other way to say.
    ///
    /// A file of options has a line for what is on, and none for what is off. The request stays as it is for a
    /// setting that has a value but on, that another layer says is on, or that the rules don't let be a boolean.
    func leavingOutFalse(
        in state: DomainState,
        _ files: [ReplicaState],
        within checks: CheckBudget
    ) -> EditRequest {
        var request = self
        for index in edits.indices where edits[index].value == .boolean(false) {
            let path = edits[index].keyPath
            let owners = files.filter { $0.isToHoldSettings && $0.configuration.owns(path) }
            guard !owners.isEmpty, owners.allSatisfy({ $0.leavesOutFalse(at: path) }),
                state.isOnOrUnset(path), state.isOffWithoutUser(path),
                state.rules?.refusal(of: .boolean(false), at: path, within: checks) == nil
            else { continue }
            request.edits[index].value = nil
        }
        return request
    }
}

extension ReplicaState {
    /// Whether a key that isn't there is off, and neither a new line nor the one that is there can say `false`.
    fileprivate func leavesOutFalse(at path: SettingKeyPath) -> Bool {
        guard self.configuration.map == nil, knownFormat?.leavesOutFalse == true else {
            return false
        }
        return Fitting([(path, .boolean(false))], in: self)?.refusal(ofLeafAt: 0) != nil
    }
}

extension DomainState {
    fileprivate func isOnOrUnset(_ path: SettingKeyPath) -> Bool {
        [nil, .boolean(true), .string("true")].contains(self.registers.value(at: path))
    }

    /// Whether no layer that comes after the user's says something else than off.
    fileprivate func isOffWithoutUser(_ path: SettingKeyPath) -> Bool {
        let layers = Layer.allCases.drop { $0 != .user }.dropFirst()
        let value = layers.lazy.compactMap { self.layers[$0]?[path]?.value }.first
        return [nil, .boolean(false), .string("false")].contains(value)
    }
}
