package dev.rowan.cli.notify;

import dev.rowan.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// A notification: its kind, and one line of JSON.
record NotifyEvent(Kind kind, JsonObject facts) {

    /// The kinds of events.
    enum Kind {
        JOB_ENDED,
        HELD,
        ITEMS_MISSING,
        JOB_ANOMALY,
        BUDGET_STOP,
        RUN_ENDED;

        String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    byte[] bytes() {
        return (facts.line() + "\n").getBytes(StandardCharsets.UTF_8);
    }
}
