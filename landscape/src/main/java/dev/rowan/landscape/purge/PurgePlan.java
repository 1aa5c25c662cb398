package dev.rowan.landscape.purge;

import dev.rowan.landscape.history.RunSummary;
import java.util.List;
import java.util.Optional;

/// The amount that a purge would delete of one run, or of these rows; or why it is rejected. `sharing` are other rows
/// that share answers with these, and lose them too.
public record PurgePlan(
        RunSummary run, Optional<List<Long>> rows, List<Long> sharing, Amount amount, Optional<String> refusal) {

    public PurgePlan {
        sharing = List.copyOf(sharing);
        rows = rows.map(List::copyOf);
    }

    PurgePlan refused(Optional<String> why) {
        return new PurgePlan(run, rows, sharing, amount, why);
    }

    /// The number of payloads and their total bytes.
    public record Amount(long payloads, long bytes) {
        public static final Amount NONE = new Amount(0, 0);

        public Amount plus(Amount other) {
            return new Amount(payloads + other.payloads, bytes + other.bytes);
        }
    }
}
