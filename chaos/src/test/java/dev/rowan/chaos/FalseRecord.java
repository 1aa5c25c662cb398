package dev.rowan.chaos;

import dev.rowan.api.call.Usd;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunStart;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;

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

    private static RunStart.Node leadingBack(RunStart.Node node) {
        return new RunStart.Node(
                node.index(),
                node.name(),
                node.plugin(),
                node.pluginVersion(),
                node.capabilities(),
                node.optionsSha256(),
                node.calls(),
                Map.of("kind", "transform", "edges", Map.of("next", 0L)));
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
