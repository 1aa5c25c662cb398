package dev.rowan.engine.calibrate;

import dev.rowan.api.plugin.CallPlanner;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.graph.Edge;
import dev.rowan.engine.graph.GateTransform;
import dev.rowan.engine.graph.Graph;
import dev.rowan.engine.graph.GraphNode;
import dev.rowan.engine.graph.Target;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.expressions.Compilation;
import dev.rowan.expressions.ExpressionCompiler;
import dev.rowan.expressions.NumberComparison;
import dev.rowan.expressions.ResultType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/// A gate that decides by a number in the answer of the model `cheap` which rows the model `strong` is asked for as
/// well; `asking` is where those go.
public record CascadeGate(
        TransformNode gate,
        GateTransform transform,
        NumberComparison comparison,
        TransformNode cheap,
        TransformNode strong,
        Target asking) {

    /// The cascades of a pipeline.
    public static List<CascadeGate> all(Pipeline pipeline) {
        var found = new ArrayList<CascadeGate>();
        for (TransformNode node : pipeline.transforms()) {
            if (node.transform() instanceof GateTransform) {
                try {
                    found.add(of(pipeline, node.name()));
                } catch (PluginException _) {
                    // a gate for another purpose
                }
            }
        }
        return found;
    }

    /// The cascade of the gate `name`; a [PluginException] says why it is none.
    public static CascadeGate of(Pipeline pipeline, String name) throws PluginException {
        TransformNode gate = pipeline.transforms().stream()
                .filter(node -> node.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new PluginException(
                        "there is no node '" + name + "' in this pipeline; its gates are: " + gates(pipeline)));
        if (!(gate.transform() instanceof GateTransform transform)) {
            throw new PluginException(
                    "'" + name + "' is not a gate but a " + kind(pipeline, gate) + "; gates are: " + gates(pipeline));
        }
        List<NumberComparison> comparisons = transform.by().numberComparisons();
        if (comparisons.size() != 1) {
            throw new PluginException("gate '" + name + "' must compare one field with one number, such as "
                    + "row.draft.confidence >= 0.6; found " + comparisons.size() + " comparisons with a number in: "
                    + transform.by().text());
        }
        TransformNode cheap =
                cheap(pipeline, gate, comparisons.getFirst().path().getFirst());
        return behind(pipeline, gate, transform, cheap);
    }

    private static String gates(Pipeline pipeline) {
        String gates = pipeline.transforms().stream()
                .filter(node -> node.transform() instanceof GateTransform)
                .map(TransformNode::name)
                .collect(Collectors.joining(", "));
        return gates.isEmpty() ? "none" : gates;
    }

    private static String kind(Pipeline pipeline, TransformNode node) {
        return pipeline.graph().nodes().get(node.index()).kind();
    }

    /// The last model before the gate that adds `field`.
    private static TransformNode cheap(Pipeline pipeline, TransformNode gate, String field) throws PluginException {
        TransformNode found = null;
        for (GraphNode node : pipeline.graph().sorted()) {
            TransformNode at = pipeline.transforms().get(node.index());
            if (at.index() != gate.index()
                    && adds(at).contains(field)
                    && pipeline.graph().reaches(new Target.Node(at.index()), gate.index())) {
                found = at;
            }
        }
        if (found == null) {
            throw new PluginException("no model before gate '" + gate.name() + "' adds the field '" + field
                    + "' that it compares; the number must be part of a model's answer");
        }
        return found;
    }

    private static List<String> adds(TransformNode node) {
        return node.transform() instanceof CallPlanner planner ? List.copyOf(planner.adds()) : List.of();
    }

    /// Models behind every route do not depend on the gate, the one behind a single target does.
    private static CascadeGate behind(
            Pipeline pipeline, TransformNode gate, GateTransform transform, TransformNode cheap)
            throws PluginException {
        Graph graph = pipeline.graph();
        Map<Target, BitSet> models = new LinkedHashMap<>();
        for (Edge edge : graph.nodes().get(gate.index()).edges()) {
            if (edge.kind() == Edge.Kind.ROUTE) {
                models.put(edge.to(), models(pipeline, edge.to()));
            }
        }
        BitSet common = models.values().stream()
                .map(one -> (BitSet) one.clone())
                .reduce((one, other) -> {
                    one.and(other);
                    return one;
                })
                .orElseGet(BitSet::new);
        models.values().forEach(own -> own.andNot(common));
        List<Target> asking = models.entrySet().stream()
                .filter(own -> !own.getValue().isEmpty())
                .map(Map.Entry::getKey)
                .toList();
        if (models.size() < 2 || asking.isEmpty()) {
            throw new PluginException("no model follows only one route of gate '" + gate.name()
                    + "'; a cascade sends rows that '" + cheap.name() + "' is unsure of to a stronger model");
        }
        if (asking.size() > 1) {
            throw new PluginException("gate '" + gate.name() + "' chooses between models on several routes; to"
                    + " calibrate it, rows must leave without another model on all routes but one");
        }
        BitSet own = Objects.requireNonNull(models.get(asking.getFirst()));
        TransformNode strong = graph.sorted().stream()
                .filter(node -> own.get(node.index()))
                .map(node -> pipeline.transforms().get(node.index()))
                .findFirst()
                .orElseThrow();
        refuseAggregates(pipeline, strong, gate);
        NumberComparison comparison = transform.by().numberComparisons().getFirst();
        return new CascadeGate(gate, transform, comparison, cheap, strong, asking.getFirst());
    }

    private static void refuseAggregates(Pipeline pipeline, TransformNode strong, TransformNode gate)
            throws PluginException {
        for (GraphNode.Aggregate aggregate : pipeline.graph().aggregates()) {
            if (pipeline.graph()
                    .reachable(List.of(new Target.Node(aggregate.index())), new BitSet())
                    .get(strong.index())) {
                throw new PluginException("gate '" + gate.name() + "' cannot be calibrated: the groups of aggregate '"
                        + aggregate.name() + "' before it would differ in a sample of rows");
            }
        }
    }

    /// The models that a token at `from` can reach.
    private static BitSet models(Pipeline pipeline, Target from) {
        BitSet reached = pipeline.graph().reachableByToken(List.of(from), new BitSet());
        var models = new BitSet();
        reached.stream()
                .filter(index -> !adds(pipeline.transforms().get(index)).isEmpty())
                .forEach(models::set);
        return models;
    }

    /// The gate's expression with another number.
    public String by(String number) {
        return comparison.with(number, transform.by().text());
    }

    /// The gate with another number.
    GateTransform with(String number) {
        return switch (new ExpressionCompiler(ResultType.ANY).compile(by(number))) {
            case Compilation.Compiled(var expression) -> transform.with(expression);
            case Compilation.Invalid(var issues) ->
                throw new IllegalStateException("'" + by(number) + "' does not compile: " + issues);
        };
    }
}
