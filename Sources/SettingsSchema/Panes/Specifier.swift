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
    /// Where the value lives if not in the pane's domain.
    package var domain: Domain?
    /// What is shown and registered while nothing is stored.
    package var defaultValue: SettingValue?
    package var control: Control
    /// What the value may be; the same for a hand edit, a client, the command line and the screen.
    package var rule: ValueRule {
        get { sharedRule.rule }
        set { sharedRule = SharedRule(newValue) }
    }
    /// Copies of a row share it: a rule takes as much room as all else that a row has.
    private var sharedRule = SharedRule.none
    package var subtitle: Subtitle?
    package var help: String?
    /// More words for the search.
    package var keywords: [String]
    /// False: shown, never edited.
    package var isEnabled: Bool
    package var enabledWhen: Condition
    package var visibleWhen: Condition
    package var requiresRestart: Bool
    /// True: never printed, logged, searched or put into the history.
    package var isSecret: Bool
    /// True: a part of what the value may be, or whether it's a secret, isn't known.
    package var isCut = false
    package var isDeprecated: Bool
    /// Older places of the value, the latest first.
    package var renamedFrom: [SettingKeyPath]
    /// The screens that show the row; empty for all.
    package var idioms: Set<Idiom>
    /// The row's height, if it isn't the usual one.
    package var lines: Int?
    package var glyph: Glyph?
    package var alignment: Alignment?
    /// False: a long title is cut rather than made smaller.
    package var shrinksToFit: Bool
    package var place: SchemaPlace
    /// Keys that we don't know, or that the row's type has no use for.
    package var unknownKeys: [SettingValue.Entry]

    /// A row's picture, and what to draw where there are no pictures.
    package struct Glyph: Equatable, Sendable {
        /// The name of an image in the bundle, or the glyph itself.
        package var name: String
        package var asciiName: String?
    }

    /// Where the row's title stands.
    package enum Alignment: String, CaseIterable, Sendable {
        case left = "IASKUITextAlignmentLeft"
        case center = "IASKUITextAlignmentCenter"
        case right = "IASKUITextAlignmentRight"
        case natural = "IASKUITextAlignmentNatural"
    }

    /// Creates a row with nothing but what it must have.
    package init(type: String, title: String, control: Control, place: SchemaPlace) {
        self.type = type
        self.title = title
        self.control = control
        self.place = place
        keywords = []
        isEnabled = true
        enabledWhen = .always
        visibleWhen = .always
        requiresRestart = false
        isSecret = false
        isDeprecated = false
        renamedFrom = []
        idioms = []
        shrinksToFit = true
        unknownKeys = []
    }
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

/// A rule that several rows may have.
private final class SharedRule: Equatable, Sendable {
    /// The rule that lets everything pass.
    static let none = SharedRule(ValueRule())

    let rule: ValueRule

    init(_ rule: ValueRule) { self.rule = rule }

    static func == (a: SharedRule, b: SharedRule) -> Bool { a === b || a.rule == b.rule }
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

    /// Creates a place.
    package init(file: String, path: DocumentPath = .root, position: SourcePlace? = nil) {
        self.file = file
        self.path = path
        self.position = position
    }
}

extension SchemaPlace: CustomStringConvertible {
    /// `Root.plist:12:8` where lines are known, else `Root.plist, PreferenceSpecifiers[3]`.
    package var description: String {
        let name = file.escapedForDisplay
        if let position { return "\(name):\(position.line):\(position.column)" }
        return path == .root ? name : "\(name), \(path.schemaDescription.escapedForDisplay)"
    }
}
