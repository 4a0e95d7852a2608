// The names that parts of the state had before they were its parts.

import SettingsModel
import SettingsProtocol

@testable import SettingsUI

extension Model {
    var size: Size {
        get { look.size }
        set { look.size = newValue }
    }
    var glyphs: Glyphs {
        get { look.glyphs }
        set { look.glyphs = newValue }
    }
    var home: String {
        get { look.home }
        set { look.home = newValue }
    }
    var dates: DateStyle {
        get { look.dates }
        set { look.dates = newValue }
    }
    var motion: Motion {
        get { look.motion }
        set { look.motion = newValue }
    }
    var zone: Zone {
        get { look.zone }
        set { look.zone = newValue }
    }
    var overlay: Overlay {
        get { overlays.current }
        set { overlays.current = newValue }
    }
    var listening: Listening {
        get { overlays.listening }
        set { overlays.listening = newValue }
    }
    var help: Frame.Presence {
        get { overlays.help }
        set { overlays.help = newValue }
    }
    var tabs: [Tab] {
        get { navigation.tabs }
        set { navigation.tabs = newValue }
    }
    var tab: Int {
        get { navigation.tab }
        set { navigation.tab = newValue }
    }
    var region: Region {
        get { navigation.region }
        set { navigation.region = newValue }
    }
    var mouse: Frame.Presence { look.mouse }
    var chosenProgram: Int {
        get { navigation.chosenProgram }
        set { navigation.chosenProgram = newValue }
    }
    var screen: Screen {
        get { navigation.screen }
        set { navigation.screen = newValue }
    }
    var isInspectorWanted: Bool {
        get { inspector.isWanted }
        set { inspector.isWanted = newValue }
    }
    var explanation: Answer? {
        get { inspector.explanation }
        set { inspector.explanation = newValue }
    }
    var question: Question? {
        get { inspector.question }
        set { inspector.question = newValue }
    }
    var chosenLayer: Layer? {
        get { inspector.chosenLayer }
        set { inspector.chosenLayer = newValue }
    }
    var field: OpenField? {
        get { typing.field }
        set { typing.field = newValue }
    }
    var drafts: [Draft] {
        get { typing.drafts }
        set { typing.drafts = newValue }
    }
    var comparison: Comparison {
        get { changes.comparison }
        set { changes.comparison = newValue }
    }
    var focusedPlace: SettingPlace? { navigation.focusedPlace }
    var inspectorScroll: Int { inspector.scroll }
    var helpScroll: Int { overlays.helpScroll }
    var awaitsLetter: Bool { navigation.awaitsLetter }
    var picked: Set<SettingPlace> { changes.picked }
    var lastSearch: LastSearch? { navigation.lastSearch }
    var changesTab: Int { navigation.changesTab }
    mutating func focus(_ position: RowPosition?, in table: Table) {
        navigation.focus(position, in: table)
    }
    var programs: [Program] { catalogue.programs }
    var modified: Set<SettingPlace> { values.modified }
    var managed: Set<SettingPlace> { values.managed }
    var problems: [FileProblem] { fileProblems.known }
    var waiting: [String: Set<SettingPlace>] { fileProblems.waiting }
    var settingCount: Int { catalogue.settingCount }
    var flashing: Set<SettingPlace> {
        get { values.flashing }
        set { values.flashing = newValue }
    }
    var restarts: Set<SettingPlace> {
        get { values.restarts }
        set { values.restarts = newValue }
    }
    var link: AgentLink {
        get { values.link }
        set { values.link = newValue }
    }
    func setting(_ place: SettingPlace) -> SettingsUI.Setting? { catalogue.setting(place) }
    func program(_ domain: Domain) -> Program? { catalogue.program(domain) }
    var domains: Set<Domain> { catalogue.domains }
    func problem(of domain: Domain) -> FileProblem? { fileProblems[domain] }
    func problem(at place: SettingPlace) -> FileProblem? { fileProblems[place] }
    func value(_ place: SettingPlace) -> SettingValue? { scene.value(place) }
    func stored(_ place: SettingPlace) -> StoredValue? { scene.stored(place) }
    func title(_ place: SettingPlace) -> String { scene.title(place) }
    func shown(_ value: SettingValue?, _ place: SettingPlace) -> String {
        scene.shown(value, place)
    }
    var inspectedLayer: Layer { inspector.layer(of: focusedPlace) }
    private func page(_ place: SettingPlace) -> InspectorPage {
        InspectorPage(
            scene: scene,
            place: place,
            inspector: inspector,
            log: log,
            hasKeys: overlay == .inspector || region == .inspector
        )
    }
    func inspectorLines(_ place: SettingPlace) -> [InspectorLine] { page(place).lines() }
    func inspectorArea(_ place: SettingPlace) -> Rect { InspectorBox(page(place)).area }
    func pickerArea(_ picker: OpenPicker) -> PickerArea { view(of: picker).area }
    func area(of question: Confirmation) -> Rect { view(of: question).area }
    func buttons(of question: Confirmation) -> [QuestionView.Button] { view(of: question).buttons }
    var compared: Set<SettingPlace> { changesScreen.compared }
    var shownDomain: Domain? { contents.program }
    var notice: FileProblem? { contents.notice }
    var backTitle: String {
        navigation.screens.dropLast().last.map { contents($0.content).backTitle } ?? ""
    }
}
