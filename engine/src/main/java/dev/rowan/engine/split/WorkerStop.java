package dev.rowan.engine.split;

import dev.rowan.api.Row;
import dev.rowan.engine.stop.StopCause;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.NoteQueries.Note;
import dev.rowan.landscape.SplitQueries.WriterState;
import dev.rowan.landscape.SplitQueries.WriterStatus;
import dev.rowan.landscape.record.LogEntry;
import java.time.Instant;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Why a worker has stopped before its splits were done, as it records it for the owner of the run.
public final class WorkerStop {
    private static final String NOTE = "worker_stopped";
    private static final String LIMIT = "limit";
    private static final String BLOCKED = "blocked";
    private static final String INTERRUPTED = "interrupted";

    private WorkerStop() {}

    /// Records the cause, durable on return. A failure is not recorded: it is the failure of the worker's splits.
    public static void record(StopCause cause, int runEpoch, LandscapeRecorder recorder, Instant now)
            throws InterruptedException {
        Optional<Row> facts = switch (cause) {
            case StopCause.Limit(var what) -> Optional.of(Row.of(LIMIT, what));
            case StopCause.Blocked(var why) -> Optional.of(Row.of(BLOCKED, why));
            case StopCause.Interrupted(var by) -> Optional.of(Row.of(INTERRUPTED, by));
            case StopCause.Waiting _, StopCause.Failure _ -> Optional.empty();
        };
        if (facts.isPresent()) {
            recorder.awaitCommitted(recorder.record(new LogEntry.RunNoted(
                    NOTE, now, facts.get().with("run_epoch", (long) runEpoch).asMap())));
        }
    }

    /// Why workers have stopped in this epoch of the run; the most important cause if there are several. One that was
    /// started again since has not stopped.
    public static Optional<StopCause> of(LandscapeReader reader, String runId, int runEpoch) {
        return reader.splits().writers(runId).stream()
                .flatMap(writer ->
                        reader.splits().latestNotes(runId, writer.writer(), NOTE, lastEpoch(writer), 1).stream())
                .map(Note::facts)
                .filter(note -> Long.valueOf(runEpoch).equals(note.get("run_epoch")))
                .flatMap(note -> cause(note).stream())
                .min(Comparator.comparingInt(WorkerStop::rank));
    }

    /// The last epoch in which the writer had a process; fencing it begins another.
    private static int lastEpoch(WriterState writer) {
        return writer.status() == WriterStatus.FENCED ? writer.epoch() - 1 : writer.epoch();
    }

    private static Optional<StopCause> cause(Map<String, @Nullable Object> note) {
        if (note.get(BLOCKED) instanceof String why) {
            return Optional.of(new StopCause.Blocked(why));
        }
        if (note.get(LIMIT) instanceof String what) {
            return Optional.of(new StopCause.Limit(what));
        }
        return note.get(INTERRUPTED) instanceof String by
                ? Optional.of(new StopCause.Interrupted(by))
                : Optional.empty();
    }

    private static int rank(StopCause cause) {
        return switch (cause) {
            case StopCause.Failure _ -> 0;
            case StopCause.Blocked _ -> 1;
            case StopCause.Limit _ -> 2;
            case StopCause.Interrupted _ -> 3;
            case StopCause.Waiting _ -> 4;
        };
    }
}
