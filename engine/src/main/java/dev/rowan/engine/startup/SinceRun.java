package dev.rowan.engine.startup;

import dev.rowan.landscape.record.RunStart;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/// The run since which a new one asks only for what has changed. Answers from before `notBefore` are too old. With
/// `onlyChanged`, rows without a new answer are not written.
public record SinceRun(String runId, Optional<Instant> notBefore, boolean onlyChanged) {
    static final String SETTING = "since";
    static final String NOT_BEFORE = "since_not_before";
    static final String ONLY_CHANGED = "only_changed";

    RunStart recordedIn(RunStart start) {
        RunStart with = start.with(SETTING, runId);
        if (notBefore.isPresent()) {
            with = with.with(NOT_BEFORE, notBefore.get().toString());
        }
        return onlyChanged ? with.with(ONLY_CHANGED, true) : with;
    }

    /// The one that a run was started with.
    public static Optional<SinceRun> of(RunStart start) {
        return start.settings().get(SETTING) instanceof String run
                ? Optional.of(new SinceRun(run, notBefore(start), isOnlyChanged(start)))
                : Optional.empty();
    }

    /// Whether rows without a new answer are not written.
    static boolean isOnlyChanged(RunStart start) {
        return Boolean.TRUE.equals(start.settings().get(ONLY_CHANGED));
    }

    private static Optional<Instant> notBefore(RunStart start) {
        try {
            return start.settings().get(NOT_BEFORE) instanceof String text
                    ? Optional.of(Instant.parse(text))
                    : Optional.empty();
        } catch (DateTimeParseException _) {
            return Optional.empty();
        }
    }
}
