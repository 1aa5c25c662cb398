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

    TokenOutcome withoutRow() {
        return new TokenOutcome(part, outcome, Optional.empty(), failure, sink);
    }
}
