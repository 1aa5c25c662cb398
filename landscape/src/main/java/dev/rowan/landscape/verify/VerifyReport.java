package dev.rowan.landscape.verify;

import dev.rowan.api.plugin.Sink;
import java.util.List;
import java.util.Optional;

/// The result of verifying a run: whether its record is intact, which invariants it violates, the run's progress,
/// and the expected content of its sinks.
///
/// `findings` holds the first findings, `allFindings` counts all of them. Both are empty if the record was tampered
/// with, since it then proves nothing.
public record VerifyReport(
        Verdict verdict,
        List<Finding> findings,
        long allFindings,
        Progress progress,
        List<SinkState> sinks,
        Seals seals) {

    /// The run's progress: `status` is that of its recorded end, empty unless the record ends with one.
    public record Progress(long rowsRead, long rowsDerived, long rowsEnded, int epoch, Optional<String> status) {

        /// Whether the run was completed and every row has an outcome.
        public boolean complete() {
            return rowsRead + rowsDerived == rowsEnded
                    && status.filter("completed"::equals).isPresent();
        }
    }

    /// A sink in the record: its target (empty if not a file), and the mark up to which it is durable.
    public record SinkState(String name, String plugin, Optional<String> target, Optional<Sink.Mark> mark) {}

    /// The number of heads in the record, and of those signed by the given key.
    public record Seals(long heads, long signed) {}
}
