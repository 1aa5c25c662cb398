package dev.rowan.engine.release;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import java.util.Optional;

/// The outcome of a token. `row` is what it carried; empty if it is to be reloaded from the landscape. `failure` is
/// present if it did not pass.
public record TokenOutcome(
        int part, Outcome outcome, Optional<Row> row, Optional<Failure> failure, Optional<String> sink) {

    /// Where and why a token did not pass. `node` is empty for an unreadable record.
    public record Failure(Optional<Integer> node, String nodeName, Reason reason, int attempts) {}

    /// The values that stand for an unreadable record.
    public static Row unreadable(String position, String raw) {
        return Row.of("position", position).with("raw", raw);
    }

    TokenOutcome withRow(Row values) {
        return new TokenOutcome(part, outcome, Optional.of(values), failure, sink);
    }

    /// The outcome of this token if its sink, or the target behind it, refuses the row: it fails, unless a call
    /// of it may have been paid for.
    TokenOutcome refusedBy(String name, Reason reason) {
        var refusal = new Failure(Optional.empty(), name, reason, 1);
        Outcome end = outcome == Outcome.INDETERMINATE ? Outcome.INDETERMINATE : Outcome.FAILED;
        return new TokenOutcome(part, end, row, Optional.of(refusal), Optional.empty());
    }

    TokenOutcome withoutRow() {
        return new TokenOutcome(part, outcome, Optional.empty(), failure, sink);
    }
}
