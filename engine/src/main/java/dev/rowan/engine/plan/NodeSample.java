package dev.rowan.engine.plan;

import dev.rowan.api.call.Call;
import dev.rowan.api.call.Estimate;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.CostOption.Variant;
import dev.rowan.api.plugin.TokenForecast;
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
    private long reasoningTokens;
    private Optional<Usd> reasoningCost = Optional.of(Usd.ZERO);
    private Optional<Double> perRow = Optional.empty();
    private final Optional<CallPlanner> planner;
    private final Optional<CostAdvice> advice;
    private final TokenForecaster tokens;

    /// What other answers would add.
    private @Nullable NodeSample possible;

    NodeSample(TransformNode node, TokenForecaster tokens) {
        this.node = node;
        this.tokens = tokens;
        this.planner = planner(node);
        this.advice = planner.map(CostAdvice::new);
        this.pool =
                node.pool().orElseThrow(() -> new IllegalArgumentException("'" + node.name() + "' calls no service"));
    }

    static Optional<CallPlanner> planner(TransformNode node) {
        return node.transform() instanceof CallPlanner planner ? Optional.of(planner) : Optional.empty();
    }

    void take(Collection<PlannedRow.Step> steps) {
        steps.forEach(this::take);
    }

    /// Takes the steps of the path with the fewest, and counts the additional steps of the one with the most as
    /// possible.
    void take(List<List<PlannedRow.Step>> ways) {
        Comparator<List<PlannedRow.Step>> bySize = Comparator.comparingInt(List::size);
        List<PlannedRow.Step> fewest = Collections.min(ways, bySize);
        List<PlannedRow.Step> most = Collections.max(ways, bySize);
        fewest.forEach(this::take);
        most.stream().skip(fewest.size()).forEach(step -> possible().take(step));
    }

    private NodeSample possible() {
        if (possible == null) {
            possible = new NodeSample(node, tokens);
        }
        return possible;
    }

    private void take(PlannedRow.Step step) {
        rows++;
        switch (step) {
            case PlannedRow.Step.Sends(var _, var sent) -> sent.forEach(call -> add(call, false));
            case PlannedRow.Step.Unknown(var _, var _, var guess) -> {
                guessed += guess.size();
                guess.forEach(call -> add(call, true));
            }
            case PlannedRow.Step.Untold _ -> untold++;
        }
    }

    private void add(Call call, boolean isGuess) {
        Estimate estimate = call.estimate();
        TokenForecast expected = tokens.of(call, isGuess);
        perRow = tokens.history(call).callsPerRow();
        calls++;
        advice.ifPresent(costs -> costs.add(call, expected));
        reason(call, expected);
        inputTokens += expected.input();
        outputTokens += expected.output();
        Optional<Usd> likely = planner.flatMap(of -> of.cost(call, expected))
                .or(estimate::likely)
                .or(estimate::worst);
        if (likely.isPresent() && estimate.worst().isPresent()) {
            cost = cost.plus(CostRange.of(likely.get(), estimate.worst().get()));
        } else {
            unpriced++;
        }
        var load = new ServiceLoad(1, expected.input() + expected.output(), pool.limits(), pool.minDispatchDelay());
        loads.merge(ServiceKey.of(call), load, ServiceLoad::plus);
    }

    private void reason(Call call, TokenForecast expected) {
        tokens.history(call).reasoning(call).ifPresent(share -> {
            long reasoning = Math.round(expected.output() * share);
            Optional<Usd> cost = planner.flatMap(of -> of.cost(call, new TokenForecast(0, reasoning)));
            reasoningTokens += reasoning;
            reasoningCost = reasoningCost.flatMap(sum -> cost.map(sum::plus));
        });
    }

    private Optional<NodeForecast.Reasoning> reasoning(double factor) {
        return reasoningTokens == 0
                ? Optional.empty()
                : planner.flatMap(CallPlanner::lessReasoning)
                        .map(option -> new NodeForecast.Reasoning(
                                scaled(reasoningTokens, factor),
                                reasoningCost.map(cost -> cost.dollars().multiply(BigDecimal.valueOf(factor))),
                                option));
    }

    /// The forecast, with all counts times `factor`; `sampled` rows of the source were planned.
    NodeForecast forecast(double factor, long sampled, Duration latency, Optional<Duration> deadline) {
        Optional<Double> reach = reach(sampled);
        if (reach.isPresent()) {
            return merged().forecast(factor * reach.get(), latency, deadline, perRow());
        }
        return forecast(factor, latency, deadline, Optional.empty());
    }

    private NodeForecast forecast(
            double factor, Duration latency, Optional<Duration> deadline, Optional<Double> recorded) {
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
                possible == null ? Optional.empty() : Optional.of(possible.more(factor)),
                tokens.basis(),
                recorded,
                equalShare(),
                reasoning(factor));
    }

    private Optional<Double> perRow() {
        return perRow.isPresent() || possible == null ? perRow : possible.perRow;
    }

    /// The share of all possible calls that is made if rows take as many as on record; empty if that is not known.
    Optional<Double> reach(long sampled) {
        long all = calls + (possible == null ? 0 : possible.calls);
        return all == 0 ? Optional.empty() : perRow().map(calls -> Math.min(1, calls * sampled / all));
    }

    /// The certain and the possible calls together.
    private NodeSample merged() {
        if (possible == null) {
            return this;
        }
        var all = new NodeSample(node, tokens);
        for (NodeSample part : List.of(this, possible)) {
            all.rows += part.rows;
            all.calls += part.calls;
            all.inputTokens += part.inputTokens;
            all.outputTokens += part.outputTokens;
            all.cost = all.cost.plus(part.cost);
            all.unpriced += part.unpriced;
            all.guessed += part.guessed;
            all.untold += part.untold;
            all.reasoningTokens += part.reasoningTokens;
            all.reasoningCost = all.reasoningCost.flatMap(sum -> part.reasoningCost.map(sum::plus));
            part.loads.forEach((key, load) -> all.loads.merge(key, load, ServiceLoad::plus));
        }
        return all;
    }

    double equalShare() {
        return advice.map(CostAdvice::equalShare).orElse(0.0);
    }

    /// The share of the calls that is sent, if equal requests are sent once or the node shares answers anyway.
    double sentShare(boolean dedupe) {
        return dedupe || node.transform().sharesAnswers() ? 1 - equalShare() : 1;
    }

    TransformNode node() {
        return node;
    }

    /// The costs of the ways to send the calls; what depends on answers counts as on record, else at most.
    Map<Variant, NodeVariant> variants(double factor, long sampled) {
        Optional<Double> recorded = reach(sampled);
        BigDecimal made = BigDecimal.valueOf(factor * recorded.orElse(1.0));
        Map<Variant, NodeVariant> variants = costs(made);
        if (possible != null) {
            possible.costs(made)
                    .forEach((variant, cost) ->
                            variants.merge(variant, recorded.isPresent() ? cost : cost.atMost(), NodeVariant::plus));
        }
        return variants;
    }

    private Map<Variant, NodeVariant> costs(BigDecimal factor) {
        var costs = new LinkedHashMap<Variant, NodeVariant>();
        advice.ifPresent(of -> of.variants().forEach((variant, cost) -> costs.put(variant, cost.times(factor))));
        return costs;
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

    List<TimeEstimate> times(double factor, Duration latency) {
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
