package dev.rowan.engine.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.Estimate;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.engine.call.ServiceKey;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.plan.TimeEstimate.By;
import dev.rowan.engine.pool.PoolConfig;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The sampled calls of one node. Owned by the forecaster's thread.
final class NodeSample {
    private final TransformNode node;
    private final PoolConfig pool;
    private final Map<ServiceKey, ServiceLoad> loads = new LinkedHashMap<>();
    private long rows;
    private long calls;
    private long inputTokens;
    private long outputTokens;
    private CostRange cost = CostRange.NOTHING;
    private long unpriced;
    private long guessed;
    private long untold;

    /// What other answers would add.
    private @Nullable NodeSample possible;

    NodeSample(TransformNode node) {
        this.node = node;
        this.pool =
                node.pool().orElseThrow(() -> new IllegalArgumentException("'" + node.name() + "' calls no service"));
    }

    void take(Collection<PlannedRow.Step> steps) {
        steps.forEach(this::take);
    }

    /// Takes the steps of the way with the fewest, and counts as possible what the way with the most has more.
    void take(List<List<PlannedRow.Step>> ways) {
        Comparator<List<PlannedRow.Step>> bySize = Comparator.comparingInt(List::size);
        List<PlannedRow.Step> fewest = Collections.min(ways, bySize);
        List<PlannedRow.Step> most = Collections.max(ways, bySize);
        fewest.forEach(this::take);
        most.stream().skip(fewest.size()).forEach(step -> possible().take(step));
    }

    private NodeSample possible() {
        if (possible == null) {
            possible = new NodeSample(node);
        }
        return possible;
    }

    private void take(PlannedRow.Step step) {
        rows++;
        switch (step) {
            case PlannedRow.Step.Sends(var _, var sent) -> sent.forEach(this::add);
            case PlannedRow.Step.Unknown(var _, var _, var guess) -> {
                guessed += guess.size();
                guess.forEach(this::add);
            }
            case PlannedRow.Step.Untold _ -> untold++;
        }
    }

    private void add(Call call) {
        Estimate estimate = call.estimate();
        calls++;
        inputTokens += estimate.inputTokens();
        outputTokens += estimate.outputTokens();
        Optional<Usd> likely = estimate.likely().or(estimate::worst);
        if (likely.isPresent() && estimate.worst().isPresent()) {
            cost = cost.plus(CostRange.of(likely.get(), estimate.worst().get()));
        } else {
            unpriced++;
        }
        var load = new ServiceLoad(1, estimate.tokens(), pool.limits(), pool.minDispatchDelay());
        loads.merge(ServiceKey.of(call.request()), load, ServiceLoad::plus);
    }

    NodeForecast forecast(double factor, Duration latency, Optional<Duration> deadline) {
        CostRange realtime = cost.times(BigDecimal.valueOf(factor));
        return new NodeForecast(
                node,
                scaled(rows, factor),
                scaled(calls, factor),
                scaled(inputTokens, factor),
                scaled(outputTokens, factor),
                byMode(realtime),
                batchShare().map(realtime::times),
                scaled(unpriced, factor),
                scaled(guessed, factor),
                scaled(untold, factor),
                TimeEstimate.longest(times(factor, latency)),
                auto(scaled(calls, factor), realtime, latency, deadline),
                possible == null ? Optional.empty() : Optional.of(possible.more(factor)));
    }

    private NodeForecast.More more(double factor) {
        return new NodeForecast.More(
                scaled(rows, factor),
                scaled(calls, factor),
                scaled(inputTokens, factor),
                scaled(outputTokens, factor),
                byMode(cost.times(BigDecimal.valueOf(factor))));
    }

    /// The cost of the calls in the node's mode; with `mode: auto` the worst case is all in realtime.
    private CostRange byMode(CostRange realtime) {
        return node.batch().mode() == BatchSettings.Mode.BATCH
                ? batchShare().map(realtime::times).orElse(realtime)
                : realtime;
    }

    private Optional<AutoForecast> auto(long all, CostRange realtime, Duration latency, Optional<Duration> deadline) {
        if (node.batch().mode() != BatchSettings.Mode.AUTO || deadline.isEmpty() || all == 0) {
            return Optional.empty();
        }
        double byPool = pool.poolSize() / Math.max(seconds(latency), 0.001);
        double pace = pool.limits()
                .requestsPerMinute()
                .map(limit -> Math.min(byPool, limit / 60.0))
                .orElse(byPool);
        return batchShare()
                .map(share ->
                        AutoForecast.of(all, AutoForecast.each(realtime.likely(), all), share, pace, deadline.get()));
    }

    private Optional<BigDecimal> batchShare() {
        return node.transform() instanceof CallPlanner planner ? planner.batchShare() : Optional.empty();
    }

    private List<TimeEstimate> times(double factor, Duration latency) {
        var times = new ArrayList<TimeEstimate>();
        times.add(TimeEstimate.of(calls * factor * seconds(latency) / pool.poolSize(), By.POOL_SIZE));
        loads(factor).values().forEach(load -> times.addAll(load.times()));
        return times;
    }

    /// The load of each service, by key.
    Map<ServiceKey, ServiceLoad> loads(double factor) {
        var scaled = new LinkedHashMap<ServiceKey, ServiceLoad>();
        loads.forEach((key, load) -> scaled.put(
                key,
                new ServiceLoad(load.calls() * factor, load.tokens() * factor, load.limits(), load.shortestDelay())));
        return scaled;
    }

    /// The total time of all visits, each as long as a call.
    double visitSeconds(double factor, Duration latency) {
        return rows * factor * seconds(latency);
    }

    static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    static long scaled(long count, double factor) {
        return Math.round(count * factor);
    }
}
