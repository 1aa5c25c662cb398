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
import java.util.Set;

/// A row that was read and has no outcome: its content, the progress of each token, and its calls.
///
/// `source` is the name of its source if that has one. `tokens` is empty for a record that could not be read.
/// `nextPart` is the part number of the next token created
/// from it. `failures` has the last visit of each token to each node if it failed, whatever followed.
public record PendingRow(
        long rowSeq,
        Instant readAt,
        String position,
        Optional<String> sourceId,
        Optional<String> source,
        Content content,
        List<Token> tokens,
        int nextPart,
        List<PastCall> calls,
        List<PastFailure> failures,
        Branching branching) {

    public PendingRow {
        tokens = List.copyOf(tokens);
        calls = List.copyOf(calls);
        failures = List.copyOf(failures);
    }

    /// The row with batch calls that were permanently rejected reset as if never tried: they may be sent again.
    public PendingRow withoutBatchRejections() {
        return new PendingRow(
                rowSeq,
                readAt,
                position,
                sourceId,
                source,
                content,
                tokens,
                nextPart,
                calls.stream().map(PastCall::withoutBatchRejection).toList(),
                failures,
                branching);
    }

    /// The splits of the row whose parent token waits for a join or has ended, and the joins that decided.
    /// `visits` are the nodes that its tokens have visited, and the aggregates that they have ended in;
    /// `cutOff` are the tokens whose join closed without them.
    public record Branching(List<PastSplit> splits, List<PastJoin> joins, Set<TokenNode> visits, Set<Integer> cutOff) {
        public static final Branching NONE = new Branching(List.of(), List.of(), Set.of(), Set.of());

        public Branching {
            splits = List.copyOf(splits);
            joins = List.copyOf(joins);
            visits = Set.copyOf(visits);
            cutOff = Set.copyOf(cutOff);
        }
    }

    /// A token at a node.
    public record TokenNode(int part, int node) {}

    /// The token `part`, which carried `base`, became the tokens `children` at `node`.
    public record PastSplit(int part, int node, Instant at, Row base, List<Integer> children) {}

    /// The join `node` of the token `part` fired by `trigger`, or `failed`, when the tokens `used` had arrived and
    /// those
    /// of `lost` were lost. If `apart`, the tokens used continued, and not the token itself.
    public record PastJoin(
            int part,
            int node,
            String trigger,
            List<Integer> used,
            List<LostBranch> lost,
            boolean apart,
            boolean failed) {
        public PastJoin {
            used = List.copyOf(used);
            lost = List.copyOf(lost);
        }
    }

    /// A branch that a join lost, and the code of the reason.
    public record LostBranch(String branch, String reason) {}

    /// The content read from the source.
    public sealed interface Content {
        record Values(Row row) implements Content {}

        record Unreadable(Reason reason, String raw) implements Content {}

        /// The values were deleted from the landscape, so the row cannot be resumed.
        record Gone() implements Content {}
    }

    /// The recorded state of a token: the values that it carries, the last node that it `passed`, if any, and its
    /// visits to the node where it is now, if it has visited that one.
    public record Token(int part, Row row, Optional<Passed> passed, Optional<Visited> visited) {}

    /// A node that a token passed, and the route by which it left a gate.
    public record Passed(int node, Optional<String> route) {}

    /// The visits of a token to a node that it has not passed; the transform itself ended `failures` of them.
    /// `failed` is the end of the last visit, if it failed; a node that returned no rows failed with the reason
    /// `no_rows`. `cause` is the failure at an earlier node whose error edge led here.
    public record Visited(int node, int visits, int failures, Optional<Failed> failed, Optional<PastFailure> cause) {}

    /// The failure of a visit. `reason` tells by itself whether a retry may succeed.
    public record Failed(Reason reason, Verdict verdict) {
        /// The codes of visits ended by a stop of the run or a defect, not by the transform.
        public static final String STOPPED = "interrupted";

        public static final String DEFECT = "defect";

        /// Whether the transform itself ended the visit.
        public boolean isByTransform() {
            return isByTransform(reason);
        }

        public static boolean isByTransform(Reason reason) {
            return !reason.code().equals(STOPPED) && !reason.code().equals(DEFECT);
        }
    }

    /// The failure of the last of `visits` visits of a token to a node.
    public record PastFailure(int part, int node, int visits, Failed failed) {}

    /// The recorded state of a call: its attempts, how many of them are unknown, and the reply of the last one
    /// answered or rejected, if its bytes were kept. `batch` is its state at a batch service. A call that reused
    /// the answer of an earlier run has no attempts; `source` names the answered call. `forgiven` attempts do not
    /// count as tries.
    public record PastCall(
            CallKey key,
            int attempts,
            Unknown unknown,
            Optional<WireReply.Complete> reply,
            InBatch batch,
            Optional<Citation> source,
            int forgiven) {
        /// The standing of an attempt whose job was cancelled by a person before it was executed.
        public static final String WITHDRAWN = "withdrawn";

        /// How often a parked call was tried without an answer or a lost reply.
        public int faults() {
            return batch == InBatch.PARKED ? attempts - unknown.all() - forgiven : 0;
        }

        /// If a batch service has rejected it, the same call without any tries.
        PastCall withoutBatchRejection() {
            boolean rejected = batch == InBatch.PARKED
                    && reply.filter(last -> last.status() / 100 != 2).isPresent();
            return rejected
                    ? new PastCall(key, attempts, unknown, Optional.empty(), batch, source, attempts - unknown.all())
                    : this;
        }

        /// Whether it reused an answer of an earlier run that has been deleted since.
        public boolean isGone() {
            return source.isPresent() && reply.isEmpty();
        }
    }

    /// The number of unknown attempts by cause: the service lost the reply; our own process was killed, was stopped
    /// or failed; the service was down.
    public record Unknown(int byService, int byOwnProcess, int byOutage) {
        public static final Unknown NONE = new Unknown(0, 0, 0);

        public static Unknown once(UnknownCause cause) {
            return switch (cause) {
                case SERVICE -> new Unknown(1, 0, 0);
                case OWN_PROCESS -> new Unknown(0, 1, 0);
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

    /// The state of a call at a batch service.
    public enum InBatch {
        /// Not a batch call.
        NEVER,
        /// Recorded as waiting for a job, and in none now.
        PARKED,
        /// The last attempt is in a job that has not settled it.
        SUBMITTED
    }
}
