package dev.rowan.transforms.lookup;

import dev.rowan.api.Row;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Keys as text, since many tables hold nothing else: a number is equal to the text that writes it plainly, `7` but
/// neither `7.0` nor `07`.
final class LookupKey {
    private static final char SEPARATOR = '\u001f';

    private LookupKey() {}

    /// The key of the values of `fields`; empty if one of them is missing, null, a list or an object.
    static Optional<String> of(Row row, Collection<String> fields) {
        var key = new StringBuilder();
        for (String field : fields) {
            Optional<String> part = text(row.get(field));
            if (part.isEmpty()) {
                return Optional.empty();
            }
            key.append(part.get().length()).append(SEPARATOR).append(part.get());
        }
        return Optional.of(key.toString());
    }

    private static Optional<String> text(@Nullable Object value) {
        return switch (value) {
            case String text -> Optional.of(text);
            case Boolean truth -> Optional.of(truth.toString());
            case BigDecimal decimal ->
                Optional.of(
                        decimal.signum() == 0
                                ? "0"
                                : decimal.stripTrailingZeros().toPlainString());
            case Number whole -> Optional.of(whole.toString());
            case null, default -> Optional.empty();
        };
    }
}
