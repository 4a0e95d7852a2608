// How large types are over all of their files, and where their extensions are.

/// A piece of a type in one file: its declaration, or an extension.
struct TypePart: Equatable {
    var name: String
    var isExtension: Bool
    /// Whether other files can see what is declared or extended here.
    var isVisible: Bool
    var lineCount: Int
    /// Properties that hold a value of their own; those of an extension aren't stored.
    var storedCount: Int
}

/// How large a type is, over all files of its module.
struct TypeSize: Equatable {
    var lineCount = 0
    var storedCount = 0

    /// The sizes of the types that are declared at the top of some file.
    ///
    /// What belongs to types of other modules and of the standard library isn't counted.
    static func sizes(of files: [TidyFile]) -> [String: TypeSize] {
        let parts = files.flatMap(\.typeParts)
        let declared = Set(parts.lazy.filter { !$0.isExtension }.map(\.name))
        return parts.reduce(into: [:]) { sizes, part in
            guard declared.contains(part.name) else { return }
            sizes[part.name, default: TypeSize()].lineCount += part.lineCount
            sizes[part.name, default: TypeSize()].storedCount += part.storedCount
        }
    }

    /// What is wrong with a type of this size, or nil.
    func problem(of type: String, within limit: TypeSize) -> String? {
        if lineCount > limit.lineCount {
            return "'\(type)' has \(lineCount) lines over all of its files, at most "
                + "\(limit.lineCount); move what is an idea of its own into another type"
        }
        if storedCount > limit.storedCount {
            return "'\(type)' has \(storedCount) stored properties, at most \(limit.storedCount); "
                + "those that are used together are another type's"
        }
        return nil
    }
}

extension TidyFile {
    /// The types at the top of the file and the extensions of types, top down.
    var typeParts: [TypePart] {
        lines.indices.compactMap { start in
            guard lines[start].indentation == 0, let head = lines[start].typeHead else {
                return nil
            }
            let end = closingLine(from: start) ?? start
            return TypePart(
                name: head.name,
                isExtension: head.isExtension,
                isVisible: head.access != .narrow && !isPrivateInside(start...end),
                lineCount: end - start + 1,
                storedCount: head.isExtension ? 0 : (start...end).count { lines[$0].isStored }
            )
        }
    }

    /// Whether the file only extends types, and its name doesn't begin with the name of one of them.
    var isMisnamedExtension: Bool {
        let visible = typeParts.filter(\.isVisible)
        guard !visible.isEmpty, visible.allSatisfy(\.isExtension) else { return false }
        let file = path.split(separator: "/").last ?? ""
        let subject = file.prefix { $0 != "+" && $0 != "." }
        return !visible.contains { $0.name == subject }
    }

    /// Whether all functions and properties of an extension are for its file alone.
    private func isPrivateInside(_ part: ClosedRange<Int>) -> Bool {
        let members = part.dropFirst().filter { lines[$0].indentation == 4 }
            .map { lines[$0].words.filter { !$0.hasPrefix("@") } }
            .filter { !$0.isEmpty }
        let opening: Set<Substring> = [
            "func", "var", "let", "init", "static", "mutating", "package", "public", "case",
            "subscript", "struct", "enum", "class", "typealias", "indirect", "final",
        ]
        return members.contains { $0.first == "private" || $0.first == "fileprivate" }
            && !members.contains { opening.contains($0[0]) }
    }
}

extension SwiftLine {
    /// The type that the line begins to declare or to extend, or nil.
    fileprivate var typeHead: (name: String, isExtension: Bool, access: SwiftDeclaration.Access)? {
        if let declaration, declaration.isType, declaration.keyword != "protocol" {
            return (declaration.name, false, declaration.access)
        }
        let words = words
        guard let index = words.firstIndex(of: "extension"), index < 2, index + 1 < words.count
        else { return nil }
        let isNarrow = ["private", "fileprivate"].contains(words[0])
        return (String(words[index + 1]), true, isNarrow ? .narrow : .unsaid)
    }

    /// Whether the line is a stored property of a type at the top of a file.
    fileprivate var isStored: Bool {
        guard indentation == 4 else { return false }
        let modifiers: Set<Substring> = [
            "public", "package", "internal", "private", "fileprivate", "lazy", "weak", "unowned",
            "final", "nonisolated", "unsafe", "set",
        ]
        let words = words.drop(while: modifiers.contains)
        guard let first = words.first, first == "var" || first == "let" else { return false }
        // Behind a brace is what computes it, but for a first value that is worked out.
        guard let brace = code.firstIndex(of: "{") else { return true }
        return code[..<brace].contains("=")
    }
}
