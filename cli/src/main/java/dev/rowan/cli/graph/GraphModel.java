package dev.rowan.cli.graph;

import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.report.EdgeTokens;
import dev.rowan.landscape.fold.RecordedJson;
import dev.rowan.landscape.fold.Topology;
import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.record.RunStart;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/// A graph to print: of a pipeline, or of a run with the number of tokens on each edge.
record GraphModel(List<Box> boxes, List<Arrow> arrows) {
    private static final String SOURCE = "source";

    GraphModel {
        boxes = List.copyOf(boxes);
        arrows = List.copyOf(arrows);
    }

    /// A source, node or sink; `id` is unique. `kind` is source, sink, or that of the node. `open` is how many joins
    /// wait there.
    record Box(String id, String kind, String name, String plugin, OptionalLong open) {
        Box(String id, String kind, String name, String plugin) {
            this(id, kind, name, plugin, OptionalLong.empty());
        }
    }

    /// An edge between boxes; `count` is how many tokens took it.
    record Arrow(String from, String label, String to, OptionalLong count) {}

    Box box(String id) {
        return boxes.stream().filter(box -> box.id().equals(id)).findFirst().orElseThrow();
    }

    /// The edges that leave a box.
    List<Arrow> from(Box box) {
        return arrows.stream().filter(arrow -> arrow.from().equals(box.id())).toList();
    }

    private static String source(String name) {
        return name.isEmpty() ? SOURCE : "source " + name;
    }

    private static String node(long index) {
        return "node" + index;
    }

    private static String sink(String name) {
        return name.equals(OnError.DISCARD) ? OnError.DISCARD : "sink " + name;
    }

    static GraphModel of(Pipeline pipeline) {
        Graph graph = pipeline.graph();
        var boxes = new ArrayList<Box>();
        pipeline.sources()
                .forEach(source -> boxes.add(new Box(
                        source(source.key()),
                        SOURCE,
                        source.name().orElse(SOURCE),
                        source.plugin().name())));
        pipeline.transforms()
                .forEach(node -> boxes.add(new Box(
                        node(node.index()),
                        graph.nodes().get(node.index()).kind(),
                        node.name(),
                        node.plugin().name())));
        pipeline.sinks()
                .forEach(sink -> boxes.add(new Box(
                        sink(sink.name()), "sink", sink.name(), sink.plugin().name())));
        var arrows = new ArrayList<Arrow>();
        graph.starts()
                .forEach((name, start) -> arrows.add(new Arrow(source(name), "", id(start), OptionalLong.empty())));
        pipeline.sources().forEach(source -> {
            if (source.onError() instanceof OnError.ToSink(String name)) {
                arrows.add(new Arrow(source(source.key()), Edge.ERROR, sink(name), OptionalLong.empty()));
            }
        });
        pipeline.sinks().forEach(sink -> {
            switch (sink.onError()) {
                case OnError.ToSink(String name) ->
                    arrows.add(new Arrow(sink(sink.name()), Edge.ERROR, sink(name), OptionalLong.empty()));
                case OnError.Discard _ ->
                    arrows.add(new Arrow(sink(sink.name()), Edge.ERROR, OnError.DISCARD, OptionalLong.empty()));
                case OnError.Stay _, OnError.ToNode _ -> {}
            }
        });
        graph.edges()
                .forEach(edge ->
                        arrows.add(new Arrow(node(edge.from()), edge.label(), id(edge.to()), OptionalLong.empty())));
        return withDiscard(boxes, arrows);
    }

    private static String id(Target target) {
        return switch (target) {
            case Target.Node(int index) -> node(index);
            case Target.Sink(String name) -> sink(name);
            case Target.Discard _ -> OnError.DISCARD;
        };
    }

    private static GraphModel withDiscard(List<Box> boxes, List<Arrow> arrows) {
        if (arrows.stream().anyMatch(arrow -> arrow.to().equals(OnError.DISCARD))) {
            boxes.add(new Box(OnError.DISCARD, OnError.DISCARD, OnError.DISCARD, ""));
        }
        return new GraphModel(boxes, arrows);
    }

    /// The graph of a run; in a chain, the error edges are not on record. While it is `running`, joins are open.
    static GraphModel of(RunStart run, RunFlow flow, boolean running) {
        var tokens = new EdgeTokens(run, flow);
        Map<Integer, Long> openJoins = running ? tokens.openJoins() : Map.of();
        var boxes = new ArrayList<Box>();
        var arrows = new ArrayList<Arrow>();
        String output = String.valueOf(run.settings().getOrDefault("output_sink", "output"));
        List<RunStart.Node> nodes = run.nodes();
        String plugin = String.valueOf(run.settings().getOrDefault("source_plugin", ""));
        List<String> plugins = List.of(plugin.split(", "));
        starts(run, output).forEach((name, to) -> {
            boxes.add(new Box(
                    source(name),
                    SOURCE,
                    name.isEmpty() ? SOURCE : name,
                    plugins.get(Math.min(boxes.size(), plugins.size() - 1))));
            arrows.add(new Arrow(source(name), "", target(to), OptionalLong.of(flow.read(name))));
        });
        for (RunStart.Node node : nodes) {
            Object kind = node.topology().getOrDefault(Topology.KIND, "transform");
            Long open = openJoins.get(node.index());
            boxes.add(new Box(
                    node(node.index()),
                    String.valueOf(kind),
                    node.name(),
                    node.plugin(),
                    open == null ? OptionalLong.empty() : OptionalLong.of(open)));
        }
        run.sinks().forEach(sink -> boxes.add(new Box(sink(sink.name()), "sink", sink.name(), sink.plugin())));
        var topology = new Topology();
        nodes.forEach(node -> topology.declare(declaration(node, nodes.size(), output)));
        topology.edges()
                .forEach(edge -> arrows.add(new Arrow(
                        node(edge.from()),
                        edge.label(),
                        target(edge.to()),
                        OptionalLong.of(tokens.count(edge.from(), edge.label(), sinkOf(edge.to()))))));
        if (run.settings().get(Topology.ERROR_SINKS) instanceof Map<?, ?> errorSinks) {
            RecordedJson.map(errorSinks)
                    .forEach((from, to) ->
                            arrows.add(new Arrow(sink(from), Edge.ERROR, target(to), OptionalLong.empty())));
        }
        return withDiscard(boxes, arrows);
    }

    private static Optional<String> sinkOf(Object to) {
        return to instanceof Long ? Optional.empty() : Optional.of(String.valueOf(to));
    }

    /// Where the rows of each source start.
    private static Map<String, @Nullable Object> starts(RunStart run, String output) {
        return run.settings().get(Topology.STARTS) instanceof Map<?, ?> starts
                ? RecordedJson.map(starts)
                : Map.of("", run.nodes().isEmpty() ? (Object) output : (Object) 0L);
    }

    private static String target(@Nullable Object to) {
        return to instanceof Long index ? node(index) : sink(String.valueOf(to));
    }

    /// The facts of a node; those of a chain lead to the next one.
    private static Map<String, @Nullable Object> declaration(RunStart.Node node, int nodes, String output) {
        Object edges = Optional.<Object>ofNullable(node.topology().get(Topology.EDGES))
                .orElseGet(() -> Map.of(
                        Topology.NEXT, node.index() + 1 < nodes ? (Object) (node.index() + 1L) : (Object) output));
        return Map.of("index", (long) node.index(), "name", node.name(), Topology.EDGES, edges);
    }
}
