// The screen of the history.

/// Everything that was changed.
struct HistoryScreen: ScreenContents {
    let model: Model

    var backTitle: String { "History" }

    var note: String? { model.historyNote }

    var table: Table { model.historyTable }
}
