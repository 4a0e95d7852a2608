// Makes panes of several settings files that are one domain's together.

package import SettingsModel

extension Schema {
    /// Makes panes of files: each setting once, as the first file that has it shows it.
    package init(inferredFrom files: [InferredFile], limits: SchemaLimits = .standard) {
        if files.count == 1, files[0].prefix.isEmpty {
            self.init(inferredFrom: files[0], limits: limits)
            return
        }
        var joint = JointPanes()
        var problems: [SchemaProblem] = []
        for file in files {
            let schema = Schema(inferredFrom: file, limits: limits)
            problems += schema.problems
            joint.openPanes(on: file.prefix, of: file.name)
            for pane in schema.panes { joint.add(pane, below: file.prefix) }
        }
        self.init(panes: joint.finished, problems: problems, rules: nil)
    }
}

extension [Pane] {
    /// These inferred panes, with a fitting row for each of some current values.
    ///
    /// Files don't show a value that is only in their last good text, or in none of them. A row for
    /// values of another type becomes one for the value; other rows come behind those of the files.
    package func completed(
        with values: [SettingKeyPath: SettingValue],
        limits: SchemaLimits
    ) -> [Pane] {
        var joint = JointPanes()
        var rows = InferredRows(file: "")
        var count = 0
        for var pane in self {
            for section in pane.sections.indices {
                for (index, old) in pane.sections[section].rows.enumerated() {
                    count += 1
                    guard let value = old.keyPath.flatMap({ values[$0] }) else { continue }
                    pane.sections[section].rows[index] = old.showing(rows.row(for: value))
                }
            }
            joint.add(pane, below: [])
        }
        for (keyPath, value) in values.sorted(by: { $0.key < $1.key }) where count < limits.rows {
            var row = rows.row(for: value)
            row.title = keyPath.segments[keyPath.segments.count - 1]
            row.keyPath = keyPath
            joint.add(row, at: keyPath, limits: limits)
            count += 1
        }
        return joint.finished
    }
}

extension Specifier {
    /// The same setting's row with another row's control.
    fileprivate func showing(_ other: Specifier) -> Specifier {
        var row = other
        (row.title, row.keyPath, row.help, row.place) = (title, keyPath, help, place)
        return row
    }
}

/// Panes of files, joined by their names.
private struct JointPanes {
    private var panes: [Pane] = []
    private var indices: [String: Int] = [:]
    /// What each pane's rows are of.
    private var known: [Set<RowName>] = []

    /// What a row is of, by which two rows are the same one.
    private enum RowName: Hashable {
        case setting(SettingKeyPath?)
        case pane(String?)
    }

    var finished: [Pane] {
        panes.map { pane in
            var pane = pane
            let sections = pane.sections.filter { !$0.rows.isEmpty || $0.footer != nil }
            pane.sections = sections.withListsApart
            return pane
        }
    }

    /// Makes the panes that lead to a place, each with a row for the next.
    mutating func openPanes(on prefix: [String], of file: String) {
        for count in prefix.indices {
            let outer = Array(prefix[..<count])
            let index = index(of: outer, file)
            let name = Self.name(of: outer + [prefix[count]])
            let row = Specifier(
                type: "PSChildPaneSpecifier",
                title: prefix[count],
                control: .childPane(ChildPane(pane: name, title: nil)),
                place: SchemaPlace(file: file)
            )
            add(row, to: index)
        }
    }

    /// Adds the row of a setting that no file shows, if there is room for the pane that it's in.
    mutating func add(_ row: Specifier, at keyPath: SettingKeyPath, limits: SchemaLimits) {
        let outer = Array(keyPath.segments.dropLast())
        if indices[Self.name(of: outer)] == nil {
            guard panes.count + keyPath.segments.count <= limits.panes else { return }
            openPanes(on: outer, of: "")
            removeRows(leadingTo: keyPath)
        }
        add(row, to: index(of: outer, ""))
    }

    /// Removes the rows of settings that can have no value, as a setting below them has one.
    private mutating func removeRows(leadingTo keyPath: SettingKeyPath) {
        for path in keyPath.ancestors {
            guard let index = indices[Self.name(of: Array(path.segments.dropLast()))],
                known[index].remove(.setting(path)) != nil
            else { continue }
            panes[index].sections[0].rows.removeAll { $0.keyPath == path }
        }
    }

    /// Adds a file's pane, with its keys where the file's place in the domain has them.
    mutating func add(_ pane: Pane, below prefix: [String]) {
        let index = index(of: prefix + Self.segments(of: pane.name), pane.file)
        if panes[index].title == nil { panes[index].title = pane.title }
        for section in pane.sections {
            if let footer = section.footer, panes[index].sections[0].footer == nil {
                panes[index].sections[0].footer = footer
            }
            for row in section.rows {
                var row = row
                row.keyPath = row.keyPath.map { SettingKeyPath(segments: prefix + $0.segments) }
                if case .childPane(var child) = row.control, let name = child.pane {
                    child.pane = Self.name(of: prefix + Self.segments(of: name))
                    row.control = .childPane(child)
                }
                add(row, to: index)
            }
        }
    }

    /// Values come first and panes after them, as in a pane of one file.
    private mutating func add(_ row: Specifier, to index: Int) {
        var name = RowName.setting(row.keyPath)
        var section = 0
        if case .childPane(let child) = row.control {
            name = .pane(child.pane)
            section = 1
        }
        guard known[index].insert(name).inserted else { return }
        panes[index].sections[section].rows.append(row)
    }

    private mutating func index(of segments: [String], _ file: String) -> Int {
        let name = Self.name(of: segments)
        if let index = indices[name] { return index }
        var pane = Pane(name: name, file: file, title: segments.last)
        pane.sections = [PaneSection(), PaneSection()]
        panes.append(pane)
        known.append([])
        indices[name] = panes.count - 1
        return panes.count - 1
    }

    private static func name(of segments: [String]) -> String {
        segments.isEmpty ? BundleReader.rootName : SettingKeyPath(segments: segments).paneName
    }

    /// The path that a pane of a file is named by.
    private static func segments(of name: String) -> [String] {
        guard name != BundleReader.rootName else { return [] }
        // A name that is no path's is no pane's of an inferred file.
        return (try? SettingKeyPath(description: name))?.segments ?? []
    }
}
