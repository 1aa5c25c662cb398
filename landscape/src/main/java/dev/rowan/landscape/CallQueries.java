package dev.rowan.landscape;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.history.CallUsage;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.Citation;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Queries about calls to services.
public interface CallQueries {

    /// The recorded answer of a call, without timings, if it has one and its bytes were kept.
    Optional<WireReply.Complete> answer(String runId, CallKey call);

    /// An upper bound of the cost of the run's calls: the cost of ended attempts plus the worst case of open ones.
    Usd spent(String runId);

    /// The attempts that ended after the event `after` (0 for all) in the chain of a writer, summed up by node.
    Map<Integer, EndedCalls> endedAfter(String runId, int writer, long after);

    /// The requests of parked calls, in the order given: whole messages as they were recorded. A call that is not
    /// parked, or whose request was deleted, is a [LandscapeException].
    List<Payload> parked(String runId, List<CallKey> calls);

    /// The SHA-256 of each attachment that a kept request of the run names, those of `withoutRows` left out.
    Set<String> attachments(String runId, Set<Long> withoutRows);

    /// The calls with an answer, in the order of their answers: those after the event `after`, `max` at most. A call
    /// that took the answer of another one comes after those that were sent; `taken` is true for these.
    List<AnsweredCall> answered(String runId, boolean taken, long after, int max);

    /// The answers of the calls of these rows that were sent, as far as their bytes were kept, in order of rows;
    /// ends early when the replies take more than `maxBytes`, at the end of a row.
    List<RecordedAnswer> answers(String runId, long firstRow, long lastRow, long maxBytes);

    /// The tokens whose last visit to a node failed, in the order of these visits: those after the event `after`,
    /// `max` at most.
    List<FailedVisit> failedVisits(String runId, long after, int max);

    /// The calls that wait for a batch service, or are in one of its jobs: those parked after the event `after`, `max`
    /// at most.
    List<ParkedRequest> awaited(String runId, long after, int max);

    /// How many rows of a run count in [#usage] and [#answeredByNode].
    long USAGE_ROWS = 20_000;

    /// What the answered calls of the run's first rows used, by node and call number.
    List<CallUsage> usage(String runId);

    /// The number of calls of the run's first rows that were answered or took an answer, by node.
    Map<Integer, Long> answeredByNode(String runId);

    /// A request of a node's calls as recorded; empty if none was kept.
    Optional<Payload> request(String runId, int node);

    /// A call with an answer, which `cited` got; `at` is when. `event` is the number of the record.
    record AnsweredCall(long event, CallKey key, Citation cited, Instant at) {}

    /// An answer, when it was recorded and what it cost, if that is known.
    record RecordedAnswer(CallKey key, WireReply.Complete reply, Instant at, Optional<Usd> cost) {}

    record FailedVisit(long event, long rowSeq, int part, int node) {}

    /// A parked call; `worst` is the maximum cost of an attempt at batch prices, `tokens` the estimate of its tokens.
    record ParkedRequest(long event, CallKey key, Usd worst, long tokens) {}

    /// Ended attempts of a node's calls: `attempts` were sent, `refused` of them were rate-limited.
    record EndedCalls(long attempts, long answered, long refused, long inputTokens, long outputTokens, CallCost cost) {}
}
