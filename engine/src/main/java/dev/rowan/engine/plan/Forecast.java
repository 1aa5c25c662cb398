package dev.rowan.engine.plan;

import dev.rowan.api.call.Usd;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The forecast of a run, assuming that no answer stops a row and there are no retries.
/// `stops` counts rows that end before the last node regardless of answers, by node. `unplanned` are the nodes behind
/// an aggregate, whose calls are not counted. `variants` are the ways to run the pipeline, cheapest first.
public record Forecast(
        Scope scope,
        Map<String, Long> stops,
        List<NodeForecast> nodes,
        List<String> unplanned,
        TimeEstimate time,
        Optional<Usd> cap,
        List<RunVariant> variants) {

    public Forecast {
        stops = Map.copyOf(stops);
        variants = List.copyOf(variants);
        nodes = List.copyOf(nodes);
        unplanned = List.copyOf(unplanned);
    }

    /// The number of rows covered.
    public sealed interface Scope {
        long rows();

        /// All rows were sampled.
        record Whole(long rows) implements Scope {}

        /// `read` rows were sampled and extrapolated by size.
        record Extrapolated(long read, long rows) implements Scope {}

        /// There are more rows, an unknown number.
        record Beginning(long rows) implements Scope {}
    }

    /// The cost compared with the run's cap.
    public enum CapStatus {
        /// There is no cap, or the prices are unknown.
        OPEN,
        /// The worst case is below the cap.
        FITS,
        /// The likely cost is below the cap; the worst case is not, or not all calls are counted.
        MAY_STOP,
        /// The likely cost exceeds the cap.
        STOPS,
        /// A run with a cap does not start while a price is unknown.
        REFUSED
    }

    public CostRange cost() {
        return nodes.stream().map(NodeForecast::cost).reduce(CostRange.NOTHING, CostRange::plus);
    }

    /// The cost if all calls are made that depend on answers.
    public CostRange most() {
        return nodes.stream().map(NodeForecast::most).reduce(CostRange.NOTHING, CostRange::plus);
    }

    /// The cost as the file is now, with its caches and equal requests.
    public BigDecimal expectedCost() {
        return RunVariants.currentCost(variants).orElse(cost().likely());
    }

    /// The cost if every capable node uses batches; empty if none can.
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
        BigDecimal max = cap.get().dollars();
        if (expectedCost().compareTo(max) > 0) {
            return CapStatus.STOPS;
        }
        return isWithin(max) && unplanned.isEmpty() ? CapStatus.FITS : CapStatus.MAY_STOP;
    }

    /// Whether the worst case of the calls that are counted is below `max`.
    public boolean isWithin(BigDecimal max) {
        return most().worst().compareTo(max) <= 0;
    }
}
