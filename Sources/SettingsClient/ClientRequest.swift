// Requests with the way to read their answers.

import SettingsModel
import SettingsProtocol

/// A request, and what its result is read as.
struct ClientRequest<Answer: ReadableResult> {
    var method: Method
    var parameters: (inout JSONWriter) -> Void

    /// The line that asks, LF included.
    func line(id: Int64) -> [UInt8] { requestLine(method, id: id, parameters) }

    /// The answer that a line holds; nil if it holds something else.
    ///
    /// - Throws: ``ClientError`` with code `.malformed`, or what the agent refused the connection with.
    func answer(in line: [UInt8], id: Int64) throws(ClientError) -> Result<Answer, ClientError>? {
        do throws(JSONError) {
            switch try AgentMessage(line) {
            case .result(id, let json): return .success(try Answer(json: JSONObject(json)))
            case .failure(id, let error), .failure(nil, let error):
                return .failure(ClientError(error))
            case .result, .failure, .notification, .unknown: return nil
            }
        } catch {
            throw ClientError(malformed: error)
        }
    }
}

extension ClientRequest<Setting> {
    /// The value in force.
    static func get(_ domain: Domain, _ key: SettingKeyPath) -> ClientRequest {
        ClientRequest(method: .get) {
            $0.member("domain", domain.name)
            $0.member("key", key.segments)
        }
    }
}

extension ClientRequest<Position> {
    /// Every file as it is now has been read and written.
    static func rescan(_ domain: Domain) -> ClientRequest {
        ClientRequest(method: .rescan) { $0.member("domain", domain.name) }
    }
}

extension ClientError {
    /// Creates an error from an answer that can't be read.
    init(malformed error: JSONError) {
        self.init(
            .malformed,
            "the agent's answer can't be read: \(error.problem)",
            advice: "Check that this program and settings-agent have the same version"
        )
    }

    static var cancelled: ClientError {
        ClientError(.cancelled, "the task was cancelled", advice: "Ask again")
    }
}

extension SettingValue {
    /// The value as a type of the program.
    ///
    /// - Throws: ``ClientError`` with code `.wrongType`.
    func converted<Value: SettingConvertible>(
        at key: SettingKeyPath
    ) throws(ClientError) -> Value {
        if let value = Value(settingValue: self) { return value }
        throw ClientError(
            .wrongType,
            // Without the value, which may be a secret.
            "'\(key)' is of type \(typeName), expected one that can be read as \(Value.self)",
            advice: "Correct the setting, or read it as the type it has"
        )
    }
}
