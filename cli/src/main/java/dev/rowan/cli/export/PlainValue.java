package dev.rowan.cli.export;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An exported value as a JSON type: times as ISO 8601, money as an exact number of dollars.
final class PlainValue {
    private PlainValue() {}

    static @Nullable Object of(@Nullable Object value) {
        return switch (value) {
            case null -> null;
            case Usd usd -> new BigDecimal(usd.toString());
            case Instant time -> time.toString();
            default -> value;
        };
    }
}
