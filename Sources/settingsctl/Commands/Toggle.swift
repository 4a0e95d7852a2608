// settingsctl toggle: the other value of a switch, the next one of a choice.

import ArgumentParser
import SettingsClient
import SettingsDocument
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A switch switched, or a choice moved on.
struct Toggle: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "toggle",
        abstract: "Toggle a switch, or choose the next value of a choice; print the new value.",
        discussion: """
            After the last value of a choice comes the first. Without a schema, true and false \
            are switched. Nothing is changed that somebody else changes at the same moment.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .element) var key: KeyText
    @Flag(help: "To the value before it.") var back = false
    @OptionGroup var output: OutputOptions

    func run() throws {
        let client = try Client()
        let key = try client.element(key, in: domain)
        try ToggleAction(domain: domain, key: key, isBack: back, isJSON: output.json)
            .run(with: client)
    }
}

/// Sets the value that comes next, and prints it.
private struct ToggleAction {
    let domain: Domain
    let key: ElementPath
    let isBack: Bool
    let isJSON: Bool

    /// How often it begins anew when others change the value meanwhile.
    private static let attempts = 20

    func run(with client: Client) throws {
        // A row says what the whole list may be.
        let row =
            key.place.isEmpty ? try client.row(domain, key.key, in: client.domains())?.row : nil
        for attempt in 1...Self.attempts {
            do {
                let (value, visibility, acceptance) = try toggle(row, client)
                return try client.report(acceptance.warnings, of: [key.key], in: domain) {
                    warnings in
                    show(value, acceptance, warnings, visibility)
                    if !isJSON { client.showChange(acceptance.group) }
                }
            } catch let error as ClientError {
                guard error.refusal == .revConflict, attempt < Self.attempts else { throw error }
            }
        }
    }

    private func show(
        _ value: SettingValue,
        _ acceptance: Acceptance,
        _ warnings: [Warning],
        _ visibility: Visibility
    ) {
        if isJSON {
            let shown = visibility == .hidden ? nil : value
            acceptance.show(of: key.key, in: domain, value: shown, with: warnings)
        } else {
            settingsctl.show(visibility == .hidden ? Visibility.mark : value.plain)
        }
    }

    /// Sets the next value, unless the value changes meanwhile; gives what was set.
    private func toggle(
        _ row: Specifier?,
        _ client: Client
    ) throws -> (value: SettingValue, visibility: Visibility, acceptance: Acceptance) {
        // First the rev, so that a change after it is noticed.
        let rev = try client.setting(domain, key.key, layer: .user)?.rev ?? 0
        let setting = try client.setting(domain, key.key)
        let isSecret = row?.isSecret == true || setting?.isSecret == true
        let visibility = Visibility(isSecret: isSecret)
        let value = setting?.value ?? row?.defaultValue
        let current = value?.value(at: key.place[...])
        guard let current else {
            throw try client.notSet(key.key, in: domain, "toggle", done: "Nothing was changed. ")
        }
        let shown = visibility == .hidden ? "a hidden value" : current.quotedForMessage
        let cycle = try cycle(row, current)
        guard let index = cycle.firstIndex(where: { $0.means(current) }), cycle.count > 1 else {
            throw Failure(
                .refused,
                "'\(key)' of '\(domain)' is \(shown), which is none of its values",
                advice: "Nothing was changed. See: settingsctl describe \(place)"
            )
        }
        let next = cycle[(index + (isBack ? cycle.count - 1 : 1)) % cycle.count]
        var set = SetAction(domain: domain, key: KeyText(key.key), .value(next))
        set.ifRev = rev
        return (next, visibility, try set.make(at: key, with: client))
    }

    /// The values that follow one another.
    private func cycle(_ row: Specifier?, _ current: SettingValue) throws -> [SettingValue] {
        if let values = row?.control.fixedValues { return values }
        guard case .boolean = current, row == nil else {
            throw Failure(
                .refused,
                "'\(key)' of '\(domain)' is neither a switch nor a choice",
                advice: "Nothing was changed. Set it: settingsctl set \(place) VALUE"
            )
        }
        return [.boolean(true), .boolean(false)]
    }

    private var place: String { "\(domain) \(key.description.quotedForShell)" }
}
