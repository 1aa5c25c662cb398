package dev.rowan.web.rows;

/// A reason code as text.
final class ReasonWords {
    private ReasonWords() {}

    /// `rate_limited` becomes `rate limited`.
    static String of(String code) {
        return code.replace('_', ' ');
    }
}
