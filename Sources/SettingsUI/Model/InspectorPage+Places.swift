// Where mapped files say a setting.

import SettingsModel
import SettingsProtocol
import SettingsSchema

extension InspectorPage {
    /// How each mapped file says the setting, in its own words; nothing where none does.
    var placeLines: [InspectorLine] {
        guard !places.isEmpty else { return [] }
        let followed = places.count { $0.standing == .follows }
        return [.gap, .header("\(followed) of \(places.count) follow")]
            + places.map { .fact($0.standing.rawValue, words(of: $0)) }
    }

    /// The mapped files that have texts of their own for the setting.
    var ownFiles: [String] { places.ownFiles }

    /// Those of them whose texts can be words for the setting's value.
    var filesWithWords: [String] { places.filter { $0.table != nil }.ownFiles }

    private var places: [LayerReport] {
        scene.isSecret(place.root) ? [] : explained?.layers.filter { $0.at != nil } ?? []
    }

    private func words(of report: LayerReport) -> String {
        let file = report.file?.fileName ?? ""
        let line = report.place.map { ":\($0.line)" } ?? ""
        let key = report.at.map { " \($0)" } ?? ""
        return file + line + key + " " + (report.says?.plainText ?? "")
    }
}

extension Scene {
    /// That files follow a setting now that were to, or which of them still have their own text, and why.
    func status(ofFollowing files: [String], at place: SettingPlace, _ now: Explanation) -> Status {
        let still = now.layers.ownFiles.filter(files.contains)
        guard let first = still.first else {
            return Status(.good, words(ofFollowing: files) + " now")
        }
        let words =
            still.names + (still.count == 1 ? " keeps its own text" : " keep their own texts")
        let reason =
            problems.known.problem(of: place, in: first)?.problem
            ?? now.layers.first { $0.isOwn && $0.file == first }?.problem
        let suffix = reason.map { ": \($0)" } ?? ""
        return Status(.error, "\(look.glyphs.error) \(words)\(suffix)")
    }

    /// That files follow.
    func words(ofFollowing files: [String]) -> String {
        files.names + (files.count == 1 ? " follows" : " follow")
    }

    /// That files have their own texts once more.
    func words(ofOwn files: [String]) -> String {
        files.names + (files.count == 1 ? " has its own text" : " have their own texts") + " again"
    }

    /// What mapped files keep of a setting that was reset; nil where none does.
    func words(ofKept explanation: Explanation, of place: SettingPlace) -> String? {
        let kept = explanation.layers.filter { $0.at != nil && $0.standing == .differs }
        let files = Set(kept.compactMap(\.file)).sorted()
        guard let value = kept.first?.value, !files.isEmpty, !isSecret(place) else { return nil }
        let isOne = kept.allSatisfy { $0.value == value }
        return "; " + files.names + (files.count == 1 ? " keeps " : " keep ")
            + (isOne ? shown(value, place) : "other values")
    }

    /// Why no file was asked to follow a setting.
    func status(ofNotFollowing place: SettingPlace, _ problem: String, _ advice: String) -> Status {
        let words = "\(look.glyphs.error) \(title(place)): \(problem)."
        return Status(.error, advice.isEmpty ? words : "\(words) \(advice.asSentence)")
    }
}

extension Explanation {
    /// What a layer says; nil for a layer without a value, whatever a mapped file has there.
    func report(of layer: Layer) -> LayerReport? {
        layers.first { $0.layer == layer && ($0.at == nil || $0.time != nil) }
    }
}

extension [String] {
    /// The names of files without their folders.
    fileprivate var names: String { map(\.fileName).joined(separator: ", ") }
}

extension [LayerReport] {
    /// The mapped files with texts of their own, each once.
    var ownFiles: [String] { Set(filter(\.isOwn).compactMap(\.file)).sorted() }
}

extension LayerReport {
    /// How a place of a mapped file stands to the domain.
    fileprivate enum Standing: String {
        case follows
        case differs
        /// Its text is its own.
        case own = "its own"
    }

    fileprivate var standing: Standing {
        if isOwn { return .own }
        return time == nil ? .differs : .follows
    }
}
