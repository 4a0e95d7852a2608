// Rows of commands, addresses and letters: they only show them.

import SettingsModel
import SettingsSchema

extension Control {
    /// The command or the address that the row only shows; nil for all other rows, and for a button
    /// without a command.
    var commandOrAddress: String? {
        switch self {
        case .button(let button) where !button.command.isEmpty:
            button.command.map(\.quotedForShell).joined(separator: " ")
        case .link(let address): address
        case .mail(let mail): mail.address
        default: nil
        }
    }
}

extension Mail {
    /// The letter as an address, after RFC 6068.
    fileprivate var address: String {
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
