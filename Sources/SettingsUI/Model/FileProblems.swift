// What is wrong with files: those that can't be read, and values in them that aren't in force.

import SettingsModel
import SettingsProtocol

/// Something that is wrong with a file.
struct FileProblem: Equatable, Sendable {
    /// What can't be had of the file.
    enum Subject: Equatable, Sendable {
        /// Values; the last good ones are in force.
        case settings
        /// What describes the settings; the panes that were read before are shown.
        case panes
        /// What describes the settings, since the screen was opened; what can be read is shown.
        case partOfPanes
    }
    var subject = Subject.settings
    var domain: Domain
    var file: String
    /// The stable name for scripts.
    var code: String
    /// Whether something isn't in force for it.
    var severity = ProblemSeverity.error
    /// How the file fares with it.
    var state: ReplicaReport.State
    /// The key whose value is to blame; nil where it's the file as a whole.
    var key: SettingKeyPath?
    /// What the file says there; nil where that isn't told, as of a secret.
    var value: SettingValue?
    var place: SourcePlace?
    var problem: String
    /// When it was told; nil where that was before the screen was opened.
    var since: Moment?

    var fileName: DomainFileName { DomainFileName(domain: domain, file: file) }

    /// Whether nothing of the file is taken: it can't be read, or its save lacks most settings.
    var isUnreadable: Bool { [.broken, .held].contains(state) && key == nil }

    var editor: Effect { .edit(file: file, line: place?.line ?? 1) }

    /// Whether it's about the same as another, which it may follow.
    fileprivate func isAboutSame(as other: FileProblem) -> Bool {
        domain == other.domain && file == other.file && key == other.key
            && severity == other.severity && (key != nil || code == other.code)
    }
}

/// A file of a domain.
struct DomainFileName: Hashable, Sendable {
    var domain: Domain
    var file: String
}

extension [FileProblem] {
    /// Forgets what is wrong with values of files that are gone: nothing has them any more.
    fileprivate mutating func dropValuesOfAbsentFiles() {
        let absent = Set(lazy.filter { $0.state == .absent }.map(\.fileName))
        removeAll { $0.key != nil && absent.contains($0.fileName) }
    }

    /// What is wrong with a file as a whole, or with a setting in it; nil for nothing.
    func problem(of place: SettingPlace, in file: String) -> FileProblem? {
        first {
            $0.file == file
                && ($0.key == nil || $0.key == place.keyPath && $0.domain == place.domain)
        }
    }

    /// What is wrong with whole files that can be read, or are gone, and wasn't known: no row and no notice
    /// says it.
    func ofFiles(notIn known: [FileProblem]) -> [FileProblem] {
        filter { problem in
            problem.key == nil && !problem.isUnreadable && problem.subject == .settings
                && !known.contains(where: problem.isAboutSame)
        }
    }
}

/// What is wrong with files, and what waits for them.
struct FileProblems: Sendable {
    var known: [FileProblem] = [] {
        didSet { ofDomain = Dictionary(grouping: known, by: \.domain) }
    }
    /// What is known of each domain, as every program's row asks for it.
    private var ofDomain: [Domain: [FileProblem]] = [:]
    /// The files of which something recovered, until it's known what is still wrong with them.
    var recovered: Set<DomainFileName> = []
    /// The stored settings that aren't in a file yet, as it can't be read or written.
    private(set) var waiting: [String: Set<SettingPlace>] = [:]
    /// The settings whose refused value in a file a write of ours replaces, until a problem of theirs is
    /// told anew.
    var replaced: Set<SettingPlace> = []

    /// The problem for which the settings of a domain can't be changed now; nil for none.
    subscript(domain: Domain) -> FileProblem? {
        ofDomain[domain]?.first(where: \.isUnreadable)
    }

    /// The worst that is wrong with a setting's value in some file; nil for nothing.
    subscript(place: SettingPlace) -> FileProblem? {
        let own = (ofDomain[place.domain] ?? []).lazy.filter { $0.key == place.keyPath }
        return own.first { $0.severity == .error } ?? own.first
    }

    /// The editor where a setting's value is wrong; nil where nothing is, or nobody knows where.
    func editor(for place: SettingPlace) -> Effect? {
        guard let problem = self[place], problem.place != nil else { return nil }
        return problem.editor
    }

    /// The problem of a setting's value that no write of ours replaces; nil for none, and for a part.
    func refused(at place: SettingPlace) -> FileProblem? {
        place.element == nil && !replaced.contains(place) ? self[place] : nil
    }

    /// How many of a domain's settings have something wrong with them in some file.
    func count(of severity: ProblemSeverity, in domain: Domain) -> Int {
        let own = (ofDomain[domain] ?? []).lazy.filter { $0.severity == severity }
        return Set(own.compactMap(\.key)).count
    }

    /// Adds a problem to those that are known, in place of one about the same.
    mutating func add(_ problem: FileProblem) {
        if let key = problem.key {
            replaced.remove(SettingPlace(domain: problem.domain, keyPath: key))
        }
        // A file that can't be read has one problem, whichever came last.
        var known = known.filter {
            !$0.isAboutSame(as: problem)
                && !(problem.isUnreadable && $0.isUnreadable && $0.fileName == problem.fileName)
        }
        known.append(problem)
        known.dropValuesOfAbsentFiles()
        self.known = known
    }

    /// Replaces all problems by those that are known now.
    ///
    /// - Returns: The problems before.
    mutating func replace(by problems: [FileProblem]) -> [FileProblem] {
        let before = known
        var known = problems.map { problem in
            var problem = problem
            problem.since = before.first { $0.isAboutSame(as: problem) }?.since
            return problem
        }
        known.dropValuesOfAbsentFiles()
        self.known = known
        return before
    }

    /// How much of a file is well again.
    enum Recovery {
        case whole
        /// It can be read; the words say what is still wrong.
        case readable(String)
    }

    /// How far a file recovered from the problems before; nil where it's as it was.
    func recovery(of file: DomainFileName, since before: [FileProblem]) -> Recovery? {
        let left = known.filter { $0.fileName == file }
        guard !left.isEmpty else { return .whole }
        guard before.contains(where: { $0.fileName == file && $0.isUnreadable }),
            !left.contains(where: \.isUnreadable)
        else { return nil }
        let isError = left.contains { $0.severity == .error }
        return .readable(
            isError ? "but not all in it is in force" : "but look at it: \(left[0].problem)"
        )
    }

    /// Removes the problems of a value.
    ///
    /// - Returns: Those that there were.
    mutating func remove(_ key: SettingKeyPath, of domain: Domain, in file: String) -> [FileProblem]
    {
        let isOver = { (problem: FileProblem) in
            problem.domain == domain && problem.file == file && problem.key == key
        }
        let over = known.filter(isOver)
        known.removeAll(where: isOver)
        replaced.remove(SettingPlace(domain: domain, keyPath: key))
        return over
    }

    /// The settings that waited for files with which nothing is wrong any more.
    var arrived: [(place: SettingPlace, file: String)] {
        waiting.flatMap { file, places in
            places.filter { known.problem(of: $0, in: file) == nil }.map { ($0, file) }
        }
    }

    mutating func wait(_ places: some Sequence<SettingPlace>, for warnings: [Warning]) {
        for file in warnings.compactMap(\.file) {
            waiting[file, default: []].formUnion(places)
        }
    }

    /// Ends a setting's wait for a file.
    ///
    /// - Returns: Whether it waited, and waits for no other file.
    mutating func endWait(of place: SettingPlace, for file: String) -> Bool {
        guard waiting[file]?.remove(place) != nil else { return false }
        if waiting[file]?.isEmpty == true { waiting[file] = nil }
        return !waiting.values.contains { $0.contains(place) }
    }
}
