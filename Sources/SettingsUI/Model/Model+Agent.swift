// The agent's messages, and what the screen makes of their news.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension Model {
    /// The agent said something.
    mutating func hear(_ event: AgentEvent) {
        switch event {
        case .connected:
            if case .lost(let reason) = mirror.values.link, status?.text == reason { status = nil }
            inspector.question = nil
        case .lost: inspector.question = nil
        case .explained(let place, let answer): explained(place, answer)
        case .unexplained(let place, let problem): leaveUnexplained(place, problem)
        default: break
        }
        reflect { $0.hear(event) }
    }

    /// Has the mirror change, and shows what is new in it.
    mutating func reflect(_ change: (inout AgentMirror) -> Void) {
        change(&mirror)
        for news in mirror.takeNews() { show(news) }
    }

    private mutating func show(_ news: News) {
        switch news {
        case .told(let news): tell(news)
        case .said(let news): status = news
        case .saved(let result):
            guard let said = status, said.kind == .good else { return }
            status = result == .nothingOwn ? .nothingOwn : Status(.good, said.text + "   saved")
        case .unsaved(let words, let writes):
            let kept = typing.keepDrafts(of: writes)
            status = Status(.unsaved, "\(mirror.look.glyphs.error) \(words)" + kept)
        case .reopened(let field): reopen(field)
        case .named(let place, let who): name(who, ofChange: place)
        case .problem(let problem): show(problem)
        case .recovered(let subject, let words): tellRecovery(of: subject, words)
        case .changed(let place, let old, let new): follow(place, from: old, to: new)
        case .replaced(let old):
            inspector.explanation = nil
            for place in shown.openSettings {
                let (before, now) = (scene.value(place, in: old), scene.value(place))
                if before != now { follow(place, from: before, to: now) }
            }
        case .heard(let changes):
            forgetExplanations()
            let isInView = navigation.screen.content == .history
            let domains = mirror.writes.unclearDomains(of: changes, isInView ? .all : .unsaid)
            for domain in domains { send(.askLately(domain)) }
        case .prepended(let count): changes.shift(by: count)
        case .begunAnew: if case .entry = changes.comparison { changes.compare(with: .start) }
        case .effect(let effect): send(effect)
        }
    }

    /// Says what no key asked for, unless it's said that something isn't saved.
    private mutating func tell(_ news: Status) {
        if status?.kind != .unsaved { status = news }
    }

    /// Says who made the change that the status reports without saying it.
    private mutating func name(_ who: String, ofChange place: SettingPlace) {
        let words = scene.words(ofChange: place, by: ChangeLog.unnamed)
        guard let text = status?.text, text.hasPrefix(words) else { return }
        let rest = text.dropFirst(words.count)
        status = Status(.warning, scene.words(ofChange: place, by: who) + rest)
    }

    // MARK: Files

    private mutating func show(_ problem: FileProblem) {
        let words = scene.words(of: problem)
        if problem.severity == .warning {
            tell(Status(.warning, words))
        } else if !problem.isUnreadable
            || shown.contents.notice == nil && navigation.screen.content != .programs
        {
            tell(Status(.error, "\(mirror.look.glyphs.error) \(words)"))
        } else if status?.kind == .good {
            // The notice or the program's row shows the problem; a status of success would contradict it.
            status = nil
        }
    }

    /// Says that a file or a value is well again, but not in place of what one did.
    private mutating func tellRecovery(of subject: News.Recovered, _ words: String) {
        let told = mirror.problems.reportedRecovery
        if let status, status.kind == .good, status.text != told { return }
        // That the notice is gone says so too; who changed what is nowhere else.
        let isChangeTold = status?.text.hasPrefix(mirror.look.glyphs.changedElsewhere) == true
        if subject == .file, isChangeTold, !mirror.values.flashing.isEmpty { return }
        tell(Status(.good, words))
        mirror.problems.reportedRecovery = words
    }

    // MARK: Explanations

    private mutating func leaveUnexplained(_ place: SettingPlace, _ problem: String) {
        // It isn't asked again before something changes.
        let answer = Answer(place: place, explanation: .empty(place.keyPath))
        if inspector.take(answer) == .search { return note(source: answer) }
        status = Status(.error, "\(mirror.look.glyphs.error) \(scene.title(place)): \(problem)")
    }

    private mutating func explained(_ place: SettingPlace, _ explanation: Explanation) {
        let answer = Answer(place: place, explanation: explanation)
        switch inspector.take(answer) {
        case .search: note(source: answer)
        case .editor:
            if let editor = explanation.editor { return send(editor) }
            status = Status(.note, "\(scene.title(place)) stands in no file")
        case .inspector, nil: break
        }
    }
}
