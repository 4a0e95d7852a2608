// One list of the layouts in which files of every format are written.

package import SettingsDocument
import TestSupport

/// A file in a layout that has a name.
package struct Layout: Sendable, CustomStringConvertible {
    package var name: String
    package var format: Format
    package var bytes: [UInt8]

    package var description: String { "\(format.rawValue): \(name)" }
}

extension Format {
    /// Files in this format that were chosen or made for their layout, and its ``samples``.
    package var layouts: [Layout] {
        chosen.map { Layout(name: $0.name, format: self, bytes: $0.bytes) }
            + samples.enumerated().map {
                Layout(name: "sample \($0.offset)", format: self, bytes: $0.element)
            }
    }

    private var chosen: [(name: String, bytes: [UInt8])] {
        switch self {
        case .json, .jsonc, .json5: texts(jsonLayouts)
        case .xmlPropertyList: propertyListLayouts.map { ($0.name, Array($0.text.utf8)) }
        case .toml: tomlLayouts.map { ($0.name, Array($0.text.utf8)) }
        case .yaml: yamlLayouts.map { ($0.name, Array($0.text.utf8)) }
        case .binaryPropertyList: []
        default: madeLayouts
        }
    }

    private func texts(
        _ layouts: [(name: String, format: Format, text: String)]
    ) -> [(name: String, bytes: [UInt8])] {
        layouts.filter { $0.format == self }.map { ($0.name, Array($0.text.utf8)) }
    }

    /// Files of lines that are made at random, always the same.
    private var madeLayouts: [(name: String, bytes: [UInt8])] {
        var random = SeededRandom(seed: 1)
        let lines = LineSamples(format: self)
        return (1...16).map { ("made \($0)", lines.file(using: &random)) }
    }
}
