// Languages of settings that aren't read, told by a file's name and text.

import SettingsModel

/// A language that isn't read.
package struct ForeignSyntax: Equatable, Sendable {
    /// Why the file isn't read, as the end of a sentence.
    package let problem: String
    /// What makes the file readable; nil where nothing does.
    package let remedy: String?
}

extension ForeignSyntax {
    /// The language of the file at a path; nil where neither name nor text shows one.
    package init?(path: String, bytes: [UInt8]) {
        let ending = (path.split(separator: ".").last ?? "").lowercased()
        if ["plist", "strings", "pbxproj"].contains(ending), Self.isOpenStep(bytes) {
            self.init(
                problem: Self.openStep,
                remedy: "Convert it to XML: plutil -convert xml1 \(path.quotedForShell)"
            )
        } else if Self.isLibconfig(bytes) {
            self.init(
                problem:
                    "most of its lines end in ';' or braces: it looks like libconfig's format, "
                    + "which isn't supported",
                remedy: nil
            )
        } else if LineDetection(path: path, bytes: bytes).isPerhapsINI {
            self.init(
                problem: "it looks like INI, but has lines that its program may read in another "
                    + "way, such as a key without a value",
                remedy: "If INI is what it is, say so: --format ini"
            )
        } else {
            return nil
        }
    }

    /// Why a property list in OpenStep's text form isn't read.
    static let openStep = "this is a property list in OpenStep's text form, which isn't read"

    /// Whether a text begins as a property list in OpenStep's text form, UTF-16 included.
    static func isOpenStep(_ bytes: [UInt8]) -> Bool {
        let bytes = (try? WideText.utf8(bytes)) ?? bytes  // what isn't UTF-16 is UTF-8
        return bytes.withUnsafeBufferPointer { text in
            var scanner = StringsScanner(bytes, text)
            // What can't be read isn't one.
            return (try? scanner.beginsPropertyList()) ?? false
        }
    }

    private static func isLibconfig(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.split { $0 == 0x0A || $0 == 0x0D }.map(LineText.trimmed)
        let settings = lines.filter { !"#/".utf8.contains($0.first ?? 0x23) }
        let marked = settings.filter { "{}()[];,".utf8.contains($0.last ?? 0) }
        return marked.count * 2 > settings.count
            && marked.contains { $0.last == UInt8(ascii: ";") }
    }
}
