// Reading how a file says a domain's settings in its own words.

import SettingsDocument
import SettingsMapping
import SettingsModel

extension TableReader {
    /// Reads `[values]`: the tables of words that pictures name; a note for each that has a mistake.
    mutating func valueTables(of root: TablePlace) -> [String: ValueTable] {
        guard let tables = table("values", of: root) else { return [:] }
        var found: [String: ValueTable] = [:]
        for name in tables.values.keys.sorted() {
            guard let words = table(name, of: tables),
                case .dictionary(let entries) = tables.values[name]
            else { continue }
            do throws(MapError) {
                let entries = entries.map { entry in
                    var texts = [entry.value]
                    if case .array(let all) = entry.value { texts = all }
                    return (setting: entry.key, texts: texts)
                }
                found[name] = try ValueTable(name: name, entries: entries)
            } catch {
                add(error, at: words.path)
            }
        }
        return found
    }

    /// Reads the `map` of a linked file; nil where there is none, and a note for each mistake.
    mutating func map(of table: TablePlace, _ tables: [String: ValueTable]) -> FileMap? {
        guard let pictures = self.table("map", of: table), let value = table.values["map"] else {
            return nil
        }
        var places: [FileMap.Place] = []
        var hasMistake = false
        for leaf in value.mapLeaves(at: []) {
            let path = pictures.path + leaf.keys.map(PathElement.key)
            var place = FileMap.Place(
                fileKey: SettingKeyPath(segments: leaf.keys),
                pictures: []
            )
            for (index, picture) in leaf.pictures.enumerated() {
                do throws(MapError) {
                    place.pictures.append(try Picture(picture, tables))
                } catch {
                    add(error, at: leaf.isList ? path + [.index(index)] : path)
                    hasMistake = true
                }
            }
            places.append(place)
        }
        guard !hasMistake else { return nil }
        do throws(MapError) {
            return try FileMap(places)
        } catch {
            let keys = error.fileKey?.segments ?? []
            add(error, at: pictures.path + keys.map(PathElement.key))
            return nil
        }
    }

    private mutating func add(_ error: MapError, at path: [PathElement]) {
        add(error.problem, at: path, offset: error.offset, advice: error.advice)
    }
}

/// One entry of a `map`, at the end of its tables.
private struct MapLeaf {
    var keys: [String]
    /// The first is for a new line.
    var pictures: [SettingValue]
    var isList: Bool
}

extension Picture {
    /// Reads a picture as the domain file has it.
    fileprivate init(_ value: SettingValue, _ tables: [String: ValueTable]) throws(MapError) {
        guard case .string(let text) = value else {
            throw MapError(
                .noHole,
                "the picture is \(value.typeName), expected text with a hole",
                advice: "Write it like \"{font.size|number}\""
            )
        }
        try self.init(parsing: text, tables: tables)
    }
}

extension SettingValue {
    /// The entries that are no tables, in the order of the file.
    fileprivate func mapLeaves(at keys: [String]) -> [MapLeaf] {
        switch self {
        case .dictionary(let entries):
            entries.flatMap { $0.value.mapLeaves(at: keys + [$0.key]) }
        case .array(let pictures): [MapLeaf(keys: keys, pictures: pictures, isList: true)]
        default: [MapLeaf(keys: keys, pictures: [self], isList: false)]
        }
    }
}
