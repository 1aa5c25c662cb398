package dev.rowan.landscape.record;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// One append-only record of a run. Each becomes one event of the run's hash chain.
public sealed interface LogEntry {

    /// A source record that became a row.
    record RowRead(long rowSeq, Instant at, String position, Optional<String> sourceId, Row row) implements LogEntry {}

    /// A source record that could not be read; it is a row all the same, and ends quarantined.
    record RowUnreadable(long rowSeq, Instant at, String position, Reason reason, String raw) implements LogEntry {}

    /// A visit of a token to a node has begun and will take a while: written for batch-aware transforms and
    /// calls, not for those that answer at once, whose single [StateClosed] tells both times.
    record StateOpened(StateKey key, Instant at) implements LogEntry {}

    /// A visit of a token to a node has ended.
    record StateClosed(StateKey key, Instant opened, Instant closed, Waits waits, Result result) implements LogEntry {}

    /// A token reached its terminal outcome, after its sink was durable.
    record OutcomeReached(
            long rowSeq,
            int part,
            Instant at,
            Outcome outcome,
            Optional<Integer> node,
            Optional<String> reason,
            Optional<String> sink,
            long reorderMicros,
            long sinkMicros,
            long totalMicros)
            implements LogEntry {}

    /// A sink is durable up to `mark`.
    record SinkSynced(String sink, Instant at, Sink.Mark mark) implements LogEntry {}

    /// Anything rare that happened to the run: `stop_requested`, `late_result`, `batch_metrics`. `facts` are
    /// values as in a row.
    record RunNoted(String type, Instant at, Map<String, @Nullable Object> facts) implements LogEntry {}

    /// An attempt of a call is about to be sent. It is durable before the first byte leaves.
    ///
    /// `worst` is what it may cost at most. `request` is the whole request as bytes: given with a call's
    /// first attempt, and empty with the others, which send the same again.
    ///
    /// `batch` is the attempt's place in a job of a batch service, where it is sent by one. The request then
    /// stands with the call's [CallParked].
    record CallIntended(
            CallKey key, int attempt, Instant at, Usd worst, Optional<Payload> request, Optional<BatchPlace> batch)
            implements LogEntry {
        public CallIntended(CallKey key, int attempt, Instant at, Usd worst, Optional<Payload> request) {
            this(key, attempt, at, worst, request, Optional.empty());
        }
    }

    /// A place in a job of a batch service: the job's number in its run, from 1, and the item's in the job,
    /// from 0.
    record BatchPlace(long job, int item) {}

    /// A call waits to be sent by a batch service. The row leaves its thread here and lives in the record
    /// alone.
    ///
    /// `worst` is what it may cost there at most, `tokens` what it counts of a limit on tokens that wait,
    /// `request` the whole request as it would be sent in real time.
    record CallParked(CallKey key, Instant at, Usd worst, long tokens, Payload request) implements LogEntry {}

    /// A call took the recorded answer of `cited`, a call of an earlier run with the same request, and is not sent. It
    /// costs nothing. `account` is the fingerprint of the credential under that run's id, where there is one.
    record CallReused(CallKey key, Instant at, Citation cited, Optional<String> account) implements LogEntry {}

    /// A call of a certain run.
    record Citation(String runId, CallKey key) {}

    /// A job of a batch service has come a step further: `planned`, `upload_intent`, `uploaded`,
    /// `create_intent`, `created`, `polled`, `ended`, `downloaded`, `settled`, `cancel_intent`, `held`, …
    /// `facts` are what is known since this step, values as in a row; what an earlier step said stands until
    /// a later one says otherwise. No values of rows and no secrets are in them.
    record BatchStepped(long job, String step, Instant at, Map<String, @Nullable Object> facts) implements LogEntry {}

    /// What became of an attempt. `status` is the reply's, where there is one; `disposition` is a word that says
    /// more than the state: `capacity`, `reset`, `deadline`. `cost` is what is counted: the worst case where
    /// it is unknown. `reply` is what came back, as bytes, secrets taken out. `job` is the job of a batch
    /// service that it was sent by.
    record CallEnded(
            CallKey key,
            int attempt,
            Instant at,
            CallState state,
            String disposition,
            OptionalInt status,
            Usage usage,
            Usd cost,
            boolean costKnown,
            CallTimes times,
            Optional<String> requestId,
            Optional<Payload> reply,
            OptionalLong job)
            implements LogEntry {
        /// The end of an attempt that was sent in real time.
        public CallEnded(
                CallKey key,
                int attempt,
                Instant at,
                CallState state,
                String standing,
                OptionalInt status,
                Usage usage,
                Usd cost,
                boolean costKnown,
                CallTimes times,
                Optional<String> requestId,
                Optional<Payload> reply) {
            this(
                    key,
                    attempt,
                    at,
                    state,
                    standing,
                    status,
                    usage,
                    cost,
                    costKnown,
                    times,
                    requestId,
                    reply,
                    OptionalLong.empty());
        }
    }

    /// Which call: the visit's row, part and node, the generation (0 until rows are retried as a
    /// continuation), the call's number within the visit, and the hash of its request.
    record CallKey(long rowSeq, int part, int node, int generation, int number, String requestSha256) {

        /// The `call_key`, one word for the call in all landscapes: SHA-256 in hex over the run's id, node,
        /// row, part, generation, number and the request's hash, in UTF-8, with a line feed between them.
        public String hash(String runId) {
            return Payload.utf8(String.join(
                            "\n",
                            runId,
                            Integer.toString(node),
                            Long.toString(rowSeq),
                            Integer.toString(part),
                            Integer.toString(generation),
                            Integer.toString(number),
                            requestSha256))
                    .sha256();
        }
    }

    /// Where an attempt stands once its intent is recorded.
    enum CallState {
        /// Nothing left this machine.
        NOT_SENT,
        /// The service said no, and did no work.
        REJECTED,
        /// A whole answer came; it is paid for.
        ANSWERED,
        /// It may have been carried out and paid for.
        UNKNOWN;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static CallState of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /// How long an attempt took, in microseconds: in the pacer, waiting for a permit, on the wire, and of
    /// that until the first byte came back (0 when none did).
    record CallTimes(long pacerMicros, long permitMicros, long wireMicros, long firstByteMicros) {}

    /// Which visit: row, part, node (its position in the pipeline, from 0 for the first transform), attempt
    /// from 1.
    record StateKey(long rowSeq, int part, int node, int attempt) {}

    /// Where a visit's time went, in microseconds, and its place among the node's visits: `submitIndex` in
    /// order of entry, `completeIndex` in order of completion.
    record Waits(
            long submitIndex,
            long completeIndex,
            long queueMicros,
            long pacerMicros,
            long permitMicros,
            long wireMicros) {}

    /// What a visit gave. The values are recorded; a row that did not change is recorded as such.
    sealed interface Result {
        record Passed(Row input, Row output) implements Result {}

        /// The token became `outputs.size()` tokens: the first keeps the part, the others are `parts` in
        /// order.
        record Split(Row input, List<Row> outputs, List<Integer> parts) implements Result {}

        record Failed(Reason reason, TransformResult.Verdict verdict) implements Result {
            public Failed(Reason reason) {
                this(reason, TransformResult.Verdict.FAILED);
            }
        }
    }
}
