package dev.rowan.engine.plan;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a run would take, if every answer lets its row go on and nothing has to be sent twice.
///
/// `stops` counts the rows that end before the last node without an answer's doing, by the node they end at.
public record Forecast(
        Scope scope, Map<String, Long> stops, List<NodeForecast> nodes, TimeEstimate time, Optional<Usd> cap) {

    public Forecast {
        stops = Map.copyOf(stops);
        nodes = List.copyOf(nodes);
    }

    /// How many rows the figures are for.
    public sealed interface Scope {
        long rows();

        /// Every row was looked at.
        record Whole(long rows) implements Scope {}

        /// `read` rows were looked at, and the rest is taken to be like them, by its size.
        record Extrapolated(long read, long rows) implements Scope {}

        /// There are more rows, but nobody knows how many.
        record Beginning(long rows) implements Scope {}
    }

    /// How the cost stands to the cap of the run.
    public enum CapStatus {
        /// There is no cap, or the prices are unknown.
        OPEN,
        /// Even the worst case stays below it.
        FITS,
        /// What is likely stays below it, the worst case does not.
        MAY_STOP,
        /// What is likely passes it.
        STOPS,
        /// A run with a cap does not start while a price is unknown.
        REFUSED
    }

    public CostRange cost() {
        return nodes.stream().map(NodeForecast::cost).reduce(CostRange.NOTHING, CostRange::plus);
    }

    /// The cost when every node that can uses its service's batches; empty when none can.
    public Optional<CostRange> batch() {
        return nodes.stream().anyMatch(node -> node.batch().isPresent())
                ? Optional.of(nodes.stream()
                        .map(node -> node.batch().orElse(node.cost()))
                        .reduce(CostRange.NOTHING, CostRange::plus))
                : Optional.empty();
    }

    public long unpriced() {
        return nodes.stream().mapToLong(NodeForecast::unpriced).sum();
    }

    public CapStatus capStatus() {
        if (cap.isEmpty()) {
            return CapStatus.OPEN;
        }
        if (unpriced() > 0) {
            return CapStatus.REFUSED;
        }
        BigDecimal most = cap.get().dollars();
        if (cost().likely().compareTo(most) > 0) {
            return CapStatus.STOPS;
        }
        return cost().worst().compareTo(most) > 0 ? CapStatus.MAY_STOP : CapStatus.FITS;
    }
}
