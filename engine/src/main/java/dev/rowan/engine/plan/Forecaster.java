package dev.rowan.engine.plan;

import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.CostOption.Mode;
import dev.rowan.api.plugin.CostOption.Variant;
import dev.rowan.api.plugin.Source;
import dev.rowan.engine.call.ServiceKey;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.plan.Forecast.Scope;
import dev.rowan.engine.plan.NodeVariant.CostBounds;
import dev.rowan.engine.plan.RunVariants.NodeChoice;
import dev.rowan.engine.plan.TimeEstimate.By;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/// Plans a sample of rows and computes a forecast. Owned by one thread, for one forecast.
public final class Forecaster {
    private final Pipeline pipeline;
    private final Asked asked;
    private final Map<Integer, NodeSample> tallies = new LinkedHashMap<>();
    private final Map<String, Long> stops = new LinkedHashMap<>();
    private final Set<String> aggregates = new HashSet<>();

    /// How much slower a call in the flex tier is assumed to be.
    private static final int FLEX_SLOWDOWN = 10;

    /// How long a batch may take.
    public static final Duration BATCH_WINDOW = Duration.ofHours(24);

    /// The parameters: rows to sample, row limit of the run, latency of a call, what earlier runs recorded, and whether
    /// providers are asked for token counts.
    public record Asked(
            long sample, OptionalLong limit, Duration latency, UsageHistory history, boolean countsByProvider) {

        public Asked(long sample, OptionalLong limit, Duration latency) {
            this(sample, limit, latency, UsageHistory.NONE, false);
        }
    }

    private Forecaster(Pipeline pipeline, PipelinePlanner planner, Asked asked) {
        this.pipeline = pipeline;
        this.asked = asked;
        pipeline.transforms().stream()
                .filter(PipelinePlanner::callsOut)
                .forEach(node -> tallies.put(node.index(), new NodeSample(node, tokens(node, planner))));
    }

    private TokenForecaster tokens(TransformNode node, PipelinePlanner planner) {
        Optional<CallPlanner> calls = NodeSample.planner(node);
        return new TokenForecaster(
                calls,
                call -> asked.history().of(node.name(), call, planner.simulatedAt()),
                asked.countsByProvider()
                        ? calls.map(of -> call -> planner.countTokens(of.countRequest(call)))
                        : Optional.empty());
    }

    public static Forecast of(Pipeline pipeline, PipelinePlanner planner, Asked asked)
            throws IOException, InterruptedException {
        var forecaster = new Forecaster(pipeline, planner, asked);
        return forecaster.forecast(forecaster.look(planner));
    }

    /// Samples the rows and returns their number.
    private Scope look(PipelinePlanner planner) throws IOException, InterruptedException {
        long limit = asked.limit().orElse(Long.MAX_VALUE);
        long max = Math.min(asked.sample(), limit);
        long taken = 0;
        Optional<Source.Item> item = planner.read();
        while (item.isPresent() && taken < max) {
            planner.plan(item.get()).parts().forEach(this::take);
            taken++;
            item = planner.read();
        }
        if (item.isEmpty() || taken == limit) {
            return new Scope.Whole(taken);
        }
        OptionalDouble share = planner.shareRead();
        if (share.isEmpty()) {
            return new Scope.Beginning(taken);
        }
        long all = Math.max(planner.rowsRead(), Math.round(planner.rowsRead() / share.getAsDouble()));
        return new Scope.Extrapolated(taken, Math.min(all, limit));
    }

    private void take(PlannedRow.Part part) {
        tallies.forEach((node, tally) -> {
            tally.take(steps(node, part.steps()));
            if (!part.alternatives().isEmpty()) {
                tally.take(part.alternatives().stream()
                        .map(way -> steps(node, way.steps()))
                        .toList());
            }
        });
        collected(part.end());
        part.alternatives().forEach(way -> collected(way.end()));
        if (part.end() instanceof PlannedRow.End.Stops stop && part.branch().isEmpty()) {
            stops.merge(stop.node(), 1L, Long::sum);
        }
    }

    private void collected(PlannedRow.End end) {
        if (end instanceof PlannedRow.End.Collected(var aggregate)) {
            aggregates.add(aggregate);
        }
    }

    /// The nodes with calls that rows reach from an aggregate: how many, depends on its groups.
    private List<String> unplanned() {
        List<Target> behind = pipeline.graph().aggregates().stream()
                .filter(node -> aggregates.contains(node.name()))
                .map(GraphNode.Aggregate::to)
                .toList();
        BitSet reached = pipeline.graph().reachable(behind, new BitSet());
        return tallies.values().stream()
                .map(NodeSample::node)
                .filter(node -> reached.get(node.index()))
                .map(TransformNode::name)
                .toList();
    }

    private static List<PlannedRow.Step> steps(int node, List<PlannedRow.Step> steps) {
        return steps.stream().filter(step -> step.node().index() == node).toList();
    }

    private Forecast forecast(Scope scope) {
        double factor = scope instanceof Scope.Extrapolated(long read, long rows) ? (double) rows / read : 1;
        long sampled = scope instanceof Scope.Extrapolated(long read, long _) ? read : scope.rows();
        Map<String, Long> stopped = new LinkedHashMap<>();
        stops.forEach((node, count) -> stopped.put(node, NodeSample.scaled(count, factor)));
        List<NodeForecast> nodes = tallies.values().stream()
                .map(tally -> tally.forecast(
                        factor, sampled, asked.latency(), pipeline.run().deadline()))
                .toList();
        return new Forecast(
                scope,
                stopped,
                nodes,
                unplanned(),
                time(factor, Map.of(), false),
                pipeline.run().maxCost(),
                variants(nodes, factor, sampled));
    }

    private List<RunVariant> variants(List<NodeForecast> nodes, double factor, long sampled) {
        var choices = new ArrayList<NodeChoice>();
        CostBounds others = CostBounds.ZERO;
        for (NodeForecast node : nodes) {
            NodeSample tally = Objects.requireNonNull(tallies.get(node.node().index()));
            Map<Variant, NodeVariant> variants = tally.variants(factor, sampled);
            if (variants.isEmpty()) {
                var cost = new CostBounds(node.cost().likely(), node.most().likely());
                others = others.plus(cost.times(BigDecimal.valueOf(tally.sentShare(false))));
            } else {
                choices.add(new NodeChoice(
                        node.node(),
                        variants,
                        tally.equalShare(),
                        node.node().transform().sharesAnswers()));
            }
        }
        return choices.isEmpty()
                ? List.of()
                : new RunVariants(choices, others)
                        .all((modes, dedupe) -> modes.containsValue(Mode.BATCH)
                                ? BATCH_WINDOW
                                : time(factor, modes, dedupe).time());
    }

    /// The nodes run concurrently, so the slowest bottleneck counts. Flex calls are slower; with `dedupe` equal
    /// requests
    /// are sent once.
    private TimeEstimate time(double factor, Map<TransformNode, Mode> modes, boolean dedupe) {
        List<TimeEstimate> times = new ArrayList<>();
        Map<ServiceKey, ServiceLoad> services = new LinkedHashMap<>();
        double visits = 0;
        for (NodeSample tally : tallies.values()) {
            boolean flex = modes.get(tally.node()) == Mode.FLEX;
            Duration latency = flex ? asked.latency().multipliedBy(FLEX_SLOWDOWN) : asked.latency();
            double sent = factor * tally.sentShare(dedupe);
            times.add(TimeEstimate.longest(tally.times(sent, latency)));
            tally.loads(sent).forEach((key, load) -> services.merge(key, load, ServiceLoad::plus));
            visits += tally.visitSeconds(sent, latency);
        }
        services.values().forEach(load -> times.addAll(load.times()));
        times.add(TimeEstimate.of(visits / pipeline.run().window(), By.WINDOW));
        return TimeEstimate.longest(times);
    }
}
