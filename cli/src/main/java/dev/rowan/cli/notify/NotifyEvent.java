package dev.rowan.cli.notify;

import dev.rowan.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Something that happened to a run, as it is told: its name, and JSON with it on one line.
record NotifyEvent(Kind kind, JsonObject facts) {

    /// What can happen.
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
