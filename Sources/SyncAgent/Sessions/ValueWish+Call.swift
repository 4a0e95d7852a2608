// What a request asks of one value without knowing what it is.

import SettingsDocument
import SettingsProtocol
import SyncEngine

extension ValueWish {
    /// What a `set` wishes; nil where it says the value of the whole setting.
    ///
    /// - Throws: ``RPCError`` for a place that is none.
    init?(_ set: Call.Assignment) throws(RPCError) {
        let place = try Self.place(set.place)
        switch set.content {
        case .value(let value):
            guard !place.isEmpty else { return nil }
            self.init(place: place, .value(value))
        case .text(let text, let isForced):
            self.init(place: place, .text(text, isForced: isForced))
        }
    }

    /// What an `unset` wishes; nil where the whole setting goes.
    ///
    /// - Throws: ``RPCError`` for a place that is none.
    init?(_ unset: Call.Unset) throws(RPCError) {
        let place = try Self.place(unset.place)
        guard !place.isEmpty else { return nil }
        self.init(place: place, .nothing)
    }

    /// A place that begins with the position of an element.
    private static func place(_ text: String?) throws(RPCError) -> [PathElement] {
        guard let text else { return [] }
        let path = try? DocumentPath(parsing: text)  // nil: it's none
        guard let path, case .index? = path.elements.first else {
            throw RPCError(
                .invalidParams,
                "'at' is no place in a list",
                advice: "Write it like [0] or [0].name"
            ).with { $0.parameter = "at" }
        }
        return path.elements
    }
}

extension EditRequest {
    /// The request with the edits that it came to.
    func made(by receipt: EditReceipt) -> EditRequest {
        var request = self
        if let granted = receipt.granted { request.edits = granted }
        return request
    }
}
