package dev.rowan.engine.observe;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Payload;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Something that a run has done.
public sealed interface RunEvent {

    /// The run works from now on. `resumed` says that an earlier process had begun it; `simulated` that the
    /// built-in simulator answers.
    record RunBegan(String runId, String name, Instant at, boolean resumed, boolean simulated) implements RunEvent {}

    /// An attempt of a call that has its end on record, in real time or through a batch service.
    ///
    /// `address` is where the request went, or the account of the batch service. The model that was asked for
    /// is `model`, or stands in the `request`'s body. Bodies are for those who look up what they need of them
    /// and let go: they hold values of rows.
    record AttemptEnded(
            String node, URI address, Optional<String> model, Optional<Payload> request, LogEntry.CallEnded end)
            implements RunEvent {

        /// When it began to be on the wire; of an attempt in a job that is not known, and it is its end.
        public Instant start() {
            return end.at().minusNanos(end.times().wireMicros() * 1_000);
        }
    }

    /// A row whose outcomes are on record, one for each of its tokens.
    record RowEnded(long row, Instant read, Instant at, List<Ended> tokens) implements RunEvent {
        public RowEnded {
            tokens = List.copyOf(tokens);
        }
    }

    /// How a token ended, and the code of the reason and the transform if it did not pass.
    record Ended(int part, Outcome outcome, Optional<String> reason, Optional<Integer> node) {}

    /// The run is sealed.
    record RunEnded(String runId, Instant at, RunEnd.Status status, Optional<String> why, long rowsRead, long rowsEnded)
            implements RunEvent {}
}
