// How a row is drawn and changed.

package import SettingsModel

/// What stands at the right of a row.
package indirect enum Control: Equatable, Sendable {
    case toggle(Toggle)
    case slider(Slider)
    /// A value that is only shown, by its title if it has one.
    case readOnly(titles: [Choice.Option])
    case text(TextField)
    case choice(Choice)
    case picker([PickerColumn])
    case date(DatePicker)
    case button(Button)
    /// Opens an address outside.
    case link(address: String)
    case mail(Mail)
    case childPane(ChildPane)
    /// A row that its program draws; shown read-only here.
    case custom
    case list(ListGroup)
    /// A value of mixed or free form: shown as text, changed in the file.
    case anyValue
    /// A type that we don't know; shown read-only.
    case unknown
}

/// A switch.
package struct Toggle: Equatable, Sendable {
    /// How it's drawn.
    package enum Style: String, CaseIterable, Sendable {
        case toggle = "Switch"
        case checkmark = "Checkmark"
    }
    /// What is stored for on and off; any scalar.
    package var on: SettingValue
    package var off: SettingValue
    package var style: Style

    /// Which of its two values one of another kind means, as Apple's `boolValue` reads it, and the other one;
    /// nil for one of the two, and for what means neither.
    func value(meantBy value: SettingValue) -> (meant: SettingValue, other: SettingValue)? {
        guard !on.means(value), !off.means(value) else { return nil }
        let text = if case .string(let text) = value { text.lowercased() } else { "" }
        let flag = ["yes": true, "true": true, "1": true, "no": false, "false": false, "0": false][
            text
        ]
        guard let flag = flag ?? PaneReading.boolean(value) else { return nil }
        return flag ? (on, off) : (off, on)
    }
}

/// A number between two ends.
package struct Slider: Equatable, Sendable {
    /// How it's drawn.
    package enum Style: String, CaseIterable, Sendable {
        case slider = "Slider"
        case stepper = "Stepper"
    }
    package var minimum: Number
    package var maximum: Number
    /// Counted from the minimum; nil for none.
    package var step: Number?
    package var style: Style
    package var isInteger: Bool
    package var unit: String?
}

/// A text or a typed number.
package struct TextField: Equatable, Sendable {
    /// What may be typed.
    package enum Keyboard: String, CaseIterable, Sendable {
        case alphabet = "Alphabet"
        case numbersAndPunctuation = "NumbersAndPunctuation"
        case numberPad = "NumberPad"
        case url = "URL"
        case emailAddress = "EmailAddress"
        case decimalPad = "DecimalPad"
        case phonePad = "PhonePad"
        case namePhonePad = "NamePhonePad"
        case asciiCapable = "AsciiCapable"
    }
    /// What is made a capital while typing.
    package enum Capitals: String, CaseIterable, Sendable {
        case none = "None"
        case sentences = "Sentences"
        case words = "Words"
        case allCharacters = "AllCharacters"
    }
    /// Whether spelling is corrected.
    package enum Correction: String, CaseIterable, Sendable {
        case `default` = "Default"
        case no = "No"
        case yes = "Yes"
    }
    /// What typed text is stored as.
    package enum Kind: String, CaseIterable, Sendable {
        case string = "String"
        case integer = "Integer"
        case real = "Real"
        case date = "Date"
        case data = "Data"
    }
    package var kind: Kind = .string
    package var keyboard: Keyboard = .alphabet
    package var capitals: Capitals = .none
    package var correction: Correction = .default
    package var placeholder: String?
    package var unit: String?
    package var isMultiline = false
}

/// Some of a fixed set of values.
package struct Choice: Equatable, Sendable {
    /// How it's drawn.
    package enum Style: String, CaseIterable, Sendable {
        case list = "List"
        case segmented = "Segmented"
        case picker = "Picker"
        /// One row a choice, within the section: a radio group.
        case inline
    }
    /// One of the values.
    package struct Option: Equatable, Sendable {
        package var value: SettingValue
        package var title: String
        /// For the row that leads to the list.
        package var shortTitle: String?
    }
    /// How many may be chosen.
    package enum Count: Equatable, Sendable {
        case one
        /// An array of values in the order of the options, with the least and the most of them.
        case several(minimum: Int, maximum: Int?)
    }
    /// In the order of `Values`.
    package var options: [Option]
    package var style: Style = .list
    package var count: Count = .one
    package var isSortedByTitle = false
    /// Goes back to the parent on a choice.
    package var returnsOnChoice = false
    /// Below the pushed list.
    package var footer: String?
    package var index: IndexRibbon = .none
    /// Shown beside the value, and on a picker's selection bar; never stored.
    package var unit: String?

    /// The options as they are shown.
    package var shownOptions: [Option] {
        guard isSortedByTitle else { return options }
        let keyed = options.enumerated().map { ($1.title.lowercased(), $0, $1) }
        return keyed.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    /// Where among the options a stored value is; nil if it's none of them.
    package func position(of value: SettingValue?) -> Int? {
        value.flatMap { value in options.firstIndex { $0.value.means(value) } }
    }

    /// The title of a stored value, or nil if it's none of the options.
    package func title(of value: SettingValue) -> String? {
        options.first { $0.value.means(value) }?.title
    }
}

/// The index at the right edge of a long list.
package enum IndexRibbon: Equatable, Sendable {
    case none
    /// The first letters of the titles.
    case firstLetters
    case titles([String])
}

/// One wheel of a picker.
package struct PickerColumn: Equatable, Sendable {
    package var options: [Choice.Option]
    package var unit: String?
    package var isCyclic: Bool
}

/// A date, a time, or a span of time.
package struct DatePicker: Equatable, Sendable {
    /// What is picked.
    package enum Mode: String, CaseIterable, Sendable {
        case date = "Date"
        case time = "Time"
        case dateAndTime = "DateAndTime"
        /// Hours and minutes, stored as seconds.
        case countdown = "CountDownTimer"
    }
    package var mode: Mode
    /// Divides 60.
    package var minuteInterval: Int
    package var minimum: SettingDate?
    package var maximum: SettingDate?
}

/// Something that the program can do.
package struct Button: Equatable, Sendable {
    /// The words of a command that does it, to be shown; empty for none.
    package var command: [String]
}

/// A letter to write.
package struct Mail: Equatable, Sendable {
    package var to: [String]
    package var cc: [String]
    package var bcc: [String]
    package var subject: String?
    package var body: String?
}

/// A pane that a row opens.
package struct ChildPane: Equatable, Sendable {
    /// The ``Pane/name``; nil where a program would draw its own.
    package var pane: String?
    /// The pushed pane's title, where it isn't the row's.
    package var title: String?
}

/// An array whose elements are rows.
package struct ListGroup: Equatable, Sendable {
    /// A row of an element; its key path is within the element, and nil for the whole of it.
    package var item: Specifier
    /// The last row, which adds an element; nil for none.
    package var add: Specifier?
    package var isDeletable: Bool
    package var index: IndexRibbon
}
