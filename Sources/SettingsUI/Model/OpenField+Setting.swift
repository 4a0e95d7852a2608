// The field of a setting.

import SettingsModel
import SettingsSchema

extension OpenField {
    /// The field of a row, with the caret at the end; nil for a row without a text.
    init?(_ specifier: Specifier, at place: SettingPlace, _ scene: Scene) {
        let before = scene.value(place)
        // A secret isn't shown, so there is nothing to start from.
        let value = specifier.isSecret ? nil : before
        var edit: TextEdit
        switch specifier.control {
        case .slider(var slider):
            slider.unit = nil
            edit = TextEdit(value.flatMap(Number.init).map { slider.text($0) } ?? "")
        case .text(let text):
            edit = TextEdit(value?.typedText ?? "")
            if text.isMultiline { edit.lineBreaks = specifier.isSecret ? .signs : .lines }
        default: return nil
        }
        if specifier.isSecret { edit.visibility = .hidden }
        self.init(place: place, title: scene.title(place), edit: edit, before: before)
        isSecret = specifier.isSecret
        element = scene.outermostElement(of: place)
    }
}

extension SettingValue {
    /// The text that one types for the value; nothing for one that no text spells.
    fileprivate var typedText: String {
        switch self {
        case .null, .array, .dictionary: ""
        case .data(let bytes): Base64.encode(bytes)
        default: plainText
        }
    }
}
