// settingsctl toggle: the other value of a switch, the next one of a choice.

import ArgumentParser
import SettingsClient
import SettingsModel
import SettingsProtocol
import SettingsSchema

/// A switch switched, or a choice moved on.
struct Toggle: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Switch a switch, or go on to the next value of a choice; print what it is now.",
        discussion: """
            After the last value of a choice comes the first. Without a schema, true and false \
            are switched. Nothing is changed that somebody else changes at the same moment.
            """
    )
    @Argument(help: .domain) var domain: Domain
    @Argument(help: .key) var key: SettingKeyPath
    @Flag(help: "To the value before it.") var back = false
    @OptionGroup var output: OutputOptions

    /// How often it begins anew when others change the value meanwhile.
    private static let attempts = 20

    func run() throws {
        let client = try Client()
        let row = try client.row(domain, key, in: client.domains())?.row
        let visibility = try Secrets(client).visibility(of: key, in: domain)
        for attempt in 1...Self.attempts {
            do {
                let (value, acceptance) = try toggle(row, visibility, client)
                return try client.report(acceptance.warnings, of: [key], in: domain) { warnings in
                    show(value, acceptance, warnings, visibility)
                }
            } catch let error as ClientError {
                guard error.isConflict, attempt < Self.attempts else { throw error }
            }
        }
    }

    private func show(
        _ value: SettingValue,
        _ acceptance: Acceptance,
        _ warnings: [Warning],
        _ visibility: Visibility
    ) {
        if output.json {
            let shown = visibility == .hidden ? nil : value
            acceptance.show(of: key, in: domain, value: shown, with: warnings)
        } else {
            settingsctl.show(visibility == .hidden ? Secrets.mark : value.argument)
        }
    }

    /// Sets the next value, unless the value changes meanwhile; gives what was set.
    private func toggle(
        _ row: Specifier?,
        _ visibility: Visibility,
        _ client: Client
    ) throws -> (value: SettingValue, acceptance: Acceptance) {
        // First the rev, so that a change after it is noticed.
        let rev = try client.setting(domain, key, layer: .user)?.rev ?? 0
        let current = try client.setting(domain, key)?.value ?? row?.defaultValue
        guard let current else {
            throw Failure(
                .notSet,
                "'\(key)' of '\(domain)' has no value, so it has no other one",
                advice: "Nothing was changed. Set it: settingsctl set \(place) VALUE"
            )
        }
        let shown = visibility == .hidden ? "a hidden value" : current.quotedForMessage
        let cycle = try cycle(row, current)
        guard let index = cycle.firstIndex(where: { $0.means(current) }), cycle.count > 1 else {
            throw Failure(
                .refused,
                "'\(key)' of '\(domain)' is \(shown), which is none of its values",
                advice: "Nothing was changed. See: settingsctl range \(place)"
            )
        }
        let next = cycle[(index + (back ? cycle.count - 1 : 1)) % cycle.count]
        let set = SetAction(domain: domain, key: key, value: next, ifRev: rev)
        return (next, try set.make(with: client))
    }

    /// The values that follow one another.
    private func cycle(_ row: Specifier?, _ current: SettingValue) throws -> [SettingValue] {
        switch row?.control {
        case .toggle(let toggle)?: return [toggle.on, toggle.off]
        case .choice(let choice)? where choice.count == .one:
            return choice.shownOptions.map(\.value)
        default: break
        }
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

extension ClientError {
    /// Whether somebody else was faster.
    fileprivate var isConflict: Bool {
        if case .refused(let refusal) = code { return refusal.code == .revConflict }
        return false
    }
}
