// Rows for the options that a program lists, below those of its bundle.

import SettingsModel

extension Schema {
    /// The schema with a pane for the options that no row of it has; the root pane gets a row that opens it.
    ///
    /// Nothing is refused by these rows: what a program lists are the values that it knows, not all the ways to write
    /// them. Nor is one a secret, which a file that others can read is refused for.
    ///
    /// - Parameters:
    ///   - listing: What the program lists.
    ///   - name: The program's name.
    ///   - file: Where that is kept.
    /// - Returns: The same schema where it has no panes or the listing nothing new.
    package func adding(_ listing: OptionListing, of name: String, from file: String) -> Schema {
        guard !panes.isEmpty else { return self }
        let title =
            "More options of " + [name, listing.version].compactMap(\.self).joined(separator: " ")
        var pane = Pane(name: "\(file)#options", file: file, title: title)
        var taken = KeysWithRows(of: self)
        for group in listing.groups {
            var section = PaneSection(header: group.title)
            section.rows = group.options.compactMap { option in
                let key = SettingKeyPath(segments: option.key)
                return taken.take(key) ? Specifier(option, at: key, file) : nil
            }
            if !section.rows.isEmpty { pane.sections.append(section) }
        }
        guard !pane.sections.isEmpty else { return self }
        let child = ChildPane(pane: pane.name, title: nil)
        let row = Specifier(
            type: Control.childPane(child).appleType,
            title: title,
            control: .childPane(child),
            place: SchemaPlace(file: file)
        )
        var section = PaneSection()
        section.rows = [row]
        var whole = panes
        whole[0].sections.append(section)
        whole.append(pane)
        var schema = Schema(
            panes: whole,
            ofOtherScreens: Array(allPanes[panes.count...]),
            problems: problems,
            rules: nil
        )
        schema.extent = extent
        return schema
    }
}

/// The keys of a domain that have rows, and those on the way to them.
private struct KeysWithRows {
    private var keys: Set<SettingKeyPath> = []
    private var parents: Set<SettingKeyPath> = []

    init(of schema: Schema) {
        for pane in schema.allPanes where !pane.isOfElements {
            for row in pane.rows where row.domain ?? pane.domain == nil {
                if let key = row.keyPath { insert(key) }
            }
        }
    }

    /// Takes a key, unless it has a row, leads through one, or one leads through it.
    mutating func take(_ key: SettingKeyPath) -> Bool {
        var next: SettingKeyPath? = key
        while let path = next {
            if keys.contains(path) { return false }
            next = path.parent
        }
        guard !parents.contains(key) else { return false }
        insert(key)
        return true
    }

    private mutating func insert(_ key: SettingKeyPath) {
        keys.insert(key)
        var next = key.parent
        while let path = next, parents.insert(path).inserted { next = path.parent }
    }
}

extension Specifier {
    /// The row of an option that a program lists.
    fileprivate init(_ option: OptionListing.Option, at key: SettingKeyPath, _ file: String) {
        let control = option.control
        self.init(
            type: control.appleType,
            title: option.name ?? option.key.joined(separator: "."),
            control: control,
            place: SchemaPlace(file: file)
        )
        keyPath = key
        defaultValue = option.value.map(SettingValue.string)
    }
}

extension OptionListing.Option {
    fileprivate var control: Control {
        if choices == ["yes", "no"] {
            return .toggle(Toggle(on: .string("yes"), off: .string("no"), style: .toggle))
        }
        guard !choices.isEmpty else { return .text(TextField()) }
        return .choice(
            Choice(options: choices.map { Choice.Option(value: .string($0), title: $0) })
        )
    }
}
