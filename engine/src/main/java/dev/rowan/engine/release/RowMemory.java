package dev.rowan.engine.release;

import dev.rowan.api.Row;
import dev.rowan.landscape.resume.PendingRow;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Estimates the heap usage of rows.
public final class RowMemory {
    /// How many copies of a row's values are in memory while it is in flight: the row, the prompt, the request, and
    /// the record queued for the landscape.
    static final int COPIES_IN_FLIGHT = 4;

    /// Longer texts are scanned for characters that take two bytes.
    private static final int LONG_TEXT = 1_024;

    private RowMemory() {}

    public static long inFlight(Row row) {
        return COPIES_IN_FLIGHT * of(row);
    }

    /// A recorded row, with the replies that it has already.
    public static long inFlight(PendingRow row) {
        long bytes = 0;
        for (PendingRow.Token token : row.tokens()) {
            bytes += inFlight(token.row());
        }
        for (PendingRow.PastCall call : row.calls()) {
            bytes += call.reply().map(reply -> (long) reply.body().size()).orElse(0L);
        }
        return bytes;
    }

    /// One copy of the values.
    public static long of(Row row) {
        long bytes = 64;
        for (int i = 0; i < row.size(); i++) {
            bytes += ofValue(row.valueAt(i));
        }
        return bytes;
    }

    public static long ofValue(@Nullable Object value) {
        return switch (value) {
            case String text -> 48 + bytes(text);
            case List<?> list -> {
                long bytes = 24;
                for (Object each : list) {
                    bytes += ofValue(each);
                }
                yield bytes;
            }
            case Map<?, ?> map -> {
                long bytes = 48;
                for (var each : map.entrySet()) {
                    bytes += ofValue(each.getKey()) + ofValue(each.getValue());
                }
                yield bytes;
            }
            case null, default -> 24;
        };
    }

    /// One character beyond Latin-1 makes the whole text take two bytes per character.
    private static long bytes(String text) {
        if (text.length() > LONG_TEXT) {
            for (int i = 0; i < text.length(); i++) {
                if (text.charAt(i) > 0xFF) {
                    return 2L * text.length();
                }
            }
        }
        return text.length();
    }
}
