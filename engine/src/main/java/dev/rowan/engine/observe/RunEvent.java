package dev.rowan.engine.observe;

import dev.rowan.api.Outcome;
import dev.rowan.api.call.Payload;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/// Something that a run has done.
public sealed interface RunEvent {

    /// The run has started. `resumed` means that an earlier process started it; `simulated` that the built-in
    /// simulator answers. `branches` names the branch of a token by its part, if rows of this pipeline have any.
    record RunBegan(
            String runId,
            String name,
            Instant at,
            boolean resumed,
            boolean simulated,
            Optional<IntFunction<String>> branches)
            implements RunEvent {}

    /// An attempt of a call whose end is recorded, in real time or through a batch service.
    ///
    /// `address` is where the request went, or the account of the batch service. The requested model is `model`, or
    /// in the body of the `request`. Listeners must not keep bodies: they hold values of rows.
    record AttemptEnded(
            String node, URI address, Optional<String> model, Optional<Payload> request, LogEntry.CallEnded end)
            implements RunEvent {

        /// When it went on the wire; unknown for an attempt in a job, for which it is the end.
        public Instant start() {
            return end.at().minusNanos(end.times().wireMicros() * 1_000);
        }
    }

    /// A row whose outcomes are recorded, one for each of its tokens.
    record RowEnded(long row, Instant read, Instant at, List<Ended> tokens) implements RunEvent {
        public RowEnded {
            tokens = List.copyOf(tokens);
        }
    }

    /// The outcome of a token, with the reason code and the transform if it did not pass.
    record Ended(int part, Outcome outcome, Optional<String> reason, Optional<Integer> node) {}

    /// The run is sealed.
    record RunEnded(String runId, Instant at, RunEnd.Status status, Optional<String> why, long rowsRead, long rowsEnded)
            implements RunEvent {}
}
