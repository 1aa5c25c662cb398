package dev.rowan.landscape.purge;

import java.time.Instant;
import java.util.Optional;

/// Whose values to delete. The runs are given by their ids.
public sealed interface PurgeSelection {

    /// All of a run: its rows, its calls, its configuration and what was noted of it.
    record WholeRun(String runId) implements PurgeSelection {}

    record OneRow(String runId, long rowSeq) implements PurgeSelection {}

    /// The rows with this source id, in all runs or in one.
    record SourceId(String id, Optional<String> runId) implements PurgeSelection {}

    /// All of every run in which nothing happened since `before`.
    record OlderThan(Instant before) implements PurgeSelection {}

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
