package dev.rowan.landscape.purge;

import java.time.Instant;
import java.util.Optional;

/// The values to delete. Runs are given by id.
public sealed interface PurgeSelection {

    /// A whole run: its rows, calls, configuration and notes.
    record WholeRun(String runId) implements PurgeSelection {}

    record OneRow(String runId, long rowSeq) implements PurgeSelection {}

    /// The rows with this source id, in all runs or in one.
    record SourceId(String id, Optional<String> runId) implements PurgeSelection {}

    /// All runs without an event since `before`.
    record OlderThan(Instant before) implements PurgeSelection {}

    /// The criterion as logged; without the source id, which may identify a person.
    default String criterion() {
        return switch (this) {
            case WholeRun _ -> "run";
            case OneRow _ -> "row";
            case SourceId _ -> "source_id";
            case OlderThan(Instant before) -> "older_than " + before;
        };
    }
}
