package dev.rowan.engine.startup;

import dev.rowan.api.Row;
import dev.rowan.api.call.Usd;
import dev.rowan.api.plugin.Capability;
import dev.rowan.api.secret.Redaction;
import dev.rowan.engine.call.AccountFingerprint;
import dev.rowan.engine.feed.SourceSequence;
import dev.rowan.engine.graph.AggregateTransform;
import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.JoinPolicy;
import dev.rowan.engine.graph.NodePlugin;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.output.SinkGuard;
import dev.rowan.engine.pipeline.DeliveryPolicy;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pipeline.RunSettings;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.landscape.fold.Topology;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Builds the record of a pipeline at the start of its run.
final class RunStartRecord {
    private static final String TABLES = "tables_sha256";

    private RunStartRecord() {}

    /// The fingerprints of the data that transforms have loaded, by node.
    private static Map<String, Object> tables(Pipeline pipeline) {
        var tables = new LinkedHashMap<String, Object>();
        pipeline.transforms()
                .forEach(node -> node.transform().dataFingerprint().ifPresent(hash -> tables.put(node.name(), hash)));
        return tables;
    }

    /// The origin of each secret, and its fingerprint under this run's id: someone who has the secret can check
    /// that it was used; nobody else learns anything.
    static List<Map<String, Object>> secrets(String runId, RunSetup setup) {
        return setup.secrets().stream()
                .map(secret -> Map.<String, Object>of(
                        "origin", secret.origin(), "fingerprint", AccountFingerprint.of(secret, runId)))
                .toList();
    }

    /// A fact of the source, or of each.
    private static String sources(Pipeline pipeline, Function<SourceNode, String> fact) {
        return pipeline.sources().stream().map(fact).collect(Collectors.joining(", "));
    }

    private static Map<String, Object> tuning(Pipeline pipeline) {
        var tuning = new LinkedHashMap<String, Object>();
        pipeline.transforms().forEach(node -> tuning.put(node.name(), node.tuning()));
        return tuning;
    }

    /// The place of a node in the graph.
    private static Map<String, @Nullable Object> topology(Pipeline pipeline, GraphNode node) {
        Graph graph = pipeline.graph();
        var edges = new LinkedHashMap<String, @Nullable Object>();
        var routes = new LinkedHashMap<String, @Nullable Object>();
        for (Edge edge : node.edges()) {
            switch (edge.kind()) {
                case NEXT -> edges.put(Topology.NEXT, target(edge.to()));
                case ERROR -> edges.put(Topology.ERROR, target(edge.to()));
                case ROUTE -> (edge.label().equals(Edge.ELSE) ? edges : routes).put(edge.label(), target(edge.to()));
            }
        }
        if (!routes.isEmpty()) {
            edges.put(Topology.ROUTES, routes);
        }
        var facts = new LinkedHashMap<String, @Nullable Object>();
        facts.put(Topology.KIND, node.kind());
        facts.put(Topology.EDGES, edges);
        graph.parts()
                .filter(_ -> graph.isSplit(node.index()))
                .ifPresent(parts -> facts.put(Topology.STRIDE, (long) parts.stride(node.index())));
        if (node instanceof GraphNode.Transform transform && transform.safety()) {
            facts.put(Topology.SAFETY, true);
        }
        if (node instanceof GraphNode.Join join) {
            facts.put(Topology.CLOSES, (long) join.of());
            facts.put(Topology.POLICY, join.policy().getClass().getSimpleName().toLowerCase(Locale.ROOT));
            if (join.policy() instanceof JoinPolicy.Quorum(int count)) {
                facts.put(Topology.COUNT, (long) count);
            }
        }
        if (pipeline.transforms().get(node.index()).transform() instanceof AggregateTransform aggregate) {
            facts.put(Topology.POLICY, triggers(aggregate.grouping()));
        }
        return facts;
    }

    /// When the groups of an aggregate close, besides the end of the input.
    private static Map<String, @Nullable Object> triggers(AggregateTransform.Grouping grouping) {
        var facts = new LinkedHashMap<String, @Nullable Object>();
        grouping.count().ifPresent(count -> facts.put(Topology.COUNT, count));
        grouping.timeout().ifPresent(timeout -> facts.put(Topology.TIMEOUT, timeout.toMillis()));
        grouping.when().ifPresent(_ -> facts.put(Topology.WHEN, true));
        return facts;
    }

    private static Object target(Target target) {
        return switch (target) {
            case Target.Node(int index) -> (long) index;
            case Target.Sink(String name) -> name;
            case Target.Discard _ -> OnError.DISCARD;
        };
    }

    private static String maxSameError(RunSettings run) {
        return run.maxSameError().isPresent()
                ? String.valueOf(run.maxSameError().getAsInt())
                : "off";
    }

    private static RunStart.Calls calls(TransformNode node, PoolConfig pool) {
        boolean free = node.plugin().capabilities().contains(Capability.SAFE_TO_REPEAT);
        return switch (node.delivery()) {
            case DeliveryPolicy _ when free -> new RunStart.Calls(Optional.empty(), OptionalInt.empty(), pool.claims());
            case DeliveryPolicy.AtLeastOnce(int resends) ->
                new RunStart.Calls(Optional.of("at_least_once"), OptionalInt.of(resends), pool.claims());
            case DeliveryPolicy.AtMostOnce _ ->
                new RunStart.Calls(Optional.of("at_most_once"), OptionalInt.of(0), pool.claims());
        };
    }

    private static List<RunStart.Node> nodes(Pipeline pipeline) {
        boolean chain = pipeline.graph().isChain();
        Stream<RunStart.Node> transforms = pipeline.transforms().stream()
                .map(node -> node(
                        node.index(),
                        node.name(),
                        node.plugin(),
                        node.optionsSha256(),
                        node.pool().map(pool -> calls(node, pool)),
                        chain
                                ? Map.of()
                                : topology(pipeline, pipeline.graph().nodes().get(node.index()))));
        Stream<RunStart.Node> sinks = pipeline.callingSinks().entrySet().stream()
                .map(sink -> node(
                        sink.getKey(),
                        sink.getValue().name(),
                        new NodePlugin.Installed(sink.getValue().plugin()),
                        sink.getValue().optionsSha256(),
                        sink.getValue()
                                .calls()
                                .map(calls -> new RunStart.Calls(
                                        Optional.empty(),
                                        OptionalInt.empty(),
                                        calls.pool().claims())),
                        chain ? Map.of() : Map.of(Topology.KIND, "sink", Topology.EDGES, Map.of())));
        return Stream.concat(transforms, sinks).toList();
    }

    private static RunStart.Node node(
            int index,
            String name,
            NodePlugin plugin,
            String optionsSha256,
            Optional<RunStart.Calls> calls,
            Map<String, @Nullable Object> topology) {
        return new RunStart.Node(
                index,
                name,
                plugin.name(),
                plugin.version(),
                plugin.capabilities().stream().map(Capability::name).sorted().toList(),
                optionsSha256,
                calls,
                topology);
    }

    static RunStart of(
            String runId, Pipeline pipeline, RunRequest request, RunSetup setup, Optional<String> fingerprint)
            throws IOException {
        Redaction redaction = setup.redaction();
        RunStart start = new RunStart(
                runId,
                pipeline.name(),
                request.origin().rowanVersion(),
                redaction.text(UrlCredentials.removedFrom(pipeline.configuration())),
                Row.of("order", pipeline.run().order().name().toLowerCase(java.util.Locale.ROOT))
                        .with("window", pipeline.run().window())
                        .with("window_memory", pipeline.run().windowMemory().orElse(null))
                        .with("reorder_memory", pipeline.run().reorderMemory())
                        .with("stop_grace_ms", pipeline.run().stopGrace().toMillis())
                        .with("existing", request.existing().name().toLowerCase(java.util.Locale.ROOT))
                        .with("simulated", setup.simulated())
                        .with(
                                "max_cost_usd",
                                pipeline.run().maxCost().map(Usd::toString).orElse(null))
                        .with(
                                "deadline_ms",
                                pipeline.run()
                                        .deadline()
                                        .map(Duration::toMillis)
                                        .orElse(null))
                        .with(
                                "service_down_timeout_ms",
                                pipeline.run().serviceDownTimeout().toMillis())
                        .with(
                                "landscape_down_timeout_ms",
                                pipeline.run().landscapeDownTimeout().toMillis())
                        .with("max_same_error", maxSameError(pipeline.run()))
                        .with("secrets", secrets(runId, setup))
                        .with("source_fingerprint", fingerprint.orElse(null))
                        .with("source_options_sha256", sources(pipeline, SourceNode::optionsSha256))
                        .with("plugins_sha256", PluginHashes.of(pipeline))
                        .with("tuning", tuning(pipeline))
                        .with("output_sink", pipeline.outputSink())
                        .with(
                                "source_plugin",
                                sources(pipeline, source -> source.plugin().name()))
                        .with(
                                "source_plugin_version",
                                sources(pipeline, source -> source.plugin().version()))
                        .asMap(),
                request.origin().commandLine().stream()
                        .map(UrlCredentials::removedFrom)
                        .map(redaction::text)
                        .toList(),
                request.origin().operator(),
                pipeline.file().map(Path::toString),
                new SourceSequence(pipeline.sources()).describe(),
                nodes(pipeline),
                pipeline.sinks().stream()
                        .map(sink -> new RunStart.SinkDeclared(
                                sink.name(),
                                sink.plugin().name(),
                                sink.plugin().version(),
                                sink.sink().file().map(SinkGuard::target).orElse(""),
                                sink.optionsSha256()))
                        .toList());
        Map<String, Object> credentials = credentials(pipeline);
        RunStart signedIn = credentials.isEmpty() ? start : start.with("credentials", credentials);
        Map<String, Object> tables = tables(pipeline);
        RunStart declared = tables.isEmpty() ? signedIn : signedIn.with(TABLES, tables);
        Map<String, Object> errorSinks = errorSinks(pipeline);
        RunStart routed = errorSinks.isEmpty() ? declared : declared.with(Topology.ERROR_SINKS, errorSinks);
        return pipeline.graph().isChain() ? routed : routed.with(Topology.STARTS, starts(pipeline.graph()));
    }

    /// The error sink of each sink that has one.
    private static Map<String, Object> errorSinks(Pipeline pipeline) {
        var errorSinks = new LinkedHashMap<String, Object>();
        pipeline.sinks().forEach(node -> {
            if (node.onError() instanceof OnError.ToSink(String name)) {
                errorSinks.put(node.name(), name);
            }
        });
        return errorSinks;
    }

    /// Where the credentials of sources and sinks come from, never the credentials themselves.
    private static Map<String, Object> credentials(Pipeline pipeline) {
        var credentials = new LinkedHashMap<String, Object>();
        pipeline.sources()
                .forEach(node -> node.source().credential().ifPresent(from -> credentials.put(node.title(), from)));
        pipeline.sinks()
                .forEach(node -> node.sink()
                        .credential()
                        .ifPresent(from -> credentials.put("sink '" + node.name() + "'", from)));
        return credentials;
    }

    /// Where the rows of each source start.
    private static Map<String, Object> starts(Graph graph) {
        var starts = new LinkedHashMap<String, Object>();
        graph.starts().forEach((source, start) -> starts.put(source, target(start)));
        return starts;
    }
}
