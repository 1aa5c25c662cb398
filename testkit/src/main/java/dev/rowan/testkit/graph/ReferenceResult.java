package dev.rowan.testkit.graph;

import dev.rowan.api.Row;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// What must have become of a run: the end of each token, the lines of each sink by row and part, and the
/// derived rows.
public record ReferenceResult(
        Map<GraphToken, TokenEnd> ends, Map<String, List<Line>> sinks, Map<Long, DerivedRow> derived) {

    public ReferenceResult {
        ends = Collections.unmodifiableMap(new TreeMap<>(ends));
        sinks = Collections.unmodifiableMap(new TreeMap<>(sinks));
        derived = Collections.unmodifiableMap(new TreeMap<>(derived));
    }

    /// The outcome of a token.
    public enum Ending {
        COMPLETED,
        BLOCKED,
        FAILED,
        DISCARDED,
        INDETERMINATE,
        SPLIT,
        MERGED
    }

    /// How a token ended, and the code of the reason if it did not pass.
    public record TokenEnd(Ending ending, Optional<String> reason) {
        static TokenEnd of(Ending ending) {
            return new TokenEnd(ending, Optional.empty());
        }
    }

    /// A line of a sink without `_error`, and the code of the reason in it if it has one.
    public record Line(GraphToken token, Row row, Optional<String> error) {}

    /// A row made by group number `group` of the aggregate `node`, from 0 in the order in which groups closed.
    public record DerivedRow(String node, int group) {}
}
