// The pause before they count.

extension Model {
    /// The pause without keys after which they count again.
    static let pauseBeforeKeys = Duration.milliseconds(600)

    /// Ignores keys until a pause where something else than a key has changed their target.
    ///
    /// A field that opens gets them at once: what is typed into it can be cancelled.
    mutating func listen(to event: Event, since before: KeyTarget) {
        switch event {
        case .key, .paste, .mouse: break
        default:
            let target = shown.keyTarget
            guard target != before, target != .field else { return }
            overlays.listening = .afterPause
        }
        if overlays.listening == .afterPause { send(.wait(.pause, Self.pauseBeforeKeys)) }
    }
}
