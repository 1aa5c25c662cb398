package dev.rowan.landscape;

import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.landscape.record.LogEntry.CallKey;
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

    /// The attempts that ended after the event `after`, summed up by node.
    Map<Integer, EndedCalls> endedAfter(String runId, long after);

    /// The requests of parked calls, in the order given: whole messages as they were recorded. A call that is not
    /// parked, or whose request was deleted, is a [LandscapeException].
    List<Payload> parked(String runId, List<CallKey> calls);

    /// The SHA-256 of each attachment that a kept request of the run names, those of `withoutRows` left out.
    Set<String> attachments(String runId, Set<Long> withoutRows);

    /// Ended attempts of a node's calls: `attempts` were sent, `refused` of them were rate-limited.
    record EndedCalls(long attempts, long answered, long refused, long inputTokens, long outputTokens, CallCost cost) {}
}
