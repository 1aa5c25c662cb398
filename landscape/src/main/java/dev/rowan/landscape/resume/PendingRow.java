package dev.rowan.landscape.resume;

import dev.rowan.api.Reason;
import dev.rowan.api.Row;
import dev.rowan.api.TransformResult.Verdict;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.Citation;
import dev.rowan.landscape.record.UnknownCause;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// A row that was read and has no outcome: what was read, how far each of its tokens came, and the calls it
/// made.
///
/// `tokens` is empty for a record that could not be read. `nextPart` is the number that the next token made
/// of it gets. `failures` has the last visit of each token to each node where that failed, whatever came
/// after.
public record PendingRow(
        long rowSeq,
        Instant readAt,
        String position,
        Optional<String> sourceId,
        Content content,
        List<Token> tokens,
        int nextPart,
        List<PastCall> calls,
        List<PastFailure> failures) {

    public PendingRow {
        tokens = List.copyOf(tokens);
        calls = List.copyOf(calls);
        failures = List.copyOf(failures);
    }

    /// The row with calls that batch services rejected for good as if they had not been tried: they may be sent again.
    public PendingRow withoutBatchRejections() {
        return new PendingRow(
                rowSeq,
                readAt,
                position,
                sourceId,
                content,
                tokens,
                nextPart,
                calls.stream().map(PastCall::withoutBatchRejection).toList(),
                failures);
    }

    /// What the source gave.
    public sealed interface Content {
        record Values(Row row) implements Content {}

        record Unreadable(Reason reason, String raw) implements Content {}

        /// The values were deleted from the landscape, so that the row cannot be gone on with.
        record Gone() implements Content {}
    }

    /// A token by what is recorded of it: it carries `row`, has passed every node before `node`, and has
    /// visited `node` `visits` times without passing; `failures` of these visits the transform itself ended.
    /// `failed` is how the last visit ended, if it did. A token that `node` turned into no row at all has not
    /// passed it: it failed with the reason `no_rows`.
    public record Token(int part, Row row, int node, int visits, int failures, Optional<Failed> failed) {}

    /// How a visit failed. `reason` tells by itself whether it may pass at another time.
    public record Failed(Reason reason, Verdict verdict) {
        /// The codes of visits that a stop of the run or a defect ended, not the transform.
        public static final String STOPPED = "interrupted";

        public static final String DEFECT = "defect";

        /// Whether the transform ended the visit.
        public boolean isByTransform() {
            return isByTransform(reason);
        }

        public static boolean isByTransform(Reason reason) {
            return !reason.code().equals(STOPPED) && !reason.code().equals(DEFECT);
        }
    }

    /// How the last of `visits` visits of a token to a node failed.
    public record PastFailure(int part, int node, int visits, Failed failed) {}

    /// A call by what is recorded of it: how many attempts it had, how many of them are unknown, and the
    /// reply of the last one that was answered or rejected, if its bytes were kept. `batch` says how it
    /// stands with a batch service. One that took the answer of an earlier run has no attempts, and names the call
    /// that was answered as its `source`. Of its attempts, `forgiven` do not count as tries.
    public record PastCall(
            CallKey key,
            int attempts,
            Unknown unknown,
            Optional<WireReply.Complete> reply,
            InBatch batch,
            Optional<Citation> source,
            int forgiven) {
        /// The standing of an attempt whose job a person cancelled before it was carried out.
        public static final String WITHDRAWN = "withdrawn";

        public PastCall(CallKey key, int attempts, Unknown unknown, Optional<WireReply.Complete> reply, InBatch batch) {
            this(key, attempts, unknown, reply, batch, Optional.empty(), 0);
        }

        /// Where a batch service has rejected it, the same without any try.
        PastCall withoutBatchRejection() {
            boolean rejected = batch == InBatch.PARKED
                    && reply.filter(last -> last.status() / 100 != 2).isPresent();
            return rejected
                    ? new PastCall(key, attempts, unknown, Optional.empty(), batch, source, attempts - unknown.all())
                    : this;
        }

        public PastCall(CallKey key, int attempts, Unknown unknown, Optional<WireReply.Complete> reply) {
            this(key, attempts, unknown, reply, InBatch.NEVER);
        }

        /// Whether it took an answer of an earlier run that was deleted since.
        public boolean isGone() {
            return source.isPresent() && reply.isEmpty();
        }
    }

    /// How many attempts of a call are unknown: because the service lost the reply, because our own process was
    /// killed, was stopped or failed, and because the service was down.
    public record Unknown(int byService, int byOwnProcess, int byOutage) {
        public static final Unknown NONE = new Unknown(0, 0);

        public Unknown(int byService, int byOwnProcess) {
            this(byService, byOwnProcess, 0);
        }

        public static Unknown once(UnknownCause cause) {
            return switch (cause) {
                case SERVICE -> new Unknown(1, 0);
                case OWN_PROCESS -> new Unknown(0, 1);
                case OUTAGE -> new Unknown(0, 0, 1);
            };
        }

        public int all() {
            return byService + byOwnProcess + byOutage;
        }

        public Unknown plus(Unknown more) {
            return new Unknown(byService + more.byService, byOwnProcess + more.byOwnProcess, byOutage + more.byOutage);
        }
    }

    /// How a call stands with a batch service.
    public enum InBatch {
        /// It was never meant for one.
        NEVER,
        /// It is recorded as one that waits for a job, and is in none now.
        PARKED,
        /// Its last attempt is part of a job that has not settled it.
        SUBMITTED
    }
}
