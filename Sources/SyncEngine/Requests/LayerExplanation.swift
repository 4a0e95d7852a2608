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

extension LayerExplanation {
    /// What a file says that isn't the user's value.
    fileprivate init(_ saying: FileSaying, in path: String) {
        self.init(
            layer: .user,
            value: saying.value,
            path: path,
            place: saying.place,
            origin: .file(path),
            time: nil,
            isInForce: false,
            mapped: saying.mapped
        )
    }
}

extension DomainState {
    /// What every layer says of a key, the winning one first; and what mapped files, of the domain's in this
    /// order, say that isn't the value of any.
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
        let inForce = registers.value(at: path).flatMap { value in
            registers.all[path].map { register in
                LayerExplanation(
                    layer: .user,
                    value: value,
                    path: nil,
                    place: nil,
                    origin: register.origin,
                    time: register.timestamp.wallTime,
                    isInForce: isInForce
                )
            }
        }
        var right: [LayerExplanation] = []
        var others: [LayerExplanation] = []
        for file in files {
            for saying in file.sayings(of: path, registers) {
                guard saying.isRight, var explanation = inForce else {
                    // What is wanted waits to be written, can't be, or is nothing.
                    others.append(LayerExplanation(saying, in: file.id.path))
                    continue
                }
                explanation.path = file.id.path
                explanation.place = saying.place
                explanation.mapped = saying.mapped
                right.append(explanation)
            }
        }
        // Where the value has its own name, it comes first.
        let plain = right.filter { $0.mapped == nil }
        let mapped = right.filter { $0.mapped != nil }
        return (right.isEmpty ? [inForce].compactMap(\.self) : plain + mapped) + others
    }
}
