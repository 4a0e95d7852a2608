// Where one value is within a document.

package import SettingsModel

/// One step into a document: into a dictionary by key, or into an array by position.
package enum PathElement: Hashable, Sendable {
    case key(String)
    /// Counted from 0; the array's count names the place after its last element.
    case index(Int)

    package static func == (a: PathElement, b: PathElement) -> Bool {
        switch (a, b) {
        case (.key(let a), .key(let b)): a.isSame(as: b)
        case (.index(let a), .index(let b)): a == b
        default: false
        }
    }
}

/// The place of a value within a document; empty for the document's root.
package struct DocumentPath: Hashable, Sendable {
    package var elements: [PathElement]

    package init(_ elements: [PathElement]) { self.elements = elements }

    /// The same place as a key path: dictionary keys only.
    package init(_ keyPath: SettingKeyPath) { elements = keyPath.segments.map(PathElement.key) }

    /// The key path, or nil when the path goes through an array or is the root.
    package var keyPath: SettingKeyPath? {
        var segments: [String] = []
        for element in elements {
            guard case .key(let key) = element else { return nil }
            segments.append(key)
        }
        return segments.isEmpty ? nil : SettingKeyPath(segments: segments)
    }
}

extension DocumentPath: CustomStringConvertible {
    /// Dotted text with positions in brackets, `servers[0]."a.b"`; empty for the root.
    package var description: String {
        var text = ""
        for element in elements {
            switch element {
            case .key(let key):
                if !text.isEmpty { text += "." }
                text += SettingKeyPath(segments: [key]).description
            case .index(let index): text += "[\(index)]"
            }
        }
        return text
    }
}
