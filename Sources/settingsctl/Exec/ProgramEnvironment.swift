// Settings as variables of a program's environment.

import SettingsModel
import SettingsProtocol

/// The variables that settings become.
struct ProgramEnvironment: Equatable {
    /// `NAME=value`, in the order of the key paths.
    private(set) var variables: [String] = []
    /// Settings that can be no variable, and why.
    private(set) var leftOut: [LeftOut] = []

    /// A setting that the program doesn't see, and why.
    struct LeftOut: Equatable {
        var key: SettingKeyPath
        var reason: String
    }

    /// Makes variables of settings: with the prefix `EDITOR_`, `font.size` is `EDITOR_FONT_SIZE`.
    ///
    /// Where two keys have one name, neither gets it: the program would have one for the other.
    init(_ settings: [SettingKeyPath: SettingValue], prefix: String) {
        var keys: [String: [SettingKeyPath]] = [:]
        for key in settings.keys { keys[Self.name(of: key, prefix), default: []].append(key) }
        for (key, value) in settings.sorted(by: { $0.key < $1.key }) {
            let name = Self.name(of: key, prefix)
            let text = value.variableText
            if let other = keys[name]?.first(where: { $0 != key }) {
                leftOut.append(LeftOut(key: key, reason: "'\(other)' would be \(name), too"))
            } else if Self.changesLoading(name) {
                let reason = "\(name) would change what the program loads"
                leftOut.append(LeftOut(key: key, reason: reason))
            } else if text.utf8.contains(0) {
                leftOut.append(LeftOut(key: key, reason: "a variable can't hold a NUL"))
            } else {
                variables.append("\(name)=\(text)")
            }
        }
    }

    /// The prefix for a domain's variables: the last part of its name.
    static func prefix(for domain: Domain) -> String {
        let last = domain.name.split(separator: ".").last.map(String.init) ?? domain.name
        let words = variableName(last)
        return (words.first?.isNumber == true ? "_" : "") + words + "_"
    }

    /// Whether a text can begin a variable's name.
    static func isPrefix(_ text: String) -> Bool {
        guard let first = text.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return text.unicodeScalars.allSatisfy { $0 == "_" || $0.isPlainLetterOrDigit }
    }

    /// Whether a variable is read by the C library, such as for the libraries to load.
    ///
    /// After glibc's list of what a set-user-ID program ignores (sysdeps/generic/unsecvars.h), and ld.so(8).
    private static func changesLoading(_ name: String) -> Bool {
        name.hasPrefix("LD_") || name.hasPrefix("MALLOC_") || loadingVariables.contains(name)
    }

    private static let loadingVariables: Set = [
        "GCONV_PATH", "GETCONF_DIR", "GLIBC_TUNABLES", "HOSTALIASES", "LOCALDOMAIN", "LOCPATH",
        "NIS_PATH", "NLSPATH", "RESOLV_HOST_CONF", "RES_OPTIONS", "TMPDIR", "TZDIR",
    ]

    private static func name(of key: SettingKeyPath, _ prefix: String) -> String {
        prefix + key.segments.map(variableName).joined(separator: "_")
    }

    /// Capitals and digits; all else becomes an underscore.
    private static func variableName(_ text: String) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.map { $0.isPlainLetterOrDigit ? $0 : "_" }
            )
        ).uppercased()
    }
}

extension Unicode.Scalar {
    fileprivate var isPlainLetterOrDigit: Bool {
        switch self {
        case "A"..."Z", "a"..."z", "0"..."9": true
        default: false
        }
    }
}

extension SettingValue {
    /// A string as it is, a date as RFC 3339 has it, all else as JSON.
    fileprivate var variableText: String {
        if case .date(let date) = self { return date.description }
        return plain
    }
}
