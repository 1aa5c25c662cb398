package dev.rowan.chaos;

import dev.rowan.api.Outcome;
import dev.rowan.api.Row;
import dev.rowan.api.call.Usd;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.LogEntry.Result;
import dev.rowan.landscape.record.RunStart;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A landscape that records something other than it is given, correctly chained: what a defect of ours would record
/// and no hash would reveal.
record FalseRecord(UnaryOperator<RunStart> start, UnaryOperator<LogEntry> entry) {
    private static final Usd DEAR = Usd.of(new BigDecimal("0.50"));

    /// The run may cost a dollar, and its calls cost half of one each.
    static FalseRecord passingTheCap() {
        return new FalseRecord(
                run -> run.with("max_cost_usd", "1"),
                entry -> entry instanceof LogEntry.CallEnded end ? costing(end) : entry);
    }

    /// The last transform is missing from the recorded pipeline.
    static FalseRecord hidingANode() {
        return new FalseRecord(
                run -> with(run, run.nodes().subList(0, run.nodes().size() - 1)), UnaryOperator.identity());
    }

    /// The edges of all transforms are recorded as leading to the first one.
    static FalseRecord misdirecting() {
        return new FalseRecord(
                run -> with(
                        run, run.nodes().stream().map(FalseRecord::leadingBack).toList()),
                UnaryOperator.identity());
    }

    /// The visits to the last transform are recorded as those of a join that nothing leads to.
    static FalseRecord joiningNothing() {
        return new FalseRecord(
                run -> with(run, run.nodes().stream().map(FalseRecord::joined).toList()),
                entry -> changed(entry, 2, input -> new Result.Joined(input, input, "all", List.of(1), List.of())));
    }

    /// The first transform is recorded as a fork, and the last one as its join, which uses only the branch without
    /// the safety node.
    static FalseRecord skippingASafetyBranch() {
        return new FalseRecord(
                run -> with(run, run.nodes().stream().map(FalseRecord::joined).toList()),
                entry -> changed(
                        changed(entry, 0, input -> new Result.Forked(input, input, List.of("a", "b"), List.of(1, 2))),
                        2,
                        input -> new Result.Joined(input, input, "any", List.of(2), List.of())));
    }

    /// Completed rows are recorded as members of a group where there is no aggregate.
    static FalseRecord enteringAGroup() {
        return new FalseRecord(
                UnaryOperator.identity(),
                entry -> entry instanceof LogEntry.OutcomeReached end && end.outcome() == Outcome.COMPLETED
                        ? new LogEntry.TokenMerged(end.rowSeq(), end.part(), end.at(), 0, 1, 0, 0, 0)
                        : entry);
    }

    private static LogEntry changed(LogEntry entry, int node, Function<Row, Result> result) {
        return entry instanceof LogEntry.StateClosed closed
                        && closed.key().node() == node
                        && closed.result() instanceof Result.Passed(Row input, var _)
                ? new LogEntry.StateClosed(
                        closed.key(), closed.opened(), closed.closed(), closed.waits(), result.apply(input))
                : entry;
    }

    private static RunStart.Node joined(RunStart.Node node) {
        return at(
                node,
                switch (node.index()) {
                    case 0 -> Map.of("kind", "fork", "edges", Map.of("routes", Map.of("a", 1L, "b", 2L)));
                    case 1 -> Map.of("kind", "transform", "edges", Map.of("next", 2L), "safety", true);
                    default -> Map.of("kind", "join", "edges", Map.of("next", "output"), "closes", 0L, "policy", "any");
                });
    }

    private static RunStart.Node leadingBack(RunStart.Node node) {
        return at(node, Map.of("kind", "transform", "edges", Map.of("next", 0L)));
    }

    private static RunStart.Node at(RunStart.Node node, Map<String, @Nullable Object> topology) {
        return new RunStart.Node(
                node.index(),
                node.name(),
                node.plugin(),
                node.pluginVersion(),
                node.capabilities(),
                node.optionsSha256(),
                node.calls(),
                topology);
    }

    /// A job states one item more than it has.
    static FalseRecord miscounting() {
        return new FalseRecord(
                UnaryOperator.identity(),
                entry -> entry instanceof LogEntry.BatchStepped step
                                && step.step().equals("planned")
                        ? countingOneMore(step)
                        : entry);
    }

    private static LogEntry countingOneMore(LogEntry.BatchStepped step) {
        var facts = new LinkedHashMap<>(step.facts());
        facts.computeIfPresent("items", (_, items) -> ((Number) items).longValue() + 1);
        return new LogEntry.BatchStepped(step.job(), step.step(), step.at(), facts);
    }

    private static LogEntry costing(LogEntry.CallEnded end) {
        return new LogEntry.CallEnded(
                end.key(),
                end.attempt(),
                end.at(),
                end.state(),
                end.disposition(),
                end.status(),
                end.usage(),
                DEAR,
                end.costKnown(),
                end.times(),
                end.requestId(),
                end.reply(),
                OptionalLong.empty());
    }

    private static RunStart with(RunStart run, List<RunStart.Node> nodes) {
        return new RunStart(
                run.runId(),
                run.name(),
                run.rowanVersion(),
                run.configuration(),
                run.settings(),
                run.commandLine(),
                run.operator(),
                run.pipelineFile(),
                run.source(),
                nodes,
                run.sinks());
    }

    Landscape around(Landscape landscape) {
        return passing(Landscape.class, landscape);
    }

    private <T> T passing(Class<T> type, T object) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, given) -> {
            Object[] changed = given == null ? new Object[0] : given.clone();
            for (int i = 0; i < changed.length; i++) {
                changed[i] = changed(changed[i]);
            }
            try {
                Object result = method.invoke(object, changed);
                return result instanceof LandscapeRecorder recorder
                        ? passing(LandscapeRecorder.class, recorder)
                        : result;
            } catch (InvocationTargetException thrown) {
                throw thrown.getCause();
            }
        }));
    }

    private Object changed(Object given) {
        return switch (given) {
            case RunStart run -> start.apply(run);
            case LogEntry one -> entry.apply(one);
            case List<?> list -> list.stream().map(this::changed).toList();
            default -> given;
        };
    }
}
