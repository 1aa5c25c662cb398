package dev.rowan.landscape.purge;

import dev.rowan.landscape.history.RunSummary;
import java.util.List;
import java.util.Optional;

/// The amount that a purge would delete of one run, or of these rows; or why it is rejected.
public record PurgePlan(RunSummary run, Optional<List<Long>> rows, Amount amount, Optional<String> refusal) {

    public PurgePlan {
        rows = rows.map(List::copyOf);
    }

    /// The number of payloads and their total bytes.
    public record Amount(long payloads, long bytes) {
        public static final Amount NONE = new Amount(0, 0);

        public Amount plus(Amount other) {
            return new Amount(payloads + other.payloads, bytes + other.bytes);
        }
    }
}
