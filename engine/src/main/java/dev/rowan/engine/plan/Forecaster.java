package dev.rowan.engine.plan;

import dev.rowan.api.plugin.Source;
import dev.rowan.engine.call.ServiceKey;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.plan.Forecast.Scope;
import dev.rowan.engine.plan.TimeEstimate.By;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/// Plans a sample of rows and computes a forecast. Owned by one thread, for one forecast.
public final class Forecaster {
    private final Pipeline pipeline;
    private final Asked asked;
    private final Map<Integer, NodeSample> tallies = new LinkedHashMap<>();
    private final Map<String, Long> stops = new LinkedHashMap<>();

    /// The parameters: rows to sample, row limit of the run, and latency of a call.
    public record Asked(long sample, OptionalLong limit, Duration latency) {}

    private Forecaster(Pipeline pipeline, Asked asked) {
        this.pipeline = pipeline;
        this.asked = asked;
        pipeline.transforms().stream()
                .filter(PipelinePlanner::callsOut)
                .forEach(node -> tallies.put(node.index(), new NodeSample(node)));
    }

    public static Forecast of(Pipeline pipeline, PipelinePlanner planner, Asked asked)
            throws IOException, InterruptedException {
        var forecaster = new Forecaster(pipeline, asked);
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
        if (part.end() instanceof PlannedRow.End.Stops stop && part.branch().isEmpty()) {
            stops.merge(stop.node(), 1L, Long::sum);
        }
    }

    private static List<PlannedRow.Step> steps(int node, List<PlannedRow.Step> steps) {
        return steps.stream().filter(step -> step.node().index() == node).toList();
    }

    private Forecast forecast(Scope scope) {
        double factor = scope instanceof Scope.Extrapolated(long read, long rows) ? (double) rows / read : 1;
        Map<String, Long> stopped = new LinkedHashMap<>();
        stops.forEach((node, count) -> stopped.put(node, NodeSample.scaled(count, factor)));
        return new Forecast(
                scope,
                stopped,
                tallies.values().stream()
                        .map(tally -> tally.forecast(
                                factor, asked.latency(), pipeline.run().deadline()))
                        .toList(),
                time(factor),
                pipeline.run().maxCost());
    }

    /// The nodes run concurrently, so the slowest bottleneck counts.
    private TimeEstimate time(double factor) {
        List<TimeEstimate> times = new ArrayList<>();
        Map<ServiceKey, ServiceLoad> services = new LinkedHashMap<>();
        double visits = 0;
        for (NodeSample tally : tallies.values()) {
            times.add(tally.forecast(factor, asked.latency(), pipeline.run().deadline())
                    .time());
            tally.loads(factor).forEach((key, load) -> services.merge(key, load, ServiceLoad::plus));
            visits += tally.visitSeconds(factor, asked.latency());
        }
        services.values().forEach(load -> times.addAll(load.times()));
        times.add(TimeEstimate.of(visits / pipeline.run().window(), By.WINDOW));
        return TimeEstimate.longest(times);
    }
}
