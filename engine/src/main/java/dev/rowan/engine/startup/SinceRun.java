package dev.rowan.engine.startup;

import dev.rowan.engine.resume.Continuation;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.record.RunStart;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashSet;
import java.util.List;
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

    /// The run `runId` and those whose rows it retries, latest first: a retry has the answers of its own rows alone.
    public static List<String> withRetried(LandscapeReader reader, String runId) {
        var runs = new LinkedHashSet<String>();
        Optional<String> next = Optional.of(runId);
        while (next.isPresent() && runs.add(next.get())) {
            RunStart start;
            try {
                start = reader.runs().declared(next.get());
            } catch (LandscapeUnreachableException down) {
                throw down;
            } catch (LandscapeException _) {
                break; // its values were deleted, and its answers with them
            }
            runs.addAll(Continuation.superseded(start));
            next = Continuation.parent(start);
        }
        return List.copyOf(runs);
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
