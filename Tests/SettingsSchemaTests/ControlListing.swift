// Controls as text for golden files.

import SettingsModel
import SettingsSchema

extension Control {
    /// The control and what it says, a line each.
    var listing: [String] {
        switch self {
        case .toggle(let toggle):
            let on = toggle.on.quotedForMessage
            return ["\(toggle.style) on \(on) off \(toggle.off.quotedForMessage)"]
        case .slider(let slider): return [slider.listing]
        case .readOnly(let titles): return ["read-only"] + titles.map(\.listing)
        case .text(let field): return [field.listing]
        case .choice(let choice): return choice.listing
        case .picker(let columns): return columns.flatMap(\.listing)
        case .date(let picker): return [picker.listing]
        case .button(let button): return ["button \(button.command)"]
        case .link(let address): return ["link \(address)"]
        case .mail(let mail): return ["\(mail)".replacing("SettingsSchema.", with: "")]
        case .childPane(let child):
            let title = child.title.map { " titled “\($0)”" } ?? ""
            return ["opens \(child.pane ?? "a view of the program's")\(title)"]
        case .custom: return ["custom"]
        case .list(let group): return group.listing
        case .anyValue: return ["any value"]
        case .unknown: return ["unknown"]
        }
    }
}

extension Slider {
    fileprivate var listing: String {
        "\(style) \(minimum)–\(maximum)" + (step.map { " by \($0)" } ?? "")
            + (isInteger ? " whole" : "") + (unit.map { " in \($0)" } ?? "")
    }
}

extension TextField {
    fileprivate var listing: String {
        "text \(kind) keyboard \(keyboard) capitals \(capitals) correction \(correction)"
            + (placeholder.map { " placeholder “\($0)”" } ?? "")
            + (unit.map { " in \($0)" } ?? "")
            + (isMultiline ? " of several lines" : "")
    }
}

extension Choice {
    fileprivate var listing: [String] {
        var flags: [String] = []
        if isSortedByTitle { flags.append("sorted") }
        if returnsOnChoice { flags.append("returns") }
        if index != .none { flags.append("index \(index)") }
        if let footer { flags.append("footer “\(footer)”") }
        let first = (["\(style) of \(count)"] + flags).joined(separator: ", ")
        return [first] + shownOptions.map(\.listing)
    }
}

extension Choice.Option {
    fileprivate var listing: String {
        "  \(value.quotedForMessage) “\(title)”" + (shortTitle.map { " short “\($0)”" } ?? "")
    }
}

extension PickerColumn {
    fileprivate var listing: [String] {
        ["column\(unit.map { " in \($0)" } ?? "")\(isCyclic ? ", cyclic" : "")"]
            + options.map(\.listing)
    }
}

extension DatePicker {
    fileprivate var listing: String {
        "\(mode) every \(minuteInterval) min"
            + (minimum.map { " from \($0)" } ?? "") + (maximum.map { " to \($0)" } ?? "")
    }
}

extension ListGroup {
    fileprivate var listing: [String] {
        let flags = (isDeletable ? ", deletable" : "") + (index == .none ? "" : ", index \(index)")
        return ["list\(flags)", "  item:"] + item.listing.map { "    " + $0 }
            + (add.map { ["  add:"] + $0.listing.map { "    " + $0 } } ?? [])
    }
}
