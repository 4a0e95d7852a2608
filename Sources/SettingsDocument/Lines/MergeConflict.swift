// Files with a conflict of a merge that isn't finished.

/// The marks around both sides of a conflict, as git, Mercurial, Subversion and Jujutsu leave them in a file.
enum MergeConflict {
    /// Refuses a text with a conflict, as nobody has chosen a side yet.
    ///
    /// To a format of lines, the marks could be settings; all other formats refuse them by themselves.
    static func check(_ bytes: [UInt8]) throws(DocumentError) {
        guard let start = line(beginningWith: "<<<<<<< ", in: bytes, from: 0),
            line(beginningWith: ">>>>>>> ", in: bytes, from: start) != nil
        else { return }
        throw DocumentError(
            code: .syntax,
            at: start,
            in: bytes,
            problem: "found a conflict of a merge that isn't finished",
            advice: "Choose one side, and remove the lines '<<<<<<<', '=======' and '>>>>>>>'"
        )
    }

    private static func line(beginningWith mark: String, in bytes: [UInt8], from start: Int) -> Int?
    {
        var position = start
        while let found = bytes[position...].firstIndex(of: mark.utf8[mark.startIndex]) {
            let isFirst = found == 0 || bytes.endsLine(at: found - 1)
            if isFirst, bytes[found...].starts(with: mark.utf8) { return found }
            position = found + 1
        }
        return nil
    }
}
