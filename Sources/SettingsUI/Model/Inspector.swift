// The inspector: the setting that it explains, and the layer that the keys act on.

import SettingsModel
import SettingsProtocol

/// What the inspector knows and shows.
struct Inspector: Sendable {
    /// Shown beside the table, where it has room.
    var isWanted = true
    /// The first line in view of the inspector on top of the table.
    var scroll = 0
    /// The layer that was chosen; nil for the one that wins.
    var chosenLayer: Layer?
    /// The layers of the setting that was asked for last.
    var explanation: Answer?
    /// The line of a file that the value of the layer in focus stands on.
    var sourceLine: FileLine?
    /// The question that the agent hasn't answered.
    var question: Question?

    /// The explanation of a setting; nil until the agent has answered.
    func explanation(of place: SettingPlace?) -> Explanation? {
        guard let explanation, explanation.place == place?.root else { return nil }
        return explanation.explanation
    }

    /// The layer in focus: the one that was chosen, else the one that wins.
    func layer(of place: SettingPlace?) -> Layer {
        chosenLayer ?? explanation(of: place)?.winner ?? .default
    }

    /// Asks the agent to explain a setting.
    mutating func ask(_ place: SettingPlace, for purpose: Question.Purpose) -> Effect {
        question = Question(place: place, purpose: purpose)
        return .explain(place)
    }

    /// Takes the agent's answer to the question; one for the search's line isn't shown here.
    ///
    /// - Returns: What the answer is for; nil where nothing of the kind is asked.
    mutating func take(_ answer: Answer) -> Question.Purpose? {
        guard let question, question.place == answer.place else { return nil }
        self.question = nil
        if question.purpose != .search { explanation = answer }
        return question.purpose
    }

    /// Adopts the text of the line that is shown.
    mutating func adopt(_ line: FileLine) {
        if line.isSamePlace(as: sourceLine) { sourceLine = line }
    }

    /// Forgets the agent's explanation, as something changed.
    mutating func forget() { (explanation, sourceLine) = (nil, nil) }

    /// Forgets what was shown of a setting when the inspector on top closes.
    mutating func close() {
        chosenLayer = nil
        scroll = 0
    }
}

/// What the agent is asked to explain, and for what.
struct Question: Equatable, Sendable {
    enum Purpose: Equatable, Sendable {
        case inspector
        /// The editor opens at the value in force.
        case editor
        /// The line below the search's results.
        case search
    }
    var place: SettingPlace
    var purpose: Purpose
}

/// The agent's explanation of a setting.
struct Answer: Equatable, Sendable {
    var place: SettingPlace
    var explanation: Explanation
}

extension Explanation {
    /// One without layers, of a setting that the agent can't explain.
    static func empty(_ key: SettingKeyPath) -> Explanation {
        Explanation(key: key, winner: nil, layers: [], losers: [])
    }

    /// The editor where the effective value stands; nil where it stands in no file.
    var editor: Effect? { layers.first { $0.layer == winner }?.editor }
}

extension LayerReport {
    /// The line on which the value stands, its text not yet read; nil where it stands on none.
    var sourceLine: FileLine? {
        guard let file, let place else { return nil }
        return FileLine(file: file, number: place.line)
    }

    /// The editor at that line; nil where the value stands in no file.
    var editor: Effect? { file.map { .edit(file: $0, line: place?.line ?? 1) } }
}
