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

/// A question that is answered by going on or not.
struct Confirmation: Equatable, Sendable {
    /// What going on does.
    enum Action: Equatable, Sendable {
        case reset([SettingPlace])
        /// Takes members of several choices away that are none of them.
        case remove([SettingValue], SettingPlace)
        case run(Errand, AllowedCommand)
        /// Copies what was typed or chosen in a row that is gone; nil where it's none that is copied.
        case copyLost(String?)
        /// Leaves the pane of an element that isn't added, or the program.
        case giveUp, quit
    }
    var title: String
    var text: String
    /// The words for going on and for not.
    var yes: String
    var no: String
    var action: Action
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

    private mutating func run(_ errand: Errand) -> [Effect] {
        let verb = errand.address == nil ? "is running" : "is being opened"
        status = Status(.note, "\(errand.title) \(verb) \(glyphs.ellipsis)")
        return [.run(errand)]
    }

    /// The answer to a question.
    mutating func answer(
        _ key: Key,
        _ confirmation: Confirmation,
        at moment: Moment
    ) -> [Effect] {
        if case .copyLost = confirmation.action {
            return answer(key, aboutLost: confirmation, at: moment)
        }
        overlay = .none
        switch (key, confirmation.action) {
        case (.enter, _), (.character("y"), _), (.character("D"), .reset): break
        case (_, .giveUp), (_, .quit): return []
        default:
            status = Status(.note, "Nothing was changed")
            return []
        }
        if case .run = confirmation.action, !isSeenWhole(confirmation) {
            overlay = .confirmation(confirmation)
            status = Status(.warning, "The command has no room here: make the window larger")
            return []
        }
        return goOn(with: confirmation, at: moment)
    }

    /// Does what a question was about, all of which was seen.
    mutating func goOn(with confirmation: Confirmation, at moment: Moment) -> [Effect] {
        switch confirmation.action {
        case .reset(let places): return reset(places, at: moment)
        case .remove(let members, let place): return remove(members, of: place, at: moment)
        case .run(let errand, let command):
            allowed.insert(command)
            return run(errand)
        case .copyLost(let text): return copy(lost: text, confirmation)
        case .giveUp:
            leave()
            return []
        case .quit: return [.quit]
        }
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
