package dev.rowan.providers.template;

import io.pebbletemplates.pebble.error.PebbleException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The remaining work budget of one rendering, so that neither a template nor a row can make it endless. Owned by
/// the rendering thread.
final class RenderBudget {
    /// The maximum length of an intermediate text and of the prompt.
    static final int MAX_TEXT = 1 << 20;

    /// Characters, iterations and list items: enough for any prompt, done in less than a second.
    private static final long MAX_WORK = 64L << 20;

    private long left = MAX_WORK;

    void charge(long work) {
        left -= work;
        if (left < 0) {
            throw new PebbleException(null, "the template does too much work for one row");
        }
    }

    /// Charges for `value` and rejects a text that is too long.
    void weigh(@Nullable Object value) {
        long size = size(value);
        if (value instanceof String && size > MAX_TEXT) {
            throw new PebbleException(null, "a text in the template is longer than " + MAX_TEXT + " characters");
        }
        charge(size + 1);
    }

    /// Charges for `text` and returns it.
    String weighed(String text) {
        weigh(text);
        return text;
    }

    private static long size(@Nullable Object value) {
        return switch (value) {
            case String text -> text.length();
            case List<?> list -> list.size();
            case Map<?, ?> map -> map.size();
            case null, default -> 1;
        };
    }
}
