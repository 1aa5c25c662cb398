package dev.rowan.landscape.record;

import dev.rowan.api.call.Usd;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A snapshot of a running run, recorded under [#NOTE]: counters since the run began, so that the difference of two
/// samples is what happened between them.
///
/// Times are in microseconds, summed over all rows. `reorderMicros` is the time that rows waited to be released in
/// order. `undurable` counts the rows written to sinks that are not durable there yet. `outcomes` and `reasons`
/// count tokens by code. `spent` is counted for ended attempts, `reserved` is the maximum cost of open ones.
/// `paused` tells whether the run was paused by a person. `head` is the row that finished rows wait behind, if any.
public record Sample(
        long rowsRead,
        long rowsEnded,
        long inFlight,
        long waitingToLeave,
        long undurable,
        long parked,
        long sourceDone,
        OptionalLong sourceSize,
        Map<String, Long> outcomes,
        Map<String, Long> reasons,
        Usd spent,
        Usd reserved,
        Optional<Usd> cap,
        long reorderMicros,
        boolean paused,
        List<Node> nodes,
        List<Service> services,
        Optional<HeadRow> head) {
    public static final String NOTE = "sample";

    /// The upper bounds of the latency buckets in milliseconds; one more bucket takes slower ones.
    public static final List<Integer> LATENCY_MILLIS =
            List.of(5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 60_000);

    public Sample {
        outcomes = Map.copyOf(outcomes);
        reasons = Map.copyOf(reasons);
        nodes = List.copyOf(nodes);
        services = List.copyOf(services);
    }

    /// The amount spent, with its worst-case and unknown parts by the counts of the nodes.
    public CallCost cost() {
        CallCost nodes = this.nodes.stream().map(Node::cost).reduce(CallCost.NONE, CallCost::plus);
        return new CallCost(spent, nodes.worst(), nodes.uncertain(), nodes.unpriced());
    }

    /// As values for the record, under [#NOTE].
    public Map<String, @Nullable Object> facts() {
        return SampleFacts.write(this);
    }

    /// Parses a sample recorded as `facts`. Counters that older versions lack are zero.
    public static Sample of(Map<String, @Nullable Object> facts) {
        return SampleFacts.read(facts);
    }

    /// A transform: its ended and current visits, and its calls. `onWire` is the number of requests in flight,
    /// `poolSize` their limit. `latency` counts answered attempts by bucket of [#LATENCY_MILLIS], on the wire.
    public record Node(
            String name,
            int index,
            long visits,
            long inFlight,
            long attempts,
            long answered,
            long refused,
            int poolSize,
            int onWire,
            long pacerMicros,
            long permitMicros,
            long wireMicros,
            long inputTokens,
            long outputTokens,
            CallCost cost,
            List<Long> latency) {
        public Node {
            latency = List.copyOf(latency);
        }
    }

    /// The rate at which a service is called: `perSecond` is the limit found by the throttle or configured, empty
    /// if there is none; `cause` is the code of its last change (`never_refused`, `refused`, `asked_to_wait`),
    /// `sinceMillis` ago; nothing is sent for another `heldMillis`. The declared limits are those in force. `down`
    /// is present while the service is unreachable, `shared` while other processes use the limit too.
    public record Service(
            String address,
            Optional<Double> perSecond,
            String cause,
            long sinceMillis,
            long heldMillis,
            OptionalLong requestsPerMinute,
            OptionalLong tokensPerMinute,
            Optional<Down> down,
            Optional<SharedLimit> shared) {}

    /// A limit that `members` processes use; this one has `share` of it, from 0 to 1.
    public record SharedLimit(int members, double share) {

        /// `limit shared by 3 processes, share 33 %`
        public String label() {
            return "limit shared by " + members + " processes, share " + Math.round(100 * share) + " %";
        }
    }

    /// An outage that began `lastedMillis` ago; the next probe is due in `nextProbeMillis`, and `why` is the error
    /// of the last one.
    public record Down(long lastedMillis, long nextProbeMillis, String why) {}

    /// The first row not released while later ones are finished. It has been the first for at least `sinceMillis`;
    /// its next attempt is due in `backOffMillis` if it is in backoff; `inBatch` tells whether a batch service has
    /// a call of it.
    public record HeadRow(long row, long sinceMillis, OptionalLong backOffMillis, boolean inBatch) {}
}
