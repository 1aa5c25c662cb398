package dev.rowan.landscape;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Queries about the notes of a run: events that concern no row, such as `pool_statistics`.
public interface NoteQueries {

    /// The facts of each note of one type, in order.
    List<Map<String, @Nullable Object>> list(String runId, String type);

    /// The notes of these types after the event `after` (0 for all), in order.
    List<Note> after(String runId, long after, Set<String> types);

    /// The event with which the present process of the run began: its notes come after it.
    long lastStart(String runId);

    /// The facts of each note of one type after the last outcome, in order.
    List<Map<String, @Nullable Object>> afterLastOutcome(String runId, String type);

    /// The last note of one type.
    Optional<Note> latest(String runId, String type);

    /// The facts of each note of one type in the chains of the writers beside the owner.
    List<Map<String, @Nullable Object>> ofWriters(String runId, String type);

    /// The recorded resumes of the run, in order: `command_line`, and `changes` as a list of `what`, `before`,
    /// `after` and `accepted`.
    List<Map<String, @Nullable Object>> resumes(String runId);

    /// A note; `event` is its event id, from which the next query can continue.
    record Note(long event, Instant at, String type, Map<String, @Nullable Object> facts) {}
}
