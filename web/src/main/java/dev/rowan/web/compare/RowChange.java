package dev.rowan.web.compare;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// A row whose result is not the same in both runs. A row that is not there is 0.
record RowChange(Kind kind, long rowA, long rowB) {

    /// In what way.
    enum Kind {
        /// It ended otherwise: another outcome, reason or sink, or in other parts.
        OUTCOME,
        /// It ended alike, with other values.
        VALUES,
        ONLY_A,
        ONLY_B;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static Optional<Kind> of(String word) {
            return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
        }
    }
}
