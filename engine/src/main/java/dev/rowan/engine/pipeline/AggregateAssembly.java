package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.NearName;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Options;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.api.plugin.AggregatorPlugin;
import dev.rowan.api.schema.RowSchema;
import dev.rowan.engine.graph.AggregateTransform;
import dev.rowan.engine.graph.AggregateTransform.Grouping;
import dev.rowan.engine.graph.NodePlugin;
import dev.rowan.engine.pipeline.NodeEntries.NodeEntry;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.expressions.Compilation;
import dev.rowan.expressions.Expression;
import dev.rowan.expressions.ExpressionCompiler;
import dev.rowan.expressions.ResultType;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;

/// Assembles aggregates. Owned by one thread.
final class AggregateAssembly {
    private final PluginCatalog catalog;
    private final Path base;
    private final Problems problems;

    AggregateAssembly(PluginCatalog catalog, Path base, Problems problems) {
        this.catalog = catalog;
        this.base = base;
        this.problems = problems;
    }

    /// Reads an aggregate; problems are reported.
    Optional<TransformNode> read(NodeEntry entry, OnError onError) {
        ConfigNode node = entry.node();
        Optional<Section> keys = Section.check(node, PipelineShape.AGGREGATE_ENTRY, base, problems);
        duplicateOnError(entry);
        Optional<AggregatorPlugin> plugin = PipelineAssembly.child(node, PipelineShape.PLUGIN)
                .flatMap(name -> name instanceof ConfigNode.Scalar(var _, var _, String text)
                        ? find(text, name)
                        : Optional.empty());
        ConfigNode given = PipelineAssembly.child(node, PipelineShape.PLUGIN_OPTIONS)
                .orElseGet(() -> new ConfigNode.Mapping(node.location(), node.path() + ".options", Map.of()));
        Optional<Section> options = plugin.flatMap(found -> Section.check(given, found.options(), base, problems));
        Optional<Section> aggregate = keys.flatMap(section -> section.section(PipelineShape.AGGREGATE));
        ConfigNode place = entry.aggregate().orElseThrow();
        Optional<Grouping> grouping = aggregate.map(section -> grouping(section, place));
        if (options.isEmpty() || grouping.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new TransformNode(
                entry.index(),
                entry.name(),
                new NodePlugin.Installed(plugin.orElseThrow()),
                new AggregateTransform(plugin.orElseThrow().configure(options.get()), grouping.get()),
                onError,
                RowSchema.DYNAMIC,
                RetryPolicy.USUAL,
                DeliveryPolicy.usual(),
                Optional.empty(),
                BatchSettings.REALTIME,
                fingerprint(node),
                Map.of()));
    }

    /// Covers the options of the plugin and the keys of the aggregate.
    private static String fingerprint(ConfigNode node) {
        if (!(node instanceof ConfigNode.Mapping(var place, var path, var entries))) {
            throw new IllegalArgumentException("an entry is a mapping");
        }
        var kept = new TreeMap<>(entries);
        kept.keySet().retainAll(Set.of(PipelineShape.PLUGIN_OPTIONS.name(), PipelineShape.AGGREGATE.name()));
        return SettingsFingerprint.of(new ConfigNode.Mapping(place, path, kept), Options.of());
    }

    private void duplicateOnError(NodeEntry entry) {
        Optional<ConfigNode> beside = entry.child(PipelineShape.ON_ERROR);
        if (beside.isPresent()
                && PipelineAssembly.child(entry.aggregate().orElseThrow(), PipelineShape.ON_ERROR)
                        .isPresent()) {
            problems.add("config.rule", beside.get(), "must be omitted: the aggregate has an on_error already");
        }
    }

    private Optional<AggregatorPlugin> find(String name, ConfigNode place) {
        Optional<AggregatorPlugin> plugin = catalog.aggregator(name);
        if (plugin.isEmpty()) {
            List<String> known = catalog.aggregatorNames();
            problems.add(
                    "config.unknown_plugin",
                    place,
                    catalog.transform(name).isPresent()
                            ? "'" + name + "' is a transform, and an aggregate needs an aggregator"
                            : "unknown aggregator plugin '" + name + "'",
                    NearName.hint(name, known).or(() -> Optional.of("available: " + String.join(", ", known))));
        }
        return plugin;
    }

    private Grouping grouping(Section keys, ConfigNode place) {
        return new Grouping(
                compile(place, PipelineShape.GROUP_BY, keys, new ExpressionCompiler(ResultType.ANY)),
                keys.find(PipelineShape.GROUP_COUNT).map(OptionalLong::of).orElseGet(OptionalLong::empty),
                keys.find(PipelineShape.GROUP_TIMEOUT),
                compile(
                        place,
                        PipelineShape.WHEN,
                        keys,
                        ExpressionCompiler.overNumbers(
                                ResultType.BOOL, List.of(AggregateTransform.COUNT, AggregateTransform.BYTES))),
                keys.get(PipelineShape.EMIT) == PipelineShape.Emit.MEMBERS,
                keys.get(PipelineShape.MAX_BYTES));
    }

    private Optional<Expression> compile(
            ConfigNode aggregate, Option<String> key, Section keys, ExpressionCompiler compiler) {
        return keys.find(key).flatMap(text -> switch (compiler.compile(text)) {
            case Compilation.Compiled(Expression expression) -> Optional.of(expression);
            case Compilation.Invalid(var issues) -> {
                ConfigNode place = PipelineAssembly.child(aggregate, key).orElse(aggregate);
                issues.forEach(issue -> problems.add("config.expression", place, "invalid expression, " + issue));
                yield Optional.empty();
            }
        });
    }
}
