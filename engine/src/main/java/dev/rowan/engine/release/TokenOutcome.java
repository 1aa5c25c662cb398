package dev.rowan.engine.release;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.engine.pipeline.OnError;
import java.util.Optional;

/// The outcome of a token. `row` is what it carried; empty if it is to be reloaded from the landscape. `failure` is
/// present if it did not pass, `group` if it enters a group.
public record TokenOutcome(
        int part,
        Outcome outcome,
        Optional<Row> row,
        Optional<Failure> failure,
        Optional<String> sink,
        Optional<GroupEntry> group) {

    /// A token that enters no group.
    public TokenOutcome(
            int part, Outcome outcome, Optional<Row> row, Optional<Failure> failure, Optional<String> sink) {
        this(part, outcome, row, failure, sink, Optional.empty());
    }

    /// Where and why a token did not pass. `node` is empty for an unreadable record.
    public record Failure(Optional<Integer> node, String nodeName, Reason reason, int attempts) {}

    /// The aggregate `node` that a token enters: what it has in common with its group, as JSON, and the size of its
    /// values.
    public record GroupEntry(int node, String key, long bytes) {}

    /// A token that enters a group with these values.
    public static TokenOutcome member(int part, Row row, GroupEntry group) {
        return new TokenOutcome(
                part, Outcome.MERGED, Optional.of(row), Optional.empty(), Optional.empty(), Optional.of(group));
    }

    /// The values that stand for an unreadable record.
    public static Row unreadable(String position, String raw) {
        return Row.of("position", position).with("raw", raw);
    }

    TokenOutcome withRow(Row values) {
        return new TokenOutcome(part, outcome, Optional.of(values), failure, sink, group);
    }

    /// The outcome of this token if its sink, or the target behind it, refuses the row: it fails or is discarded,
    /// unless a call of it may have been paid for.
    TokenOutcome refusedBy(String name, Reason reason, OnError onError) {
        var refusal = new Failure(Optional.empty(), name, reason, 1);
        Outcome end = outcome == Outcome.INDETERMINATE
                ? Outcome.INDETERMINATE
                : onError instanceof OnError.Discard ? Outcome.DISCARDED : Outcome.FAILED;
        Optional<String> to = onError instanceof OnError.ToSink(String error) ? Optional.of(error) : Optional.empty();
        return new TokenOutcome(part, end, row, Optional.of(refusal), to);
    }

    TokenOutcome withoutRow() {
        return new TokenOutcome(part, outcome, Optional.empty(), failure, sink, group);
    }
}
