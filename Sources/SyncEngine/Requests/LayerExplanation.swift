// What the layers say of a setting, and why one of them wins.

import SettingsDocument
package import SettingsModel

/// What one layer says of a key.
package struct LayerExplanation: Equatable, Sendable {
    package var layer: Layer
    package var value: SettingValue
    /// The file that shows it; nil for a value that is in no file.
    package var path: String?
    package var place: SourcePlace?
    package var origin: Origin
    /// When it was set, in milliseconds since 1970; nil where nobody knows.
    package var time: Int64?
    /// Whether this is the value in force.
    package var isInForce: Bool
    /// What a mapped file has for it; nil for any other.
    package var mapped: MappedSaying?
}

extension DomainState {
    /// What every layer says of a key, the winning one first, and each of the domain's files, in this order.
    func explanations(of path: SettingKeyPath, in files: [ReplicaState]) -> [LayerExplanation] {
        let winner = effective(path)?.layer
        return Layer.allCases.flatMap { layer in
            if layer == .user {
                let users = files.filter { $0.configuration.layer == .user }
                return userExplanations(of: path, in: users, isInForce: winner == .user)
            }
            guard let found = self.layers[layer]?[path] else { return [] }
            var place: String?
            if case .file(let path) = found.origin { place = path }
            let file = files.first { file in place?.isSame(as: file.id.path) == true }
            let explanation = LayerExplanation(
                layer: layer,
                value: found.value,
                path: place,
                place: file?.layerPlace(of: path),
                origin: found.origin,
                time: file?.layerContent?.modified,
                isInForce: winner == layer
            )
            return [explanation]
        }
    }

    private func userExplanations(
        of path: SettingKeyPath,
        in files: [ReplicaState],
        isInForce: Bool
    ) -> [LayerExplanation] {
        let registers = self.registers
        guard let value = registers.value(at: path), let register = registers.all[path]
        else { return [] }
        let inForce = LayerExplanation(
            layer: .user,
            value: value,
            path: nil,
            place: nil,
            origin: register.origin,
            time: register.timestamp.wallTime,
            isInForce: isInForce
        )
        var right: [LayerExplanation] = []
        var others: [LayerExplanation] = []
        for file in files {
            for saying in file.sayings(of: path, registers) {
                var explanation = inForce
                explanation.path = file.id.path
                explanation.place = saying.place
                explanation.mapped = saying.mapped
                if saying.isRight {
                    right.append(explanation)
                    continue
                }
                // It waits to be written, or can't be.
                explanation.value = saying.value
                explanation.origin = .file(file.id.path)
                explanation.time = nil
                explanation.isInForce = false
                others.append(explanation)
            }
        }
        // Where the value has its own name, it comes first.
        let plain = right.filter { $0.mapped == nil }
        let mapped = right.filter { $0.mapped != nil }
        return (right.isEmpty ? [inForce] : plain + mapped) + others
    }
}
