package dev.rowan.landscape.record;

import dev.rowan.api.call.Usd;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A run at one moment, as it notes it of itself under [#NOTE] while it works: counters since the run began,
/// so that the difference of two samples is what happened between them.
///
/// Times are in microseconds, summed over all rows. `reorderMicros` is what rows waited for their turn to
/// leave. `outcomes` and `reasons` count tokens by word. `spent` is what is counted for the attempts that have ended,
/// `reserved` what those under way may cost at most. `paused` says that someone has paused the run. `head` is the row
/// that finished rows wait behind, where there is one.
public record Sample(
        long rowsRead,
        long rowsEnded,
        long inFlight,
        long waitingToLeave,
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

    /// The upper bounds of the latency classes in milliseconds; one more class takes what is slower.
    public static final List<Integer> LATENCY_MILLIS =
            List.of(5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 60_000);

    public Sample {
        outcomes = Map.copyOf(outcomes);
        reasons = Map.copyOf(reasons);
        nodes = List.copyOf(nodes);
        services = List.copyOf(services);
    }

    /// A run in which no row keeps others waiting.
    public Sample(
            long rowsRead,
            long rowsEnded,
            long inFlight,
            long waitingToLeave,
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
            List<Service> services) {
        this(
                rowsRead,
                rowsEnded,
                inFlight,
                waitingToLeave,
                parked,
                sourceDone,
                sourceSize,
                outcomes,
                reasons,
                spent,
                reserved,
                cap,
                reorderMicros,
                paused,
                nodes,
                services,
                Optional.empty());
    }

    /// What is spent, with what makes it a worst case or unknown by the counts of the nodes.
    public CallCost cost() {
        CallCost nodes = this.nodes.stream().map(Node::cost).reduce(CallCost.NONE, CallCost::plus);
        return new CallCost(spent, nodes.worst(), nodes.uncertain(), nodes.unpriced());
    }

    /// As values for the record, under [#NOTE].
    public Map<String, @Nullable Object> facts() {
        return SampleFacts.write(this);
    }

    /// The sample that was noted as `facts`. What an older Rowan did not count is nothing.
    public static Sample of(Map<String, @Nullable Object> facts) {
        return SampleFacts.read(facts);
    }

    /// A transform: visits that ended and those under way, and its calls. `onWire` is how many requests are
    /// out now, `poolSize` how many may be. `latency` counts answered attempts by class of [#LATENCY_MILLIS],
    /// on the wire.
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

    /// The pace at which a service is called: `perSecond` is the limit that the controller has found or was
    /// given, empty where it has met none; `cause` is the word of what last changed it (`never_refused`,
    /// `refused`, `asked_to_wait`), `sinceMillis` ago; the service is left alone for `heldMillis` more. The
    /// declared limits are those in force. `down` is there while the service cannot be reached.
    public record Service(
            String address,
            Optional<Double> perSecond,
            String cause,
            long sinceMillis,
            long heldMillis,
            OptionalLong requestsPerMinute,
            OptionalLong tokensPerMinute,
            Optional<Down> down) {

        /// A service that can be reached.
        public Service(
                String address,
                Optional<Double> perSecond,
                String cause,
                long sinceMillis,
                long heldMillis,
                OptionalLong requestsPerMinute,
                OptionalLong tokensPerMinute) {
            this(
                    address,
                    perSecond,
                    cause,
                    sinceMillis,
                    heldMillis,
                    requestsPerMinute,
                    tokensPerMinute,
                    Optional.empty());
        }
    }

    /// An outage that began `lastedMillis` ago; the next probe is due in `nextProbeMillis`, and `why` is what
    /// the last one met.
    public record Down(long lastedMillis, long nextProbeMillis, String why) {}

    /// The first row that has not left while later ones are through. It has been the first for `sinceMillis` at
    /// least; its next attempt is due in `backOffMillis` where it is in back-off; `inBatch` says that a batch
    /// service has a call of it.
    public record HeadRow(long row, long sinceMillis, OptionalLong backOffMillis, boolean inBatch) {}
}
