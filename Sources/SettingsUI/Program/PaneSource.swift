// Where a program's panes come from: its bundle, or a file of its own.

import Glibc
import SettingsDocument
package import SettingsModel
import SettingsSchema

/// A settings file, and where in its domain its keys begin.
package struct SourceFile: Equatable, Sendable {
    package var path: String
    package var prefix: SettingKeyPath?

    /// Creates a file.
    package init(path: String, prefix: SettingKeyPath?) {
        self.path = path
        self.prefix = prefix
    }
}

/// A program whose panes can be read.
package struct PaneSource: Sendable {
    /// What describes the settings.
    package enum Description: Equatable, Sendable {
        /// The folder of a settings bundle.
        case bundle(String)
        /// Settings files, whose values tell what can be set.
        case files([SourceFile])
        case nothing
    }
    package var domain: Domain
    package var title: String
    package var description: Description

    /// Creates a source.
    package init(domain: Domain, title: String, description: Description) {
        self.domain = domain
        self.title = title
        self.description = description
    }

    /// Reads the panes; without any where there is nothing to read them from.
    func program(_ idiom: Idiom) -> Program {
        let schema: Schema? =
            switch description {
            case .bundle(let folder):
                Schema(
                    bundle: BundleFiles(folder: folder),
                    languages: Languages.preferred(environment: Self.localeVariables),
                    idiom: idiom
                )
            case .files(let files): Schema(inferredFrom: files.compactMap(Self.inferred))
            case .nothing: nil
            }
        var panes = schema?.panes ?? []
        if panes.isEmpty { panes = [Pane(name: "Root", file: "")] }
        return Program(domain: domain, title: title, panes: panes, root: panes[0].name)
    }

    private static func inferred(_ file: SourceFile) -> InferredFile? {
        let path = file.path
        let name = path.split(separator: "/").last.map(String.init) ?? path
        guard let bytes = readFile(path, atMost: Limits.standard.fileBytes),
            let format = Format.detect(name: name, bytes: bytes),
            // A broken file has no panes now; the agent tells where it is broken.
            let document = try? format.parse(bytes, limits: .standard)
        else { return nil }
        return InferredFile(document, name: name, prefix: file.prefix?.segments ?? [])
    }

    private static var localeVariables: [String: String] {
        let names = ["LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE"]
        return names.reduce(into: [:]) { variables, name in
            variables[name] = getenv(name).map { String(cString: $0) }
        }
    }
}

extension BundleFiles {
    /// The files of a folder and of its `.lproj` folders; links are no files of a bundle.
    fileprivate init(folder: String) {
        var names: [String] = []
        for name in entries(of: folder) {
            if name.hasSuffix(".lproj") {
                names += entries(of: folder + "/" + name).map { name + "/" + $0 }
            } else {
                names.append(name)
            }
        }
        self.init(names: names) { name throws(BundleFileError) in
            guard let bytes = readFile(folder + "/" + name, atMost: SchemaLimits.standard.bytes)
            else {
                throw BundleFileError(problem: "it's no ordinary file that can be read")
            }
            return bytes
        }
    }
}

/// The names in a folder, but for hidden ones; none where it can't be read.
private func entries(of folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if !name.hasPrefix(".") { names.append(name) }
    }
    return names.sorted()
}

/// The bytes of an ordinary file; nil for a link, a device, a bigger file, or one that can't be read.
private func readFile(_ path: String, atMost limit: Int) -> [UInt8]? {
    // Not blocking, as a pipe in a bundle must not stop the screen.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        status.st_size <= limit
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var filled = 0
    while filled < bytes.count {
        let count = bytes.withUnsafeMutableBytes { buffer in
            read(descriptor, buffer.baseAddress?.advanced(by: filled), buffer.count - filled)
        }
        if count < 0, errno == EINTR { continue }
        // Shorter than it was: someone is writing it, and the agent tells of the change.
        guard count > 0 else { return nil }
        filled += count
    }
    return bytes
}
