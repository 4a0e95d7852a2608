// What a link would change and what it has changed, in words; and whose values count.

import SettingsModel
import SettingsProtocol

/// What a link is about.
struct LinkSummary {
    let domain: Domain
    /// As it was typed.
    let file: String
    let plan: LinkPlan
    /// The files of all domains, before.
    let known: [ReplicaReport]

    /// How many settings are named on one line.
    private static let namedCount = 5
    /// The longest value that is shown whole.
    private static let valueWidth = 40

    // MARK: Whose values count

    /// Whose values count where they differ: as given, or as somebody at the terminal says; nil where
    /// nothing tells what differs.
    ///
    /// - Throws: ``Failure`` with `.refused` where nobody says it.
    func preference(given preference: LinkPreference?) throws -> LinkPreference? {
        if let preference { return preference }
        // What can't be compared now counts by its time, as if it were saved.
        guard !plan.isLinked, plan.problem == nil else { return nil }
        // Without a difference, nothing of the domain is to change.
        guard plan.differenceCount > 0 else { return .others }
        if let word = ask((differing + [question]).joined(separator: "\n")) {
            return try choice(typed: word)
        }
        let settings = plan.differenceCount == 1 ? "1 setting" : "\(plan.differenceCount) settings"
        throw Failure(
            .refused,
            "'\(file)' and '\(domain)' differ in \(settings): "
                + names(plan.differences.map(\.key), of: plan.differenceCount),
            advice: "Nothing was linked. Say whose values count with --prefer this, others or "
                + "newer; see them with: settingsctl link --dry-run \(domain) \(file.quotedForShell)"
        )
    }

    private func choice(typed word: String) throws -> LinkPreference {
        let word = word.lowercased()
        let choice = LinkPreference.allCases.first { !word.isEmpty && $0.rawValue.hasPrefix(word) }
        guard let choice else {
            throw Failure(.refused, "nobody said whose values count", advice: "Nothing was linked")
        }
        return choice
    }

    private var question: String {
        "Whose values count: this file's, the others' or the newer ones?\n"
            + "this, others or newer (Enter to link nothing): "
    }

    // MARK: Before

    /// Prints what would change.
    func showPreview(preferring preference: LinkPreference?, _ output: OutputOptions) {
        if output.json { return showObject { json in json.object { plan.write(to: &$0) } } }
        if plan.isLinked { return show("'\(file)' is linked to '\(domain)' already.") }
        if let problem = plan.problem {
            show("'\(file)' can't be compared now: \(problem).")
            return
        }
        var lines = beginning("would be linked") + differing
        if let preference { lines += outcome(preferring: preference) }
        lines += moves(taken: "would come", added: "would be added")
        if plan.added.count == 0, plan.differenceCount == 0 || preference == .this {
            lines.append("'\(file)' itself would stay as it is.")
        }
        for line in lines { show(line) }
    }

    /// What is linked to what.
    private func beginning(_ verb: String) -> [String] {
        let others = otherFiles.isEmpty ? "" : ", with \(otherFiles)"
        let path = absolutePath(file)
        let sharing = known.filter { $0.domain != domain && $0.leads(to: path) }
        return ["'\(file)' \(verb) to '\(domain)'\(others)."]
            + sharing.map { "It is linked to '\($0.domain)', too: a change of it changes both." }
    }

    /// The domain's other files, as a sentence names them; nothing where there are none.
    private var otherFiles: String {
        let path = absolutePath(file)
        let files = known.filter {
            $0.domain == domain && $0.layer == .user && $0.state != .absent && $0.file != path
        }
        .map { "'\(shownPath($0.file))'" }
        let more = files.count - Self.namedCount
        return files.prefix(Self.namedCount).joined(separator: ", ")
            + (more > 0 ? " and \(more) more" : "")
    }

    /// The settings that differ, one a line.
    private var differing: [String] {
        guard plan.differenceCount > 0 else { return [] }
        let rows = plan.differences.map { difference in
            [
                "  " + difference.key.description,
                "\(shown(difference.here)) in this file" + (difference.isNewer ? " (newer)" : ""),
                "\(shown(difference.there)) elsewhere" + (difference.isNewer ? "" : " (newer)"),
            ]
        }
        let more = plan.differenceCount - rows.count
        let count = plan.differenceCount
        let settings = count == 1 ? "1 setting differs" : "\(count) settings differ"
        let head = settings + (otherFiles.isEmpty ? ":" : " from \(otherFiles):")
        return [head] + columns(rows) + (more > 0 ? ["  and \(more) more"] : [])
    }

    private func shown(_ value: SettingValue?) -> String {
        guard let text = value?.json else { return "another value" }
        return text.count > Self.valueWidth ? text.prefix(Self.valueWidth - 1) + "…" : text
    }

    // MARK: After

    /// Prints what a link has changed, and the command that undoes it; on a terminal also what is linked.
    func showOutcome(of linked: Linked, preferring preference: LinkPreference?) {
        if Display.isTerminal {
            let isOld = plan.isLinked
            let old = ["'\(file)' is linked to '\(domain)' already."]
            for line in isOld ? old : beginning("is linked") { show(line) }
            if linked.replica?.state == .absent {
                show("It isn't there yet; the next setting creates it.")
            }
        }
        guard let preference, !plan.isLinked, plan.problem == nil else { return }
        guard plan.hasOthers || Display.isTerminal else { return }
        let lines = outcome(preferring: preference) + moves(taken: "came", added: "were added")
        for line in lines { show(line) }
        if !lines.isEmpty || Display.isTerminal {
            show("To undo: " + undoing(linked, preferring: preference))
        }
        if Display.isTerminal { show("To see and change its settings: settingsctl ui \(domain)") }
    }

    /// Whose values count, and for what.
    private func outcome(preferring preference: LinkPreference) -> [String] {
        let this = plan.countOfThis(preferring: preference)
        let others = plan.differenceCount - this
        func sentence(_ count: Int, _ side: String, _ keys: [SettingKeyPath]) -> [String] {
            guard count > 0 else { return [] }
            let settings = count == 1 ? "1 setting" : "\(count) settings"
            return ["The values of \(side) count for \(settings): \(names(keys, of: count))"]
        }
        func isFromFile(_ difference: LinkPlan.Difference) -> Bool {
            preference == .this || preference == .newer && difference.isNewer
        }
        let own = plan.differences.filter(isFromFile).map(\.key)
        let rest = plan.differences.filter { !isFromFile($0) }.map(\.key)
        return sentence(this, "'\(file)'", own) + sentence(others, "the others", rest)
    }

    private func moves(taken: String, added: String) -> [String] {
        func sentence(_ settings: LinkPlan.Settings, _ verb: String) -> [String] {
            guard settings.count > 0 else { return [] }
            let words = settings.count == 1 ? "1 setting" : "\(settings.count) settings"
            let verb = settings.count == 1 ? verb.replacing("were", with: "was") : verb
            return ["\(words) \(verb) '\(file)': \(names(settings.keys, of: settings.count))"]
        }
        return sentence(plan.taken, taken + " from") + sentence(plan.added, added + " to")
    }

    /// The commands that undo a link: only those that are needed.
    private func undoing(_ linked: Linked, preferring preference: LinkPreference) -> String {
        let this = plan.countOfThis(preferring: preference)
        let isRewritten = plan.added.count > 0 || this < plan.differenceCount || linked.seq != nil
        let undo = linked.seq.map { "settingsctl undo --seq \($0) && " } ?? ""
        return undo + "settingsctl unlink \(domain) \(file.quotedForShell)"
            + (isRewritten ? " --revert" : "")
    }

    private func names(_ keys: [SettingKeyPath], of count: Int) -> String {
        let shown = keys.prefix(Self.namedCount).map(\.description).joined(separator: ", ")
        return count > Self.namedCount ? shown + ", …" : shown
    }
}
