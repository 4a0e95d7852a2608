// The [[reload]] tables of a domain file.

import SettingsDocument
import SettingsMapping
import SettingsModel

extension TableReader {
    private static let hookKeys: Set = [
        "action", "command", "keys", "pidfile", "process", "settle", "signal", "timeout", "touch",
        "unit", "when",
    ]
    private static let settleTimes: ClosedRange<Int64> = 0...60_000
    private static let timeouts: ClosedRange<Int64> = 100...3_600_000

    /// The reload hooks of the file, where the domain has so many from other files; one with any
    /// mistake in its table is left out.
    mutating func reloadHooks(
        after count: Int,
        _ paths: AgentPaths,
        _ tables: [String: ValueTable]
    ) -> [DescribedHook] {
        let others = count
        var hooks: [DescribedHook] = []
        for table in self.tables("reload", of: root) {
            let count = problems.count
            var hook = reloadHook(table, paths)
            if let read = hook { hook?.holes = holes(of: read, table, tables) }
            if others + hooks.count == ReloadHook.perDomain {
                add(
                    "there are more than \(ReloadHook.perDomain) hooks",
                    at: nil,
                    of: table,
                    advice: "Have one command do several things"
                )
            }
            if let hook, problems.count == count {
                hooks.append(DescribedHook(hook, file: path, place: place(of: table)))
            }
            setConsequence("The hook is left out", after: count)
        }
        return hooks
    }

    private mutating func reloadHook(_ table: TablePlace, _ paths: AgentPaths) -> ReloadHook? {
        checkKeys(of: table, known: Self.hookKeys)
        guard let action = action(of: table, paths) else { return nil }
        var hook = ReloadHook(action, keys: patterns("keys", of: table))
        hook.conditions = conditions(of: table)
        if case .command = action, table.values["process"] != nil {
            hook.programs = names("process", of: table)
        }
        if let time = milliseconds("settle", of: table, in: Self.settleTimes) { hook.settle = time }
        if let time = milliseconds("timeout", of: table, in: Self.timeouts) { hook.timeout = time }
        return hook
    }

    /// The words of a hook's command that have braces, by their index; a note for each mistake in one.
    private mutating func holes(
        of hook: ReloadHook,
        _ table: TablePlace,
        _ tables: [String: ValueTable]
    ) -> [Int: FilledText] {
        guard case .command(let words) = hook.action else { return [:] }
        var holes: [Int: FilledText] = [:]
        for (index, word) in words.enumerated() where word.contains("{") || word.contains("}") {
            let path = table.path + [.key("command"), .index(index)]
            do throws(MapError) {
                holes[index] = try FilledText(parsing: word, tables: tables)
            } catch {
                add(error.problem, at: path, offset: error.offset, advice: error.advice)
            }
        }
        return holes
    }

    /// The values that settings must have for a hook; none, and a note, where there is something else.
    private mutating func conditions(of table: TablePlace) -> [SettingKeyPath: SettingValue] {
        guard self.table("when", of: table) != nil, let value = table.values["when"] else {
            return [:]
        }
        guard case .dictionary(let entries) = value, !entries.isEmpty else {
            add("'when' is empty", at: "when", of: table, advice: "Remove it")
            return [:]
        }
        let leaves = entries.flatMap {
            $0.value.leaves(at: SettingKeyPath(segments: [$0.key]))
        }
        return Dictionary(leaves) { _, last in last }
    }

    /// What a hook does; nil, and a note, unless the table says exactly one thing.
    private mutating func action(of table: TablePlace, _ paths: AgentPaths) -> ReloadHook.Action? {
        let targets = ["pidfile", "process", "unit"]
        let hasSignal = table.values["signal"] != nil
        let chosen = (hasSignal ? ["signal"] : ["unit"]) + ["command", "touch"]
        let said = chosen.filter { table.values[$0] != nil }
        guard said.count == 1, let kind = said.first else {
            add(
                said.isEmpty
                    ? "the hook doesn't say what to do"
                    : "the hook says more than one thing: \(said.joined(separator: ", "))",
                at: said.last,
                of: table,
                advice: "Write one of signal, command, unit, touch; several in tables of their own"
            )
            return nil
        }
        for key in targets + ["action"]
        where table.values[key] != nil && !Self.mayStand(key, with: kind) {
            add("'\(key)' doesn't go with '\(kind)'", at: key, of: table, advice: "Remove it")
        }
        switch kind {
        case "signal": return signal(table, targets, paths)
        case "command": return command(of: table).map { .command(paths.opened($0)) }
        case "unit":
            let change = choice("action", of: table, ReloadHook.UnitChange.allCases)
            return unit(table).map { .unit($0, change ?? .either) }
        default: return filled("touch", of: table).map { .touch(path: paths.expanded($0)) }
        }
    }

    private static func mayStand(_ key: String, with kind: String) -> Bool {
        switch kind {
        case "signal": key != "action"
        case "unit": key == "unit" || key == "action"
        case "command": key == "process"
        default: false
        }
    }

    private mutating func signal(
        _ table: TablePlace,
        _ targets: [String],
        _ paths: AgentPaths
    ) -> ReloadHook.Action? {
        guard let name = text("signal", of: table) else { return nil }
        guard let signal = Signal(named: name) else {
            add(
                "there is no signal '\(name.escapedForDisplay)' to reload at",
                at: "signal",
                of: table,
                advice: "Use one of \(Signal.names.joined(separator: ", ")), or RTMIN+1 to RTMIN+15"
            )
            return nil
        }
        let said = targets.filter { table.values[$0] != nil }
        guard said.count == 1, let target = said.first else {
            add(
                "'signal' needs one of pidfile, process, unit, and has \(said.count)",
                at: "signal",
                of: table,
                advice: "Say which program it is for"
            )
            return nil
        }
        switch target {
        case "pidfile":
            return filled("pidfile", of: table).map {
                .signal(signal, .pidFile(paths.expanded($0)))
            }
        case "process":
            return names("process", of: table).map { .signal(signal, .processes(names: $0)) }
        default: return unit(table).map { .signal(signal, .unit($0)) }
        }
    }

    /// The texts at a key of a table, which has one or a list of them; nil, and a note, when one is empty
    /// or something else.
    private mutating func names(_ key: String, of table: TablePlace) -> [String]? {
        guard case .array = table.values[key] else { return filled(key, of: table).map { [$0] } }
        guard let names = texts(key, of: table) else { return nil }
        if !names.isEmpty, !names.contains(where: { $0.isEmpty || $0.utf8.contains(0) }) {
            return names
        }
        add("'\(key)' is empty", at: key, of: table, advice: "Fill it in, or remove the hook")
        return nil
    }

    /// A program and its arguments at the key `command` of a table; nil, and a note, when there is none.
    mutating func command(_ key: String = "command", of table: TablePlace) -> [String]? {
        guard let words = texts(key, of: table) else { return nil }
        guard let program = words.first, !program.isEmpty,
            !words.contains(where: { $0.utf8.contains(0) })
        else {
            add(
                "'\(key)' names no program",
                at: key,
                of: table,
                advice: "Write it as [\"program\", \"argument\"]"
            )
            return nil
        }
        return words
    }

    /// What tests a linked file, `{}` standing for its path.
    mutating func check(of table: TablePlace, _ paths: AgentPaths) -> [String]? {
        guard let words = command("check", of: table) else { return nil }
        guard words.dropFirst().contains("{}") else {
            add(
                "'check' has no word '{}' for the file that is to be tested",
                at: "check",
                of: table,
                advice: "Write it like [\"foot\", \"--check-config\", \"--config\", \"{}\"]"
            )
            return nil
        }
        return paths.opened(words)
    }

    /// The name of a unit, which must not be taken for an option of systemctl.
    private mutating func unit(_ table: TablePlace) -> String? {
        guard let name = filled("unit", of: table) else { return nil }
        let isName = name.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F } && !name.hasPrefix("-")
        if isName, name.contains(".") { return name }
        add(
            "'\(name.escapedForDisplay)' is no unit's name",
            at: "unit",
            of: table,
            advice: "Write it with its kind, for example waybar.service"
        )
        return nil
    }

    /// The text at a key of a table; nil, and a note, when it is empty or something else.
    private mutating func filled(_ key: String, of table: TablePlace) -> String? {
        guard let text = text(key, of: table) else { return nil }
        if !text.isEmpty, !text.utf8.contains(0) { return text }
        add("'\(key)' is empty", at: key, of: table, advice: "Fill it in, or remove the hook")
        return nil
    }
}
