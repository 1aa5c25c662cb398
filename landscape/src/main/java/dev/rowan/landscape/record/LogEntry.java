package dev.rowan.landscape.record;

import dev.rowan.api.Outcome;
import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult;
import dev.rowan.api.call.Billing;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Sink;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// An append-only record of a run. Each becomes one event of the run's hash chain.
public sealed interface LogEntry {

    /// A source record that became a row. `sourceId` is its own key, `source` the name of its source if that has
    /// one.
    record RowRead(
            long rowSeq, Instant at, String position, Optional<String> sourceId, Row row, Optional<String> source)
            implements LogEntry {}

    /// A source record that could not be read; it counts as a row and ends quarantined.
    record RowUnreadable(long rowSeq, Instant at, String position, Reason reason, String raw, Optional<String> source)
            implements LogEntry {}

    /// A row that an aggregate made of the group `grp`. `parent` is the member that it stands for, if it does.
    record RowDerived(long rowSeq, Instant at, long grp, Optional<Member> parent, Row row) implements LogEntry {}

    /// A token that entered a group.
    record Member(long rowSeq, int part) {}

    /// The group `grp` of the aggregate `node` was closed by `trigger`: its members became `rows` rows. `age` is how
    /// long
    /// it was open, without the time between epochs; `key` what its members have in common.
    record GroupEnded(
            int node,
            long grp,
            Instant at,
            String trigger,
            long members,
            long rows,
            Duration age,
            @Nullable Object key) implements LogEntry {}

    /// A longer visit of a token to a node has started: written for batch-aware transforms and calls, not for those
    /// that return at once, whose single [StateClosed] has both times.
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

    /// A token entered the group `grp` of the aggregate `node`, which is its outcome.
    record TokenMerged(
            long rowSeq,
            int part,
            Instant at,
            int node,
            long grp,
            long reorderMicros,
            long sinkMicros,
            long totalMicros)
            implements LogEntry {}

    /// A sink is durable up to `mark`.
    record SinkSynced(String sink, Instant at, Sink.Mark mark) implements LogEntry {}

    /// All `rows` rows of a split have outcomes, recorded together with this, and its `parts` are durable under their
    /// names.
    record SplitDone(int split, Instant at, long rows, List<SplitPart> parts) implements LogEntry {
        public SplitDone {
            parts = List.copyOf(parts);
        }
    }

    /// The owner of the run has read the chains of the other writers, by writer up to the event `after`: what it
    /// records next follows from them.
    record ChainsRead(Instant at, Map<Integer, Long> after) implements LogEntry {
        public ChainsRead {
            after = Map.copyOf(after);
        }
    }

    /// A rare event of the run: `stop_requested`, `late_result`, `batch_metrics`. `facts` are values as in a row.
    record RunNoted(String type, Instant at, Map<String, @Nullable Object> facts) implements LogEntry {}

    /// An attempt of a call is about to be sent. Durable before the first byte is sent.
    ///
    /// `worst` is its maximum cost. `request` is the whole request as bytes: present with a call's first attempt,
    /// and empty with the others, which send the same again.
    ///
    /// `batch` is the attempt's position in a batch job, if it is part of one. The request is then in the call's
    /// [CallParked].
    ///
    /// `wireSha256` is the hash of the request as this attempt sends it, if that differs from the request that
    /// identifies the call: by cache marks, a cache key or a service tier.
    record CallIntended(
            CallKey key,
            int attempt,
            Instant at,
            Usd worst,
            Optional<Payload> request,
            Optional<BatchItemRef> batch,
            Optional<String> wireSha256)
            implements LogEntry {

        /// An attempt that sends the request as it is.
        public CallIntended(
                CallKey key,
                int attempt,
                Instant at,
                Usd worst,
                Optional<Payload> request,
                Optional<BatchItemRef> batch) {
            this(key, attempt, at, worst, request, batch, Optional.empty());
        }
    }

    /// A position in a batch job: the job's number in its run, from 1, and the item's number in the job, from 0.
    record BatchItemRef(long job, int item) {}

    /// A call waits to be sent by a batch service. The thread of the row ends, and the row exists only in the
    /// record.
    ///
    /// `worst` is its maximum cost there, `tokens` its share of a limit on queued tokens, `request` the complete
    /// request as the batch service gets it.
    record CallParked(CallKey key, Instant at, Usd worst, long tokens, Payload request) implements LogEntry {}

    /// A call took the recorded answer of `cited`, a call with the same request, instead of being sent. It costs
    /// nothing. `account` is the fingerprint of the credential under the id of the cited run, if there is one.
    record CallReused(CallKey key, Instant at, Citation cited, Optional<String> account, CitedAnswer answer)
            implements LogEntry {

        /// A call of an earlier run; when that was answered, and at what cost, is not known.
        public CallReused(CallKey key, Instant at, Citation cited, Optional<String> account) {
            this(key, at, cited, account, CitedAnswer.OF_EARLIER_RUN);
        }
    }

    /// The answer that a call took: of a call of the same run if `shared`, else of an earlier one. `at` is when it was
    /// recorded, `cost` what it cost; empty if not known.
    record CitedAnswer(boolean shared, Optional<Instant> at, Optional<Usd> cost) {
        public static final CitedAnswer OF_EARLIER_RUN = new CitedAnswer(false, Optional.empty(), Optional.empty());
    }

    /// A call of a given run.
    record Citation(String runId, CallKey key) {}

    /// A batch job has reached a step: `planned`, `upload_intent`, `uploaded`, `create_intent`, `created`,
    /// `polled`, `ended`, `downloaded`, `settled`, `cancel_intent`, `held`, … `facts` are what is known since this
    /// step, values as in a row; those of earlier steps hold until a later step replaces them. They contain no
    /// values of rows and no secrets.
    record BatchStepped(long job, String step, Instant at, Map<String, @Nullable Object> facts) implements LogEntry {}

    /// The end of an attempt. `status` is the reply's, if any; `disposition` refines the state: `capacity`,
    /// `reset`, `deadline`. `cost` is what is counted: the worst case if unknown. `reply` is the reply as bytes
    /// without secrets. `job` is the batch job it was part of. `billing` is what the cost rests on.
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
            OptionalLong job,
            Billing billing)
            implements LogEntry {

        /// An end of which nothing is known but its cost.
        public CallEnded(
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
                OptionalLong job) {
            this(
                    key,
                    attempt,
                    at,
                    state,
                    disposition,
                    status,
                    usage,
                    cost,
                    costKnown,
                    times,
                    requestId,
                    reply,
                    job,
                    Billing.UNKNOWN);
        }
    }

    /// Identifies a call: the visit's row, part and node, the generation (0 until rows are retried as a
    /// continuation), the call's number within the visit, and the hash of its request.
    record CallKey(long rowSeq, int part, int node, int generation, int number, String requestSha256) {

        /// The `call_key`, unique across landscapes: SHA-256 in hex over the run's id, node, row, part, generation,
        /// number and the request's hash, in UTF-8, separated by line feeds.
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

    /// The state of an attempt whose intent is recorded.
    enum CallState {
        /// Nothing left this machine.
        NOT_SENT,
        /// The service refused and did no work.
        REJECTED,
        /// A complete answer arrived; it is charged.
        ANSWERED,
        /// It may have been executed and charged.
        UNKNOWN;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        public static CallState of(String word) {
            return valueOf(word.toUpperCase(Locale.ROOT));
        }
    }

    /// The duration of an attempt in microseconds: in the rate limiter, waiting for a permit, on the wire, and of
    /// that until the first byte arrived (0 if none did).
    record CallTimes(long pacerMicros, long permitMicros, long wireMicros, long firstByteMicros) {}

    /// Identifies a visit: row, part, node (its position in the pipeline, from 0 for the first transform), attempt
    /// from 1.
    record StateKey(long rowSeq, int part, int node, int attempt) {}

    /// The time spent in a visit in microseconds, and its position among the node's visits: `submitIndex` in order
    /// of entry, `completeIndex` in order of completion.
    record Waits(
            long submitIndex,
            long completeIndex,
            long queueMicros,
            long pacerMicros,
            long permitMicros,
            long wireMicros) {}

    /// The result of a visit. The values are recorded; an unchanged row is recorded as such.
    sealed interface Result {
        record Passed(Row input, Row output) implements Result {}

        /// The token left a gate by `route`.
        record Routed(Row input, Row output, String route) implements Result {}

        /// The token became the tokens `outputs`: the first keeps the part, the others are `parts` in order. If
        /// there are as many parts as outputs, all are new, and the token itself waits for a join.
        record Split(Row input, List<Row> outputs, List<Integer> parts) implements Result {}

        /// Copies of the token go along the branches, as the tokens `parts` in order; the token itself waits for a
        /// join, or ends.
        record Forked(Row input, Row output, List<String> branches, List<Integer> parts) implements Result {}

        /// The token continues from a join that fired by `trigger` with the tokens `used`, after those of `lost` were.
        record Joined(
                Row input, Row output, String trigger, List<Integer> used, List<Map<String, @Nullable Object>> lost)
                implements Result {}

        /// The token ends at such a join, and the tokens `used` continue from it, each on its own.
        record Apart(String trigger, List<Integer> used, List<Map<String, @Nullable Object>> lost) implements Result {}

        record Failed(Reason reason, TransformResult.Verdict verdict) implements Result {}

        /// The join of the token failed when the tokens `used` had arrived and those of `lost` were lost.
        record JoinFailed(
                Reason reason,
                TransformResult.Verdict verdict,
                List<Integer> used,
                List<Map<String, @Nullable Object>> lost)
                implements Result {}
    }
}
