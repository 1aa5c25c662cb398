package dev.rowan.web.rows;

/// A reason code as text.
final class ReasonLabels {
    private ReasonLabels() {}

    /// `rate_limited` becomes `rate limited`.
    static String of(String code) {
        return code.replace('_', ' ');
    }
}
