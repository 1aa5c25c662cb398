package dev.rowan.landscape.verify;

import dev.rowan.api.plugin.Sink;
import java.util.List;
import java.util.Optional;

/// What was found of a run's record: whether it is as it was written, which rules it breaks, how far the run came, and
/// what its sinks should hold.
///
/// `findings` has the first of them, `allFindings` counts them all. They are empty when the record was tampered with:
/// what it says then counts for nothing.
public record VerifyReport(
        Verdict verdict,
        List<Finding> findings,
        long allFindings,
        Progress progress,
        List<SinkState> sinks,
        Seals seals) {

    /// How far the run came: `status` is that of its last recorded end, empty while none stands at the end.
    public record Progress(long rowsRead, long rowsEnded, int epoch, Optional<String> status) {

        /// Whether every row has its outcome and the run says that there are no more.
        public boolean complete() {
            return rowsRead == rowsEnded && status.filter("completed"::equals).isPresent();
        }
    }

    /// A sink as the record tells it: where it writes (empty when that is no file), and how far it is durable.
    public record SinkState(String name, String plugin, Optional<String> target, Optional<Sink.Mark> mark) {}

    /// The heads in the record, and how many of them the key given has signed.
    public record Seals(long heads, long signed) {}
}
