package dev.rowan.engine.release;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import java.util.Optional;

/// How a token's way through the transforms ended. `row` is what it carried there; empty when that is to be read back
/// from the landscape. `failure` is there when it did not pass.
public record TokenOutcome(
        int part, Outcome outcome, Optional<Row> row, Optional<Failure> failure, Optional<String> sink) {

    /// Where and why a token did not pass. `node` is empty for a record that could not be read.
    public record Failure(Optional<Integer> node, String nodeName, Reason reason, int attempts) {}

    /// What is carried on of a record that could not be read.
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
