// Rows that do something: commands, addresses, letters.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// Something that another program is to do.
struct Errand: Equatable, Sendable {
    /// The row's title.
    var title: String
    /// What is run, without a shell.
    var words: [String]
    /// What is opened; nil for a command.
    var address: String?
}

/// How an errand ended.
enum ErrandResult: Equatable, Sendable {
    /// It wasn't begun, and why, as a sentence without its period.
    case notStarted(String)
    /// Its exit status, and the last line that it wrote.
    case ended(Int32, lastLine: String)
}

/// A command that was allowed to run, of one program's bundle.
struct AllowedCommand: Hashable, Sendable {
    var domain: Domain
    var words: [String]
}

extension State {
    /// The row of something to do; nil where there is nothing.
    func errandRow(
        _ specifier: Specifier,
        _ place: SettingPlace?,
        _ program: Program,
        id: RowID
    ) -> Row? {
        var title = specifier.title
        let errand: Errand
        switch specifier.control {
        case .button(let button):
            // A text stored under the button's key takes its title's place, as "Log out" does.
            if let place, case .string(let stored)? = value(place), !stored.isEmpty {
                title = stored
            }
            errand = Errand(title: title, words: button.command)
        case .link(let address): errand = .opening(address, title)
        case .mail(let mail): errand = .opening(mail.address, title)
        default: return nil
        }
        var row = Row(id, title, errand.address.map { .title($0) } ?? .nothing)
        if case .mail = specifier.control { row.widget = .nothing }
        row.target = .errand(errand, program.domain)
        row.isAction = true
        if errand.words.isEmpty { row.access = .readOnly }
        if !specifier.isEnabled { row.access = .readOnly }
        return row
    }

    /// Does an errand; asks before a command runs for the first time.
    mutating func begin(_ errand: Errand, of domain: Domain) -> [Effect] {
        guard !errand.words.isEmpty else {
            status = Status(.note, "Only its program knows what '\(errand.title)' does")
            return []
        }
        if errand.address != nil { return run(errand) }
        let command = AllowedCommand(domain: domain, words: errand.words)
        if allowed.contains(command) { return run(errand) }
        overlay = .confirmation(
            Confirmation(
                title: errand.title,
                text: "Runs: " + errand.words.map(\.quotedForShell).joined(separator: " "),
                yes: "run",
                no: "don't",
                action: .run(errand, command)
            )
        )
        return []
    }

    mutating func run(_ errand: Errand) -> [Effect] {
        let verb = errand.address == nil ? "is running" : "is being opened"
        status = Status(.note, "\(errand.title) \(verb) \(glyphs.ellipsis)")
        return [.run(errand)]
    }

    /// Tells how an errand ended.
    mutating func end(_ errand: Errand, _ result: ErrandResult) {
        switch (result, errand.address) {
        case (.ended(0, let line), nil):
            let said = line.isEmpty ? "done" : line
            status = Status(.good, "\(glyphs.check) \(errand.title): \(said)")
        case (.ended(let code, let line), nil):
            let said = line.isEmpty ? "" : ": \(line)"
            let text = "\(glyphs.error) \(errand.title) ended with status \(code)\(said)"
            status = Status(.error, text)
        case (.ended(0, _), let address?): status = Status(.good, "Opened \(address)")
        case (_, let address?):
            let way = manner == .keys ? "   y copies it" : ""
            status = Status(.note, "Open it yourself: \(address)\(way)")
        case (.notStarted(let problem), nil):
            status = Status(.error, "\(glyphs.error) \(errand.title): \(problem)")
        }
    }
}

extension Errand {
    /// Opening an address outside.
    ///
    /// Only what leads to a page or a letter: a bundle's author must not choose which program of the
    /// user's opens a file.
    static func opening(_ address: String, _ title: String) -> Errand {
        let scheme = address.prefix { $0 != ":" }.lowercased()
        let isKnown = ["http", "https", "mailto"].contains(scheme)
        return Errand(title: title, words: isKnown ? ["xdg-open", address] : [], address: address)
    }
}

extension Mail {
    /// The letter as an address, after RFC 6068.
    var address: String {
        var fields: [String] = []
        if !cc.isEmpty { fields.append("cc=" + cc.map(\.percentEncoded).joined(separator: ",")) }
        if !bcc.isEmpty { fields.append("bcc=" + bcc.map(\.percentEncoded).joined(separator: ",")) }
        if let subject { fields.append("subject=" + subject.percentEncoded) }
        if let body { fields.append("body=" + body.percentEncoded) }
        let recipients = to.map(\.percentEncoded).joined(separator: ",")
        return "mailto:" + recipients
            + (fields.isEmpty ? "" : "?" + fields.joined(separator: "&"))
    }
}

extension String {
    /// The text with all but letters, digits and `-._~@` as `%XX`.
    fileprivate var percentEncoded: String {
        let digits = Array("0123456789ABCDEF")
        return utf8.reduce(into: "") { text, byte in
            let letter = Character(Unicode.Scalar(byte))
            if letter.isASCII, letter.isLetter || letter.isNumber || "-._~@".contains(letter) {
                text.append(letter)
            } else {
                text += "%" + String(digits[Int(byte >> 4)]) + String(digits[Int(byte & 15)])
            }
        }
    }
}
