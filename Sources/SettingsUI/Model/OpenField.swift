// A row's field that is open.

import SettingsModel

/// A row's field that is open.
struct OpenField: OpenControl, Equatable, Sendable {
    var place: SettingPlace
    /// The title of its row; a copy, as the row may disappear while something is typed.
    var title: String
    var edit: TextEdit { didSet { if edit.text != oldValue.text { isTyped = true } } }
    /// Whether anything was typed, even if the text is the same again.
    private(set) var isTyped = false
    /// The text that it was opened with; nil where that isn't the current value any more.
    var opening: String?
    let before: SettingValue?
    /// The element that its place is in, as it was when that was shown last; nil for none.
    var element: SettingValue?
    /// The first line in view, of a text in several.
    var firstLine = 0
    /// Whether the setting is a secret; a copy, as for the title.
    var isSecret = false

    init(place: SettingPlace, title: String, edit: TextEdit, before: SettingValue?) {
        self.place = place
        self.title = title
        self.edit = edit
        opening = edit.text
        self.before = before
    }

    var isUntouched: Bool { opening?.isSame(as: edit.text) ?? false }

    /// The rows that it may be in; what adds an element to a list has no row of its own yet.
    var rows: [RowID] {
        let own = RowID.setting(place)
        guard let element = place.element, element.index == nil else { return [own] }
        return [own, .add(place.list)]
    }

    /// Whether it shows a text in lines, in which Enter begins another.
    var hasLines: Bool { edit.lineBreaks == .lines }
}
