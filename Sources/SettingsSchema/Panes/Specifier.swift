// One row of a pane.

package import SettingsDocument
package import SettingsModel

/// The row of one setting, or a row that leads elsewhere.
package struct Specifier: Equatable, Sendable {
    /// The `Type` as it was written; a JSON Schema's and an inferred row's is Apple's nearest.
    package var type: String
    /// In the reader's language; empty where the control has the row to itself.
    package var title: String
    /// Where the value is stored; nil for rows without one.
    package var keyPath: SettingKeyPath?
    /// What is shown and registered while nothing is stored.
    package var defaultValue: SettingValue?
    package var control: Control
    package var help: String?
    /// False: shown, never edited.
    package var isEnabled = true
    package var requiresRestart = false
    /// True: never printed, logged, searched or put into the history.
    package var isSecret = false
    /// True: a part of what the value may be, or whether it's a secret, isn't known.
    package var isCut = false
    package var place: SchemaPlace
    // Copies of a row share these: they take more room than all else that a row has.
    private var sharedRule = Shared<ValueRule>.none
    private var rare = Shared<RareParts>.none

    /// A row's picture, and what to draw where there are no pictures.
    package struct Glyph: Equatable, Sendable {
        /// The name of an image in the bundle, or the glyph itself.
        package var name: String
        package var asciiName: String?
    }

    /// Creates a row with nothing but what it must have.
    package init(type: String, title: String, control: Control, place: SchemaPlace) {
        self.type = type
        self.title = title
        self.control = control
        self.place = place
    }
}

// MARK: What is shared

extension Specifier {
    /// What the value may be; the same for a hand edit, a client, the command line and the screen.
    package var rule: ValueRule {
        get { sharedRule.value }
        set { sharedRule = Shared(newValue) }
    }

    /// Where the value lives if not in the pane's domain.
    package var domain: Domain? {
        get { rare.value.domain }
        set { changeRare { $0.domain = newValue } }
    }

    package var subtitle: Subtitle? {
        get { rare.value.subtitle }
        set { changeRare { $0.subtitle = newValue } }
    }

    /// More words for the search.
    package var keywords: [String] {
        get { rare.value.keywords }
        set { changeRare { $0.keywords = newValue } }
    }

    package var enabledWhen: Condition {
        get { rare.value.enabledWhen }
        set { changeRare { $0.enabledWhen = newValue } }
    }

    package var visibleWhen: Condition {
        get { rare.value.visibleWhen }
        set { changeRare { $0.visibleWhen = newValue } }
    }

    package var isDeprecated: Bool {
        get { rare.value.isDeprecated }
        set { changeRare { $0.isDeprecated = newValue } }
    }

    /// The screens that show the row; empty for all.
    package var idioms: Set<Idiom> {
        get { rare.value.idioms }
        set { changeRare { $0.idioms = newValue } }
    }

    /// The row's height, if it isn't the usual one.
    package var lines: Int? {
        get { rare.value.lines }
        set { changeRare { $0.lines = newValue } }
    }

    package var glyph: Glyph? {
        get { rare.value.glyph }
        set { changeRare { $0.glyph = newValue } }
    }

    private mutating func changeRare(_ change: (inout RareParts) -> Void) {
        var parts = rare.value
        change(&parts)
        // A part that is set to what it was costs nothing.
        if parts != rare.value { rare = Shared(parts) }
    }
}

/// What few rows have.
private struct RareParts: Equatable, Sendable {
    var domain: Domain?
    var subtitle: Subtitle?
    var keywords: [String] = []
    var enabledWhen = Condition.always
    var visibleWhen = Condition.always
    var isDeprecated = false
    var idioms: Set<Idiom> = []
    var lines: Int?
    var glyph: Specifier.Glyph?
}

/// A part that several rows may have.
private final class Shared<Value: Equatable & Sendable>: Equatable, Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }

    static func == (a: Shared, b: Shared) -> Bool { a === b || a.value == b.value }
}

extension Shared<ValueRule> {
    /// The rule that lets everything pass.
    static let none = Shared(ValueRule())
}

extension Shared<RareParts> {
    static let none = Shared(RareParts())
}

extension Specifier {
    /// That the row's own rule refuses its default, which is shown all the same; nil if it doesn't.
    ///
    /// Of a secret, the default isn't said. `key` is the default's in a bundle, or in a JSON Schema.
    func badDefault(at key: String) -> SchemaProblem? {
        guard let value = defaultValue, let refusal = rule.refusal(of: value) else { return nil }
        let shown = isSecret ? refusal.hidingValue() : refusal
        let isWhole = refusal.path == .root
        return SchemaProblem(
            .badDefault,
            .warning,
            at: SchemaPlace(file: place.file, path: place.path.appending(.key(key))),
            problem: isWhole
                ? "the default is \(shown.found), expected \(shown.expected)"
                : "in the default, \(shown.problem)",
            advice: "Correct the default or the rule"
        )
    }
}

/// A second line below a row's title.
package indirect enum Subtitle: Equatable, Sendable {
    case text(String)
    /// One for each value as its text, with what stands for all others.
    case byValue([String: String], other: String?)

    /// The subtitle for a value; booleans are called `YES` and `NO`.
    package func text(for value: SettingValue?) -> String? {
        switch self {
        case .text(let text): return text
        case .byValue(let texts, let other):
            guard let value else { return other }
            return texts[value.plainText] ?? other
        }
    }
}

/// Where a row, a key or a value stands in a bundle or schema.
package struct SchemaPlace: Hashable, Sendable {
    /// The file's name within its bundle.
    package var file: String
    /// The place within it; the root for the whole file.
    package var path: DocumentPath
    /// Its line and column; nil in a file without lines, and for rows: finding it takes a look at
    /// the whole file.
    package var position: SourcePlace?

    package init(file: String, path: DocumentPath = .root, position: SourcePlace? = nil) {
        self.file = file
        self.path = path
        self.position = position
    }

    /// The key of a pane's file that its rows are under.
    package static let rowsKey = "PreferenceSpecifiers"

    /// The row of a pane's file that it's in, counted from 0; nil for a place that is in none.
    package var row: Int? {
        guard path.elements.count > 1, path.elements[0] == .key(Self.rowsKey),
            case .index(let index) = path.elements[1]
        else { return nil }
        return index
    }
}

extension SchemaPlace: CustomStringConvertible {
    /// `Root.plist:12:8` where lines are known, else `Root.plist, PreferenceSpecifiers[3]`.
    package var description: String {
        let name = file.escapedForDisplay
        if let position { return name + position.suffix }
        return path == .root ? name : "\(name), \(path.schemaDescription.escapedForDisplay)"
    }
}
