package dev.rowan.engine.stop;

import dev.rowan.api.Row;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.time.Instant;

/// The recorded note of why a run was asked to stop.
public final class StopNote {
    private static final String NAME = "stop_requested";
    private static final String BLOCKED = "blocked";

    private StopNote() {}

    /// Records the cause, while rows may still be in flight. A failure is recorded with the end of the run, and a run
    /// that only waits for batch jobs has nothing in flight.
    public static void record(StopCause cause, long rowsRead, LandscapeRecorder recorder, Instant now)
            throws InterruptedException {
        switch (cause) {
            case StopCause.Interrupted(var by) -> record(facts(by, rowsRead), recorder, now);
            case StopCause.Limit(var what) -> record(facts(what, rowsRead), recorder, now);
            case StopCause.Blocked(var why) -> record(facts(why, rowsRead).with(BLOCKED, true), recorder, now);
            case StopCause.Failure _, StopCause.Waiting _ -> {}
        }
    }

    private static Row facts(String by, long rowsRead) {
        return Row.of("by", by).with("rows_read", rowsRead);
    }

    private static void record(Row facts, LandscapeRecorder recorder, Instant now) throws InterruptedException {
        recorder.record(new LogEntry.RunNoted(NAME, now, facts.asMap()));
    }

    /// Whether the run was ever stopped until someone fixes something outside it, such as a key.
    public static boolean wasBlocked(LandscapeReader reader, String runId) {
        return reader.notes().list(runId, NAME).stream().anyMatch(note -> Boolean.TRUE.equals(note.get(BLOCKED)));
    }
}
