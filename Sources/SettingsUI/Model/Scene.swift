// The settings as words, rows and drawing read them.

import SettingsModel
import SettingsProtocol
import SettingsSchema

/// The settings as the screen shows them now.
///
/// It shares the dictionaries of the values, and the next write would copy them: nothing keeps a scene
/// while values change.
struct Scene: Sendable {
    let mirror: AgentMirror
    /// The elements that are being added to lists.
    let typing: Typing

    var look: Look { mirror.look }
    var tree: PaneTree { mirror.tree }
    var values: Values { mirror.values }
    var problems: FileProblems { mirror.problems }
    var log: ChangeLog { mirror.log }
    var steps: Steps { mirror.steps }
    var writes: WriteQueue { mirror.writes }

    /// Another number for each change of the panes or of a value.
    var edition: Int { tree.edition + values.edition }

    // MARK: Values

    /// The effective value, the schema's default included.
    func value(_ place: SettingPlace) -> SettingValue? {
        stored(place)?.value ?? tree.setting(place)?.specifier.defaultValue
    }

    /// The effective value that a setting had with other stored values, the schema's default included.
    func value(_ place: SettingPlace, in former: StoredValues) -> SettingValue? {
        former[place]?.value ?? tree.setting(place)?.specifier.defaultValue
    }

    /// The stored value, without the schema's default; nil for nothing.
    func stored(_ place: SettingPlace) -> StoredValue? {
        guard let element = place.element else { return values[place] }
        return part(element, of: place.root).map {
            StoredValue(value: $0, layer: values[place.root]?.layer ?? .user)
        }
    }

    /// The part of a list at a place; nil where there is none.
    private func part(_ element: ElementPlace, of root: SettingPlace) -> SettingValue? {
        // What isn't there yet has no value, though it may have members already.
        if element.index == nil, element.members.isEmpty { return nil }
        var list = root
        var value = value(root)
        for level in element.levels {
            value =
                if let index = level.index {
                    value?.element(index)
                } else {
                    typing.draft(of: list)?.value
                }
            value = value?.member(level.members)
            list = list.element(level.index, nil)
            list.element?.members = level.members
        }
        return value
    }

    /// A value of the user's own as it's stored; nil for none.
    func own(_ value: SettingValue?, at place: SettingPlace) -> StoredValue? {
        value.map { StoredValue(value: $0, layer: .user, isSecret: isSecret(place)) }
    }

    /// Whether a value is a secret or holds one, so that it's never shown.
    func isSecret(_ place: SettingPlace) -> Bool {
        let setting = tree.setting(place)
        if setting?.specifier.isSecret ?? (values[place.root]?.isSecret == true) { return true }
        let domain = tree.owner(of: place.root)
        let secrecy = tree.program(domain)?.secrecy(of: place.root, row: setting)
        guard secrecy == .secret else { return false }
        // Of an element that holds a secret, the parts that are none have rows of their own.
        return place.element == nil || value(place)?.isScalar == false
    }

    /// Whether a setting can be changed now.
    func access(_ place: SettingPlace, _ specifier: Specifier) -> Row.Access {
        specifier.isEnabled && stored(place)?.layer != .managed ? .editable : .readOnly
    }

    /// The stored value that isn't in force, as a rule refuses it; nil for none, and for a secret.
    func refusedValue(_ place: SettingPlace) -> SettingValue? {
        isSecret(place) ? nil : problems.refused(at: place)?.value
    }

    /// Whether a file has a value that a rule refuses, which a write replaces.
    func hasRefused(_ place: SettingPlace) -> Bool {
        problems.refused(at: place)?.code == "invalid"
    }

    /// Whether the user may have a value of his own: one that the layer below has too isn't told.
    func mayHaveOwn(_ place: SettingPlace) -> Bool {
        stored(place).map { $0.layer != .managed } ?? hasRefused(place)
    }

    /// Whether the value in force is worth storing again: in place of one that a rule refuses, unless
    /// a write is on its way already.
    func mayReplaceRefused(_ place: SettingPlace) -> Bool {
        refusedValue(place) != nil && !writes.isWriting(place)
    }

    /// Whether a value is another than the one in force, or is worth storing again.
    func isWorth(_ value: SettingValue, at place: SettingPlace) -> Bool {
        self.value(place)?.means(value) != true || mayReplaceRefused(place)
    }

    /// What takes the user's own value away; what is in force from elsewhere stays.
    func removal(of place: SettingPlace) -> Written {
        let stored = stored(place)
        let isOwn = stored?.layer == .user || hasRefused(place)
        return Written(place: place, new: nil, stored: isOwn ? nil : stored)
    }

    /// The ticks of several choices, and the value that toggling one changes: the stored one, though a
    /// rule may refuse it as a whole.
    func ticked(_ place: SettingPlace, _ choice: Choice) -> SettingValue? {
        guard choice.count != .one, case .array? = refusedValue(place) else { return value(place) }
        return refusedValue(place)
    }

    // MARK: Lists

    /// The stored value where a list is to be, if it has no elements; nil where one can be added.
    func otherThanList(_ list: SettingPlace) -> SettingValue? {
        switch refusedValue(list) ?? value(list) {
        case nil, .array, .null: nil
        case let value: value
        }
    }

    func elements(of list: SettingPlace) -> [SettingValue] {
        if case .array(let values)? = value(list) { values } else { [] }
    }

    /// The elements of a list with a part of one changed, or with the one that is being made added; nil
    /// where there is none such.
    func elements(
        of list: SettingPlace,
        with value: SettingValue?,
        at element: ElementPlace
    ) -> [SettingValue]? {
        var values = elements(of: list)
        guard let index = element.index else {
            guard let draft = typing.draft(of: list)?.value, otherThanList(list) == nil else {
                return nil
            }
            return values + [draft.with(value, at: element.members[...]) ?? .dictionary([])]
        }
        guard values.indices.contains(index) else { return nil }
        if let changed = values[index].with(value, at: element.members[...]) {
            values[index] = changed
        } else {
            values.remove(at: index)
        }
        return values
    }

    /// Whether something can be stored at a place: an element is still in its list, or being made.
    func hasRoom(for place: SettingPlace) -> Bool {
        place.element.map { elements(of: place.list, with: nil, at: $0) != nil } ?? true
    }

    /// The outermost element that a place is in; nil for none, and for one that is added.
    func outermostElement(of place: SettingPlace) -> SettingValue? {
        place.element?.levels.first?.index.flatMap { value(place.root)?.element($0) }
    }
}
