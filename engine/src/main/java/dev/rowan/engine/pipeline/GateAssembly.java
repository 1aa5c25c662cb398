package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problem;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.GateTransform;
import dev.rowan.engine.graph.NodePlugin;
import dev.rowan.engine.pipeline.NodeEntries.NodeEntry;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.expressions.Compilation;
import dev.rowan.expressions.Expression;
import dev.rowan.expressions.ExpressionCompiler;
import dev.rowan.expressions.ResultType;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Assembles gates. Owned by one thread.
final class GateAssembly {
    private static final Set<String> BOOLEANS = Set.of("true", "false");

    private final Path base;
    private final Problems problems;

    GateAssembly(Path base, Problems problems) {
        this.base = base;
        this.problems = problems;
    }

    /// Reads a gate; problems are reported.
    Optional<TransformNode> read(NodeEntry entry, OnError onError) {
        Optional<Section> keys = Section.check(entry.node(), PipelineShape.GATE_ENTRY, base, problems)
                .flatMap(section -> section.section(PipelineShape.GATE));
        ConfigNode gate = entry.gate().orElseThrow();
        Map<String, ConfigNode.Entry> routes = routes(gate);
        Optional<Expression> by = keys.flatMap(section -> compile(gate, section.get(PipelineShape.BY), routes));
        if (entry.child(PipelineShape.TO).isPresent()
                && routes.values().stream().noneMatch(route -> route.value() instanceof ConfigNode.Sequence)) {
            problems.add(
                    "config.rule",
                    entry.child(PipelineShape.TO).get(),
                    "has no effect: no route of this gate is a list of entries that would continue there");
        }
        return by.map(expression -> new TransformNode(
                entry.index(),
                entry.name(),
                NodePlugin.Structural.GATE,
                new GateTransform(
                        expression,
                        routes.keySet(),
                        keys.flatMap(section -> section.find(PipelineShape.ELSE))
                                .isPresent()),
                onError,
                RowSchema.DYNAMIC,
                RetryPolicy.USUAL,
                DeliveryPolicy.usual(),
                Optional.empty(),
                BatchSettings.REALTIME,
                SettingsFingerprint.of(
                        PipelineAssembly.child(gate, PipelineShape.BY).orElseThrow(), Options.of()),
                Map.of()));
    }

    /// The routes by label.
    private Map<String, ConfigNode.Entry> routes(ConfigNode gate) {
        Optional<ConfigNode> node = PipelineAssembly.child(gate, PipelineShape.ROUTES);
        if (node.isEmpty() || node.get() instanceof ConfigNode.Broken) {
            return Map.of();
        }
        if (!(node.get() instanceof ConfigNode.Mapping(var _, var _, var entries)) || entries.isEmpty()) {
            problems.add(
                    "config.type",
                    node.get(),
                    "must be a mapping of labels to targets, got " + node.get().found());
            return Map.of();
        }
        entries.forEach((label, entry) -> {
            if (label.equals(Edge.ELSE) || label.equals(Edge.ERROR)) {
                report("config.reserved_name", entry, "'" + label + "' is reserved and cannot be a label");
            }
        });
        return new LinkedHashMap<>(entries);
    }

    private void report(String code, ConfigNode.Entry route, String message) {
        problems.add(new Problem(code, route.keyLocation(), route.value().path(), message, Optional.empty()));
    }

    private Optional<Expression> compile(ConfigNode gate, String text, Map<String, ConfigNode.Entry> routes) {
        ConfigNode place = PipelineAssembly.child(gate, PipelineShape.BY).orElse(gate);
        return switch (new ExpressionCompiler(ResultType.ANY).compile(text)) {
            case Compilation.Compiled(Expression expression) -> {
                check(expression, place, routes);
                yield Optional.of(expression);
            }
            case Compilation.Invalid(var issues) -> {
                issues.forEach(issue -> problems.add("config.expression", place, "invalid expression, " + issue));
                yield Optional.empty();
            }
        };
    }

    /// Refuses results that are no labels, and labels that are no results.
    private void check(Expression expression, ConfigNode place, Map<String, ConfigNode.Entry> routes) {
        switch (expression.resultKind()) {
            case BOOL ->
                routes.forEach((label, route) -> {
                    if (!BOOLEANS.contains(label)) {
                        report(
                                "config.expression",
                                route,
                                "the expression is true or false, so it never has the label '" + label + "'");
                    }
                });
            case OTHER ->
                problems.add("config.expression", place, "must be true, false or a text, the label of a route");
            case TEXT, UNKNOWN -> {
                // known when it is evaluated
            }
        }
    }
}
