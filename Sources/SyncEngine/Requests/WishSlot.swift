// A place for a value, and which values go there.

import SettingsDocument
import SettingsModel
import SettingsSchema

/// A place for a value.
///
/// The rules decide first, as they know which types a setting may have; without a word from them, the
/// type of the value that is there stays.
struct WishSlot {
    /// The formats of the user's files that have a setting, or may get it.
    struct Formats {
        var having: [Format]
        /// Of all files that its domain keeps it in.
        var owning: [Format]
    }
    /// The value that is there; nil for none, and for null, which has no type.
    let known: SettingValue?
    /// The settings that are there in place of a value.
    let below: [SettingKeyPath]
    private let formats: () -> Formats
    /// Which rule a value breaks.
    private let refusal: (SettingValue) -> RuleRefusal.Code?

    init(
        known: SettingValue?,
        below: [SettingKeyPath],
        formats: @escaping () -> Formats,
        refusal: @escaping (SettingValue) -> RuleRefusal.Code?
    ) {
        self.known = known == .null ? nil : known
        self.below = below
        self.formats = formats
        self.refusal = refusal
    }

    /// Whether settings are there, or an empty table.
    var isTable: Bool {
        if case .dictionary? = known { return true }
        return !below.isEmpty
    }

    /// A text as the type that belongs here.
    func value(of typed: TypedText, _ words: WishWords) throws(Refusal) -> SettingValue {
        if isTable {
            guard let known, let fitting = typed.plain?.fitting(known) else {
                throw words.isTable(self, typed.plain)
            }
            return fitting
        }
        // In a file where a list is a text, or several lines, a typed list is one, too.
        let isList =
            typed.plain?.isContainer == true && known?.isTextInBrackets != true
            && formats().having.contains { $0.packsLists || $0.repeatsKeys }
        var kept =
            isList
            ? known.flatMap { typed.plain?.fitting($0) } : known.flatMap { typed.value(like: $0) }
        if case .raw? = kept, kept != typed.plain, !canHold(kept) { kept = nil }
        var others = (typed.plain.map { [$0] } ?? []) + [.string(typed.text)]
        if let truth = typed.truth { others.append(.boolean(truth)) }
        // A local date is a literal where a file can have one. What is a text stays one.
        let literal = SettingValue.raw(typed.text)
        if known?.typeName != "string", canHold(literal) { others.append(literal) }
        if let value = choice(kept, others) { return value }
        guard let plain = typed.plain else { throw words.isBroken(typed) }
        if isList, case .array = plain, formats().having.allSatisfy(\.repeatsKeys) {
            return plain
        }
        guard let known, isTold(plain, from: known) else { return plain }
        throw words.isOther(plain, than: known)
    }

    /// A value as the type that belongs here.
    func value(of value: SettingValue, _ words: WishWords) throws(Refusal) -> SettingValue {
        guard !isTable else { throw words.isTable(self, value) }
        if let choice = choice(known.flatMap(value.fitting), [value]) { return choice }
        guard let known, isTold(value, from: known) else { return value }
        throw words.isOther(value, than: known)
    }

    /// The value of the type that is there, but where the rules ask for another; nil where neither
    /// says anything.
    private func choice(_ kept: SettingValue?, _ others: [SettingValue]) -> SettingValue? {
        if let kept, refusal(kept) == nil { return kept }
        guard rulesNameTypes else { return kept }
        // What breaks them all is refused with the rule's own words.
        return others.first { refusal($0) == nil } ?? kept ?? others.first
    }

    /// Whether the rules refuse some types, whatever the value.
    private var rulesNameTypes: Bool {
        let samples: [SettingValue] = [
            .boolean(true), .integer(0), .real(0.5), .string(""), .array([]), .dictionary([]),
        ]
        return samples.contains { sample in
            switch refusal(sample) {
            case .type?, .choice?, .combination?: true
            default: false
            }
        }
    }

    private func canHold(_ value: SettingValue?) -> Bool {
        let formats = formats()
        return (formats.having.isEmpty ? formats.owning : formats.having).contains { format in
            value.map { format.stored($0) == $0 } ?? false
        }
    }

    /// Whether any file shows the difference of the types; without a file, it counts.
    private func isTold(_ value: SettingValue, from known: SettingValue) -> Bool {
        let formats = formats().having
        return formats.isEmpty || formats.contains { $0.tells(known, from: value) }
    }
}
