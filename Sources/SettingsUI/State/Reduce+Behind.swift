// Which running programs haven't taken on a change yet.

import SettingsModel
import SettingsProtocol

extension State {
    /// How long after a change the agent is asked for the first time.
    static let firstLook = Duration.milliseconds(200)
    /// How long until it's asked again while something is behind; the last one for ever.
    static let nextLooks: [Duration] = [
        .milliseconds(500), .seconds(1), .seconds(2), .seconds(5),
    ]

    /// Takes on which programs run with an older value of what, and what others have as it is.
    mutating func take(behind: [SettingPlace: [String]], applied: [AppliedKeys]) -> [Effect] {
        // A program that is gone has taken nothing on. While a change is on its way, it isn't meant yet.
        if writes.isEmpty {
            restarts = restarts.filter { place in
                behind[place] != nil || !applied.contains { $0.includes(place) }
            }
        }
        self.behind = behind
        guard !behind.isEmpty else {
            looks = 0
            return []
        }
        let pause = Self.nextLooks[min(looks, Self.nextLooks.count - 1)]
        looks += 1
        return [.wait(.behind, pause)]
    }

    /// Looks soon, since something changed.
    mutating func lookSoon() -> [Effect] {
        looks = 0
        return [.wait(.behind, Self.firstLook)]
    }

    /// Whether a change isn't in force everywhere yet.
    func isPending(_ place: SettingPlace) -> Bool {
        restarts.contains(place) || behind[place] != nil
    }
}

extension AppliedKeys {
    /// Whether a setting is among them.
    fileprivate func includes(_ place: SettingPlace) -> Bool {
        domain == place.domain && (keys?.contains { $0.matches(place.keyPath) } ?? true)
    }
}
