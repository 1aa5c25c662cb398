package dev.rowan.engine.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Option;
import dev.rowan.api.config.Problems;
import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.NodeEntries.NodeEntry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/// The nodes and edges of a pipeline file, read from the tree alone, so that a file with problems has one too. An
/// edge to an unknown name leads to a sink of that name. `starts` is by source, empty for the only one; `errors` are
/// the targets of unreadable records.
public record PipelineOutline(
        List<OutlineNode> nodes, Map<String, Target> starts, Map<String, Target> errors, List<Edge> edges) {
    private static final Option<String> AGGREGATE = Option.text("aggregate");

    /// A node; `kind` is transform, gate, fork, join or aggregate.
    public record OutlineNode(int index, String kind, String name, ConfigNode settings) {}

    public PipelineOutline {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
    }

    /// The outline of the pipeline in `root`, whose rows pass to the sink `output` in the end.
    public static PipelineOutline of(ConfigNode root, List<String> sinks, String output) {
        return new Reader(NodeEntries.of(root, new Problems()), sinks, output).read(root);
    }

    /// Whether rows visit all nodes in order and failed ones go to a sink or nowhere.
    public boolean isChain() {
        boolean plain = nodes.stream().allMatch(node -> node.kind().equals("transform"))
                && starts.keySet().stream().allMatch(String::isEmpty)
                && starts.values().stream().allMatch(start -> nodes.isEmpty() || start.equals(new Target.Node(0)));
        return plain
                && edges.stream()
                        .allMatch(edge -> edge.kind() == Edge.Kind.ERROR
                                ? !(edge.to() instanceof Target.Node)
                                : edge.from() + 1 < nodes.size()
                                        ? edge.to().equals(new Target.Node(edge.from() + 1))
                                        : edge.to() instanceof Target.Sink);
    }

    /// Reads an outline. Owned by one thread.
    private record Reader(NodeEntries entries, List<String> sinks, String output) {

        PipelineOutline read(ConfigNode root) {
            var starts = new LinkedHashMap<String, Target>();
            var errors = new LinkedHashMap<String, Target>();
            sources(root).forEach((name, source) -> {
                starts.put(
                        name,
                        PipelineAssembly.child(source, PipelineShape.TO)
                                .map(this::named)
                                .orElseGet(
                                        () -> entries.list().isEmpty() ? new Target.Sink(output) : new Target.Node(0)));
                onError(source).ifPresent(to -> errors.put(name, to));
            });
            var edges = new ArrayList<Edge>();
            entries.list().forEach(entry -> edges(entry, edges));
            return new PipelineOutline(
                    entries.list().stream()
                            .map(entry -> new OutlineNode(entry.index(), kind(entry), entry.name(), entry.node()))
                            .toList(),
                    starts,
                    errors,
                    edges);
        }

        private static Map<String, ConfigNode> sources(ConfigNode root) {
            var found = new LinkedHashMap<String, ConfigNode>();
            PipelineAssembly.child(root, PipelineShape.SOURCE).ifPresent(source -> found.put("", source));
            if (PipelineAssembly.child(root, PipelineShape.SOURCES).orElse(root)
                            instanceof ConfigNode.Mapping(var _, var _, var named)
                    && PipelineAssembly.child(root, PipelineShape.SOURCES).isPresent()) {
                named.forEach((name, source) -> found.put(name, source.value()));
            }
            return found;
        }

        private static String kind(NodeEntry entry) {
            if (entry.child(AGGREGATE).isPresent()) {
                return "aggregate";
            }
            return entry.isTransform()
                    ? "transform"
                    : entry.gate().isPresent() ? "gate" : entry.fork().isPresent() ? "fork" : "join";
        }

        private void edges(NodeEntry entry, List<Edge> edges) {
            Optional<ConfigNode> labels = entry.fork()
                    .or(() -> entry.gate().flatMap(gate -> PipelineAssembly.child(gate, PipelineShape.ROUTES)));
            if (labels.isPresent() && labels.get() instanceof ConfigNode.Mapping(var _, var _, var routes)) {
                routes.forEach((label, target) ->
                        edges.add(new Edge(entry.index(), Edge.Kind.ROUTE, label, target(entry, target.value()))));
            }
            entry.gate()
                    .flatMap(gate -> PipelineAssembly.child(gate, PipelineShape.ELSE))
                    .ifPresent(target ->
                            edges.add(new Edge(entry.index(), Edge.Kind.ROUTE, Edge.ELSE, target(entry, target))));
            if (entry.gate().isEmpty() && entry.fork().isEmpty()) {
                edges.add(new Edge(entry.index(), Edge.Kind.NEXT, "", next(entry)));
            }
            onError(entry.node()).ifPresent(to -> edges.add(new Edge(entry.index(), Edge.Kind.ERROR, Edge.ERROR, to)));
        }

        /// The target of failed rows, wherever the entry names it.
        private Optional<Target> onError(ConfigNode entry) {
            return Stream.concat(
                            Stream.of(entry),
                            Stream.of(PipelineShape.PLUGIN_OPTIONS, PipelineShape.GATE, PipelineShape.JOIN, AGGREGATE)
                                    .flatMap(key -> PipelineAssembly.child(entry, key).stream()))
                    .flatMap(section -> PipelineAssembly.child(section, PipelineShape.ON_ERROR).stream())
                    .findFirst()
                    .map(this::named);
        }

        private Target next(NodeEntry entry) {
            return entry.child(PipelineShape.TO)
                    .map(this::named)
                    .or(() -> entry.next().map(Target.Node::new))
                    .or(() -> entry.within().map(gate -> next(entries.get(gate))))
                    .orElseGet(() -> new Target.Sink(output));
        }

        private Target target(NodeEntry entry, ConfigNode target) {
            return target instanceof ConfigNode.Sequence
                    ? entries.first(target).<Target>map(Target.Node::new).orElseGet(() -> next(entry))
                    : named(target);
        }

        private Target named(ConfigNode target) {
            String name = target instanceof ConfigNode.Scalar(var _, var _, var value) ? String.valueOf(value) : "?";
            if (name.equals(OnError.DISCARD)) {
                return new Target.Discard();
            }
            return sinks.contains(name)
                    ? new Target.Sink(name)
                    : entries.named(name).<Target>map(Target.Node::new).orElseGet(() -> new Target.Sink(name));
        }
    }
}
