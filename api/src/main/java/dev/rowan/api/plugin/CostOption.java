package dev.rowan.api.plugin;

import dev.rowan.api.call.Usd;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// A way to get the same answer to a call, with its cost. `least` and `most` differ where the share of cache hits is
/// assumed. `options` are what the transform's options must say; `current` if they say it now, apart from `mode`.
public record CostOption(Variant variant, Map<String, String> options, boolean current, Usd least, Usd most) {

    public CostOption {
        options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
    }

    /// How calls are sent. With `fieldsLast` the row's fields stand behind all static text of the prompt.
    public record Variant(Mode mode, boolean cached, boolean fieldsLast) {}

    /// When and at which price a provider works on a call.
    public enum Mode {
        REALTIME("real time"),
        FLEX("flex"),
        BATCH("batch");

        private final String word;

        Mode(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }
    }
}
