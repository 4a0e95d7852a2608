// A picker that lies open below its row: wheels, of which one is in hand.

import SettingsModel
import SettingsSchema

/// The wheels of a setting, before they are saved.
struct OpenPicker: OpenControl, Equatable, Sendable {
    /// What the wheels make.
    enum Subject: Equatable, Sendable {
        /// One value of several.
        case one(Choice)
        /// An array with a value for each wheel.
        case several([PickerColumn])
        case date(DateWheels)
    }
    /// The setting, or the part of a list, that the wheels are for.
    var place: SettingPlace
    /// What its row is called, and whether its value is shown; known for themselves, as the row may go.
    var title = ""
    var isSecret = false
    private(set) var subject: Subject
    /// The titles on the bar; of a date, its wheels know.
    private var indices: [Int] = []
    /// The wheel in hand.
    private(set) var column = 0
    /// What was typed for the wheel in hand.
    private var typed = ""
    /// A value that isn't on the wheels.
    private struct Stray: Equatable, Sendable {
        var text: String
        /// The wheels that lack a part of it; none where it has no parts for them.
        var wheels: Set<Int> = []
    }
    private var stored: Stray?
    /// What was in force when the wheels were put on it, before any was turned; nil for nothing.
    var before: SettingValue?
    /// The element that the place is in, as it was when that was shown last; nil for none.
    var element: SettingValue?
    /// The wheels that were turned since the picker opened.
    private var turned: Set<Int> = []

    init(_ place: SettingPlace, _ wheels: DateWheels, stray: String?) {
        self.place = place
        subject = .date(wheels)
        stored = stray.map { Stray(text: $0) }
    }

    /// Opens the wheels of a choice, on what is stored or the nearest.
    init(_ place: SettingPlace, _ choice: Choice, _ value: SettingValue?) {
        self.place = place
        subject = .one(choice)
        indices = [choice.shownOptions.index(nearest: value)]
        if let value, choice.title(of: value) == nil { stored = Stray(text: value.shownText) }
    }

    /// Opens parallel wheels, each on what is stored or the nearest.
    init(_ place: SettingPlace, _ columns: [PickerColumn], _ value: SettingValue?) {
        self.place = place
        subject = .several(columns)
        var values: [SettingValue] = []
        if case .array(let stored)? = value { values = stored }
        indices = columns.enumerated().map { number, column in
            column.options.index(nearest: values.indices.contains(number) ? values[number] : nil)
        }
        guard let value else { return }
        let unknown = columns.indices.filter { number in
            values.indices.contains(number)
                && !columns[number].options.contains { $0.value.means(values[number]) }
        }
        if values.count != columns.count {
            stored = Stray(text: value.shownText)
        } else if !unknown.isEmpty {
            stored = Stray(text: value.shownText, wheels: Set(unknown))
        }
    }

    /// Whether any wheel was turned since the picker opened.
    var isTurned: Bool { !turned.isEmpty }

    /// A stored value that no wheel has, as long as that isn't what Enter replaces.
    var stray: String? {
        guard let stored else { return nil }
        let isReplaced = stored.wheels.isEmpty ? isTurned : stored.wheels.isSubset(of: turned)
        return isReplaced ? nil : stored.text
    }

    // MARK: Wheels

    /// The wheels from left to right; none of them is empty.
    var wheels: [Wheel] {
        switch subject {
        case .one(let choice):
            var wheel = Wheel(choice.shownOptions.map(\.title), index: indices[0], spare: 3)
            wheel.unit = choice.unit
            return [wheel]
        case .several(let columns):
            return zip(columns, indices).map { column, index in
                let titles = column.options.map(\.title)
                let isNumeric = titles.first?.first?.isNumber ?? false
                var wheel = Wheel(titles, index: index, spare: isNumeric ? 1 : 2)
                wheel.unit = column.unit
                wheel.ends = column.isCyclic ? .joined : .stopping
                return wheel
            }
        case .date(let wheels): return wheels.parts.map(wheels.wheel)
        }
    }

    /// Whether the wheels are those of a date, which stand further apart from the edge.
    var isDate: Bool { if case .date = subject { true } else { false } }

    /// The words at the right of the title: a stored value that no wheel has, or the one that they say.
    func note(_ dates: DateStyle) -> String {
        if let stray { return "stored: " + String(stray.prefix(24)) }
        if wheels.count == 1 { return "" }
        guard case .date(let date) = subject, !dates.name.isEmpty, date.picker.mode != .countdown
        else { return text }
        return dates.name + "  " + text
    }

    /// Turns the wheel in hand by some titles, not past an end that stops.
    mutating func turn(by steps: Int) {
        typed = ""
        turned.insert(column)
        if case .date(var wheels) = subject {
            wheels.turn(wheels.parts[column], by: steps)
            subject = .date(wheels)
            return
        }
        let wheel = wheels[column]
        let last = wheel.titles.count - 1
        indices[column] =
            wheel.ends == .joined
            ? wheel.index(at: steps) ?? wheel.index : max(0, min(last, wheel.index + steps))
    }

    /// Turns a wheel to a title.
    mutating func turn(_ column: Int, to index: Int) {
        self.column = column
        turned.insert(column)
        if case .date(var wheels) = subject {
            wheels.turn(wheels.parts[column], to: index)
            subject = .date(wheels)
        } else {
            indices[column] = index
        }
    }

    /// Takes the wheel beside the one in hand.
    mutating func move(_ direction: Direction) {
        typed = ""
        let last = wheels.count - 1
        column = direction == .next ? min(last, column + 1) : max(0, column - 1)
    }

    /// Takes a wheel in hand.
    mutating func choose(_ column: Int) {
        typed = ""
        self.column = column
    }

    /// Turns the wheel in hand to what is typed; a letter that leads nowhere begins anew.
    mutating func type(_ letter: Character) {
        let wheel = wheels[column]
        for text in [typed + String(letter), String(letter)] {
            guard let index = wheel.index(typed: text) else { continue }
            turn(column, to: index)
            typed = text
            return
        }
    }

    // MARK: The result

    /// What the wheels say, in words.
    var text: String {
        switch subject {
        case .one(let choice): choice.shownOptions[indices[0]].title
        case .several(let columns):
            zip(columns, indices).map { $0.options[$1].title }.joined(separator: ", ")
        case .date(let wheels): wheels.text
        }
    }

    /// The value that Enter stores over what is in force now; nil where no wheel was turned.
    ///
    /// Of parallel wheels, those that nobody turned keep what is in force.
    func value(
        over now: SettingValue?,
        _ zone: Zone
    ) -> (value: SettingValue, isMoved: Bool)? {
        guard isTurned else { return nil }
        switch subject {
        case .one(let choice): return (choice.shownOptions[indices[0]].value, false)
        case .several(let columns):
            let kept = now.parts(columns.count)
            let values = columns.indices.map { number in
                let picked = columns[number].options[indices[number]].value
                return turned.contains(number) ? picked : kept?[number] ?? picked
            }
            return (.array(values), false)
        case .date(let wheels):
            if wheels.date == wheels.first { return nil }
            return wheels.date.value(wheels.picker.mode, zone)
        }
    }

    // MARK: What others change meanwhile

    /// The wheels, turned to where those of another are that somebody turned.
    func turned(as other: OpenPicker) -> OpenPicker {
        var picker = self
        let wheels = wheels
        guard wheels.count == other.wheels.count else { return picker }
        picker.column = other.column
        picker.typed = other.typed
        picker.turned = other.turned
        if other.isTurned { (picker.before, picker.element) = (other.before, other.element) }
        if case .date = other.subject {
            if other.isTurned { picker.subject = other.subject }
            return picker
        }
        for column in other.turned {
            let last = wheels[column].titles.count - 1
            picker.indices[column] = min(last, other.indices[column])
        }
        return picker
    }
}

extension SettingValue? {
    /// The parts of an array of so many; nil for anything else.
    fileprivate func parts(_ count: Int) -> [SettingValue]? {
        if case .array(let values)? = self, values.count == count { values } else { nil }
    }
}

extension [Choice.Option] {
    /// The option that a value is; else the one whose number is nearest, or the first.
    fileprivate func index(nearest value: SettingValue?) -> Int {
        guard let value else { return 0 }
        if let index = firstIndex(where: { $0.value.means(value) }) { return index }
        guard let number = Number(value)?.double else { return 0 }
        let distances = map { Number($0.value).map { abs($0.double - number) } ?? .infinity }
        return distances.indices.min { distances[$0] < distances[$1] } ?? 0
    }
}
