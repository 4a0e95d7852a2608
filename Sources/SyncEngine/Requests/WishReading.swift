// The edit that a wish comes to, by what its setting is.

import SettingsDocument
import SettingsModel
import SettingsSchema

extension EditRequest {
    /// The request with the edit that its wish comes to now.
    ///
    /// Of a locked key nothing is decided: the lock is what is told.
    func granted(
        in state: DomainState?,
        _ files: [ReplicaState],
        within checks: CheckBudget
    ) throws(Refusal) -> EditRequest {
        guard let wish, let key = edits.first?.keyPath, let state, state.lock(on: key) == nil else {
            return self
        }
        let reading = WishReading(
            state: state,
            checks: checks,
            refused: WishReading.refusedValues(in: files, around: key)
        ) { path in
            let owning = files.filter { $0.mayHave(path) }
            return WishSlot.Formats(
                having: owning.filter { $0.has(path) }.compactMap(\.knownFormat),
                owning: owning.compactMap(\.knownFormat)
            )
        }
        var granted = self
        do {
            granted.edits = [try reading.edit(wish, of: key)]
        } catch {
            // No force helps where the key stands in several sections of a file.
            let refusals = files.lazy.filter { $0.has(key) }
                .compactMap { $0.ambiguity(of: wish, at: key) }
            throw refusals.first ?? error
        }
        return granted
    }
}

extension ReplicaState {
    /// Whether it is one of the user's files that a key is kept in.
    fileprivate func mayHave(_ path: SettingKeyPath) -> Bool {
        self.configuration.layer == .user && self.configuration.owns(path)
    }

    /// Whether it is one of the user's files, and its last good text has a key.
    fileprivate func has(_ path: SettingKeyPath) -> Bool {
        guard mayHave(path), let top else { return false }
        return (top.keys ?? read(top)?.keys)?[path] != nil
    }
}

/// Makes edits of wishes in one domain.
struct WishReading {
    let state: DomainState
    /// For what is checked against rules.
    let checks: CheckBudget
    /// What files say above and below the key without being in force: no undo would know it.
    let refused: [SettingKeyPath: SettingValue]
    /// The formats of the user's files for a key.
    let formats: (SettingKeyPath) -> WishSlot.Formats

    /// The edit that a wish comes to.
    ///
    /// - Throws: ``Refusal``: the value isn't of the setting's type, would replace a table, or its
    ///   place isn't there.
    func edit(_ wish: ValueWish, of key: SettingKeyPath) throws(Refusal) -> KeyEdit {
        let words = WishWords(wish, of: key, in: state)
        guard wish.place.isEmpty else {
            return KeyEdit(key, try list(at: key, with: wish, words))
        }
        switch wish.content {
        case .nothing: return KeyEdit(key, nil)
        case .value(let value): return KeyEdit(key, value)
        case .text(let typed, let isForced):
            do throws(Refusal) {
                return KeyEdit(key, try value(of: typed, at: key, words))
            } catch {
                guard isForced, let plain = typed.plain else { throw error }
                return KeyEdit(key, plain)
            }
        }
    }

    /// A text as the value of a setting.
    private func value(
        of typed: TypedText,
        at key: SettingKeyPath,
        _ words: WishWords
    ) throws(Refusal) -> SettingValue {
        if let (path, value) = obstacle(above: key) { throw words.isNoTable(path, value) }
        let slot = slot(at: key)
        if slot.isTable, case .dictionary(let entries)? = typed.plain {
            return .dictionary(try kept(entries, below: key, words))
        }
        return try slot.value(of: typed, words)
    }

    /// The entries of a table, each of the type that its setting has.
    private func kept(
        _ entries: [SettingValue.Entry],
        below path: SettingKeyPath,
        _ words: WishWords
    ) throws(Refusal) -> [SettingValue.Entry] {
        var kept: [SettingValue.Entry] = []
        for entry in entries {
            let path = path.appending(entry.key)
            let slot = slot(at: path)
            var value = entry.value
            if case .dictionary(let entries) = value, slot.known == nil || slot.isTable {
                value = .dictionary(try self.kept(entries, below: path, words))
            } else {
                value = try slot.value(of: value, words.naming(path))
            }
            kept.append(SettingValue.Entry(entry.key, value))
        }
        return kept
    }
}

// MARK: What is known

extension WishReading {
    /// What the user's files say above and below a key that a rule refused, and that is still in them.
    fileprivate static func refusedValues(
        in files: [ReplicaState],
        around key: SettingKeyPath
    ) -> [SettingKeyPath: SettingValue] {
        var values: [SettingKeyPath: SettingValue] = [:]
        for file in files where file.mayHave(key) {
            guard let keys = file.top?.keys, let held = file.held else { continue }
            for path in held.conflicts(with: key) { values[path] = values[path] ?? keys[path] }
        }
        return values
    }

    /// What is known of a setting: the user's own value, else the one in force.
    private func slot(at path: SettingKeyPath) -> WishSlot {
        let known = value(at: path)
        return WishSlot(
            known: known,
            below: known == nil ? keys(below: path) : [],
            formats: { formats(path) },
            refusal: { state.rules?.refusal(of: $0, at: path, within: checks)?.refusal.code }
        )
    }

    private func value(at path: SettingKeyPath) -> SettingValue? {
        state.registers.value(at: path) ?? state.effective(path)?.value
    }

    private func keys(below path: SettingKeyPath) -> [SettingKeyPath] {
        let own =
            state.registers.liveKeys(below: path)
            + refused.keys.filter { path != $0 && path.isPrefix(of: $0) }
        guard own.isEmpty else { return own.sorted() }
        let all = Set(Layer.allCases.flatMap { state.keys(below: path, in: $0) })
        return all.filter { state.effective($0) != nil }.sorted()
    }

    /// A value where a table would have to be; an empty one, and null, give way.
    private func obstacle(above path: SettingKeyPath) -> (SettingKeyPath, SettingValue)? {
        for place in path.ancestors {
            switch value(at: place) ?? refused[place] {
            case nil, .null?, .dictionary?: break
            case let value?: return (place, value)
            }
        }
        return nil
    }
}

// MARK: Elements

extension WishReading {
    /// A list with one of its elements changed, added at its end or removed.
    private func list(
        at key: SettingKeyPath,
        with wish: ValueWish,
        _ words: WishWords
    ) throws(Refusal) -> SettingValue {
        let place = wish.place[...]
        let list = value(at: key)
        let old = list?.value(at: place)
        guard wish.content != .nothing || old != nil else { throw words.isNotThere }
        guard let root = list else {
            throw keys(below: key).isEmpty ? words.isNotSet : words.isNoList([], .dictionary([]))
        }
        try checkWay(to: wish.place, in: root, words)
        switch wish.content {
        case .nothing: return root.replacing(place, with: nil)
        case .value(let value): return root.replacing(place, with: value)
        case .text(let typed, let isForced):
            let known = old ?? root.sample(at: place)
            let slot = WishSlot(
                known: known,
                below: [],
                formats: { formats(key) },
                refusal: { value in
                    let list = root.replacing(place, with: value)
                    return state.rules?.refusal(of: list, at: key, within: checks)?.refusal.code
                }
            )
            do throws(Refusal) {
                return root.replacing(place, with: try slot.value(of: typed, words))
            } catch {
                guard isForced, let plain = typed.plain else { throw error }
                return root.replacing(place, with: plain)
            }
        }
    }

    /// Refuses a place that the value doesn't have and can't get.
    private func checkWay(
        to place: [PathElement],
        in root: SettingValue,
        _ words: WishWords
    ) throws(Refusal) {
        var value = root
        for (index, element) in place.enumerated() {
            let way = place[..<index]
            switch (value, element) {
            case (.array(let values), .index(let position)):
                guard position <= values.count else { throw words.isOutside(way, values.count) }
            case (.dictionary, .key): break
            case (_, .index): throw words.isNoList(way, value)
            case (_, .key): throw words.isNoTable(way, value)
            }
            guard let next = value.value(at: [element]) else { return }
            value = next
        }
    }
}

extension SettingValue {
    /// An element of the list that a place is the end of, where all have one type.
    fileprivate func sample(at place: ArraySlice<PathElement>) -> SettingValue? {
        guard case .index? = place.last, case .array(let values)? = value(at: place.dropLast()),
            let last = values.last, values.allSatisfy({ $0.typeName == last.typeName })
        else { return nil }
        return last
    }
}
