package dev.rowan.engine.calibrate;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The pipeline that asks both models of a cascade: every route of the gate leads to the strong model, behind which
/// rows end. It writes no sink and makes no other calls than those on the way there, in realtime.
public final class CalibrationPipeline {
    private static final String NAME = ".calibrate";

    private final Pipeline pipeline;
    private final CascadeGate cascade;

    /// The nodes that tokens can pass on their way to the strong model.
    private final BitSet before = new BitSet();

    private CalibrationPipeline(Pipeline pipeline, CascadeGate cascade) {
        this.pipeline = pipeline;
        this.cascade = cascade;
        for (GraphNode node : pipeline.graph().nodes()) {
            if (pipeline.graph()
                    .reaches(new Target.Node(node.index()), cascade.strong().index())) {
                before.set(node.index());
            }
        }
    }

    /// The name of runs that calibrate a pipeline: they are not runs of it.
    public static String nameOf(Pipeline pipeline) {
        return pipeline.name() + NAME;
    }

    /// For the gate `gate` of a pipeline and the rows of `sample`.
    public static Pipeline of(Pipeline pipeline, String gate, RowSample sample) throws PluginException {
        return new CalibrationPipeline(pipeline, CascadeGate.of(pipeline, gate)).derive(sample);
    }

    private Pipeline derive(RowSample sample) {
        var cursor = new RowSample.Cursor(sample);
        List<SourceNode> sources = pipeline.sources().stream()
                .map(node -> new SourceNode(
                        node.name(),
                        node.plugin(),
                        new SampledSource(node.source(), cursor),
                        new OnError.Discard(),
                        node.optionsSha256(),
                        node.copy()))
                .toList();
        List<TransformNode> transforms = pipeline.transforms().stream()
                .map(node -> node.inRealtime(onError(node.onError())))
                .toList();
        return new Pipeline(
                nameOf(pipeline),
                pipeline.run(),
                sources,
                transforms,
                List.of(),
                pipeline.outputSink(),
                graph(),
                pipeline.landscape(),
                pipeline.signingKey(),
                pipeline.network(),
                pipeline.configuration(),
                pipeline.file(),
                Optional.empty());
    }

    private OnError onError(OnError written) {
        return switch (written) {
            case OnError.ToNode(int node) -> before.get(node) ? written : new OnError.Discard();
            case OnError.ToSink _ -> new OnError.Discard();
            case OnError.Discard _, OnError.Stay _ -> written;
        };
    }

    private Graph graph() {
        Map<String, Target> starts = cut(pipeline.graph().starts());
        return new Graph(
                starts,
                pipeline.graph().nodes().stream().map(this::node).toList(),
                pipeline.graph().parts());
    }

    private GraphNode node(GraphNode node) {
        Optional<Target> onError = node.onError().map(this::cut);
        return switch (node) {
            case GraphNode.Transform(var index, var name, var safety, var to, var _) ->
                new GraphNode.Transform(
                        index,
                        name,
                        safety,
                        index == cascade.strong().index() ? new Target.Discard() : cut(to),
                        onError);
            case GraphNode.Gate gate
            when gate.index() == cascade.gate().index() -> {
                var routes = new LinkedHashMap<String, Target>();
                gate.routes().keySet().forEach(label -> routes.put(label, cascade.asking()));
                yield new GraphNode.Gate(
                        gate.index(),
                        gate.name(),
                        routes,
                        gate.otherwise().map(_ -> cascade.asking()),
                        onError,
                        gate.overridesSafety());
            }
            case GraphNode.Gate(var index, var name, var routes, var otherwise, var _, var overrides) ->
                new GraphNode.Gate(index, name, cut(routes), otherwise.map(this::cut), onError, overrides);
            case GraphNode.Fork(var index, var name, var branches) -> new GraphNode.Fork(index, name, cut(branches));
            case GraphNode.Join(var index, var name, var of, var policy, var merge, var to, var _) ->
                new GraphNode.Join(index, name, of, policy, merge, cut(to), onError);
            case GraphNode.Aggregate(var index, var name, var to, var _) ->
                new GraphNode.Aggregate(index, name, cut(to), onError);
        };
    }

    private Map<String, Target> cut(Map<String, Target> targets) {
        var cut = new LinkedHashMap<String, Target>();
        targets.forEach((label, to) -> cut.put(label, cut(to)));
        return cut;
    }

    /// Rows end where they cannot reach the strong model any more.
    private Target cut(Target target) {
        return target instanceof Target.Node(int index) && before.get(index) ? target : new Target.Discard();
    }
}
