// Fields that are open, and questions about what is typed or done.

import SettingsModel

extension Overlay {
    /// It, where it's a question.
    var asked: Overlay? {
        switch self {
        case .conflict, .confirmation: self
        case .none, .inspector, .search, .picker: nil
        }
    }
}

extension Overlay {
    /// The wheels that are open, or that it's asked about.
    var wheels: OpenPicker? {
        switch self {
        case .picker(let picker): picker
        case .conflict(let conflict): conflict.wheels
        case .none, .inspector, .search, .confirmation: nil
        }
    }
}

/// When a question takes what is pressed as its answer.
enum Listening: Equatable, Sendable {
    case now
    /// It opened by itself, and keys are still meant for what was there before.
    case afterPause
}

/// Two values for one setting: what is typed, and what someone else stored meanwhile.
struct Conflict: Equatable, Sendable {
    var before: String
    var mine: String
    var theirs: String
    /// Who stored theirs, where and when.
    var source: String
    /// The wheels that were turned; nil where it's a field that was typed into.
    var wheels: OpenPicker?
}

/// A text that was typed into a field.
struct TypedText: Equatable, Sendable {
    var place: SettingPlace
    var text: String
    /// What was stored when it was to be saved; nil for nothing.
    var before: SettingValue?
}

/// A row's field that is open.
struct OpenField: Equatable, Sendable {
    var place: SettingPlace
    /// What its row is called; known for itself, as the row may go while it's typed.
    var title: String
    var edit: TextEdit { didSet { if edit.text != oldValue.text { isTyped = true } } }
    /// Whether anything was typed, though it may say again what it said.
    private(set) var isTyped = false
    /// The text that it was opened with; nil where that isn't what is stored any more.
    var opening: String?
    /// What is stored while it's typed.
    var before: SettingValue?
    /// The first line in view, of a text in several.
    var firstLine = 0
    /// Known for itself, as the row that says so may go while it's typed.
    var isSecret = false

    /// Creates a field with what it begins with.
    init(place: SettingPlace, title: String, edit: TextEdit, before: SettingValue?) {
        self.place = place
        self.title = title
        self.edit = edit
        opening = edit.text
        self.before = before
    }

    /// Whether nothing else stands in it than when it was opened.
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
