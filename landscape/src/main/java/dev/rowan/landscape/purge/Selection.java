package dev.rowan.landscape.purge;

import java.time.Instant;
import java.util.Optional;

/// Whose values to delete. The runs are given by their ids.
public sealed interface Selection {

    /// All of a run: its rows, its calls, its configuration and what was noted of it.
    record WholeRun(String runId) implements Selection {}

    record OneRow(String runId, long rowSeq) implements Selection {}

    /// The rows with this source id, in all runs or in one.
    record SourceId(String id, Optional<String> runId) implements Selection {}

    /// All of every run in which nothing happened since `before`.
    record OlderThan(Instant before) implements Selection {}

    /// What the table of purges says about why; a source id, which may name a person, is not repeated there.
    default String criterion() {
        return switch (this) {
            case WholeRun _ -> "run";
            case OneRow _ -> "row";
            case SourceId _ -> "source_id";
            case OlderThan(Instant before) -> "older_than " + before;
        };
    }
}
