// The agent's messages, and what the screen makes of their news.

import SettingsModel
import SettingsProtocol

extension Model {
    /// The agent said something.
    mutating func hear(_ event: AgentEvent) {
        switch event {
        case .connected:
            if case .lost(let reason) = mirror.values.link, status?.text == reason { status = nil }
            inspector.question = nil
        case .lost: inspector.question = nil
        case .explained(let place, let explanation):
            if let words = scene.words(ofKept: explanation, of: place) {
                status.noteKept(words, of: place)
            }
            take(Answer(place: place, explanation: explanation))
        case .unexplained(let place, let problem):
            // It isn't asked again before something changes.
            take(Answer(place: place, explanation: .empty(place.keyPath)), problem: problem)
        case .followed(let place, _, _, let explanation):
            inspector.explanation = Answer(place: place, explanation: explanation)
        // What is known of its files isn't so any more.
        case .notFollowed where mirror.values.link == .live: inspector.forget()
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
        case .told(let news): status.tell(news)
        case .said(let news): status = news
        case .saved(let other):
            status.noteSaved(other)
            if let place = status?.reset { send(.explain(place)) }
        case .shared(let place):
            let owner = mirror.tree.owner(of: place)
            status.noteShared(with: mirror.tree.program(owner)?.title ?? owner.name)
        case .unsaved(let words, let writes):
            let kept = typing.keepDrafts(of: writes)
            status = Status(.unsaved, "\(mirror.look.glyphs.error) \(words)" + kept)
        case .reopened(let field): reopen(field)
        case .named(let place, let who):
            let unnamed = scene.words(ofChange: place, by: ChangeLog.unnamed)
            status.replace(unnamed, with: scene.words(ofChange: place, by: who))
        case .problem(let problem):
            if let news = shown.status(of: problem) { return status.tell(news) }
            // The notice or the program's row shows it; a status of success would contradict it.
            if status?.kind == .good { status = nil }
        case .recovered(let subject, let words):
            // That the notice is gone says so too; who changed what is nowhere else.
            let isChangeTold = status?.text.hasPrefix(mirror.look.glyphs.changedElsewhere) == true
            if subject == .file, isChangeTold, !mirror.values.flashing.isEmpty { return }
            status.tellRecovery(words)
        case .changed(let place, let old, let new): follow(place, from: old, to: new)
        case .replaced(let old):
            inspector.explanation = nil
            for place in shown.openSettings {
                follow(place, from: scene.value(place, in: old), to: scene.value(place))
            }
        case .heard(let changes):
            inspector.forget()
            overlays.note(source: nil)
            let isInView = navigation.screen.content == .history
            let domains = mirror.writes.unclearDomains(of: changes, isInView ? .all : .unsaid)
            for domain in domains { send(.askLately(domain)) }
        case .prepended(let count): changes.shift(by: count)
        case .begunAnew: if case .entry = changes.comparison { changes.compare(with: .start) }
        case .effect(let effect): send(effect)
        }
    }

    /// Updates the field, the wheels and the panes that are open over a setting to its new value.
    ///
    /// A field that somebody typed into, and wheels that somebody turned, keep what they have. The panes of
    /// elements close that aren't where they were, as elements came before them or left the list.
    private mutating func follow(
        _ place: SettingPlace,
        from old: SettingValue?,
        to new: SettingValue?
    ) {
        guard old != new else { return }
        let isElsewhere = { (part: SettingPlace) in
            part.root == place && part.element?.isElsewhere(from: old, to: new) == true
        }
        navigation.closeScreens(where: isElsewhere)
        let lost = typing.removeDrafts(where: isElsewhere)
        if let lost { status = scene.status(ofLost: lost) }
        if let news = typing.follow(place, scene) { status = news }
        overlays.followWheels(of: place, scene)
    }

    /// The agent explained a setting, or couldn't.
    private mutating func take(_ answer: Answer, problem: String? = nil) {
        let title = scene.title(answer.place)
        let purpose = inspector.take(answer)
        if purpose == .search {
            overlays.note(source: answer)
        } else if let problem {
            status = Status(.error, "\(mirror.look.glyphs.error) \(title): \(problem)")
        } else if purpose == .editor {
            if let editor = answer.explanation.editor { return send(editor) }
            status = Status(.note, "\(title) stands in no file")
        }
    }
}
