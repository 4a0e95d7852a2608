// Values that a file says by having no line for them.

import SettingsDocument
import SettingsModel

extension EditRequest {
    /// The request with a removal for each `false` that the user's files have no other way to say.
    ///
    /// A file of options has a line for what is on, and none for what is off. Where another layer says that
    /// the setting is on, to leave it out wouldn't turn it off, so the request stays as it is.
    func leavingOutFalse(in state: DomainState, _ files: [ReplicaState]) -> EditRequest {
        var request = self
        for index in edits.indices where edits[index].value == .boolean(false) {
            let path = edits[index].keyPath
            let owners = files.filter {
                $0.configuration.layer == .user && $0.configuration.owns(path)
            }
            let isSaid = owners.allSatisfy {
                $0.configuration.map == nil && $0.knownFormat?.leavesOutFalse == true
            }
            guard !owners.isEmpty, isSaid, state.value(at: path, below: .user) != .boolean(true)
            else { continue }
            request.edits[index].value = nil
        }
        return request
    }
}

extension DomainState {
    /// What the layers that come after one say.
    fileprivate func value(at path: SettingKeyPath, below layer: Layer) -> SettingValue? {
        let layers = Layer.allCases.drop { $0 != layer }.dropFirst()
        return layers.lazy.compactMap { self.layers[$0]?[path]?.value }.first
    }
}
