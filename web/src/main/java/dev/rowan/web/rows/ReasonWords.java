package dev.rowan.web.rows;

/// The code of a reason as people read it.
final class ReasonWords {
    private ReasonWords() {}

    /// `rate_limited` becomes `rate limited`.
    static String of(String code) {
        return code.replace('_', ' ');
    }
}
