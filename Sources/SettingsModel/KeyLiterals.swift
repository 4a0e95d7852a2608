// Key paths and patterns as the source of a program spells them.

extension SettingKeyPath: ExpressibleByStringLiteral {
    /// A key path as the source of a program has it: `"font.size"`.
    ///
    /// - Precondition: The text is one that ``init(parsing:limits:)`` reads.
    public init(stringLiteral text: String) {
        do {
            try self.init(parsing: text)
        } catch {
            preconditionFailure(error.problem)
        }
    }
}

extension KeyPattern: ExpressibleByStringLiteral {
    /// Keys as the source of a program has them: `"font.size"`, `"font.*"` or `"*"`.
    ///
    /// - Precondition: The text is one that ``init(parsing:limits:)`` reads.
    public init(stringLiteral text: String) {
        do {
            try self.init(parsing: text, limits: .standard)
        } catch {
            preconditionFailure(error.problem)
        }
    }
}
