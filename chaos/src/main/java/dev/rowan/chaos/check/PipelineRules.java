package dev.rowan.chaos.check;

import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.pipeline.DeliveryPolicy;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pipeline.RunSettings;
import dev.rowan.engine.pool.PoolConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/// What a pipeline promises: whether rows leave in input order, where they go, and how often each node may
/// send a call after lost replies.
public record PipelineRules(boolean ordered, List<Node> nodes, List<Target> sinks) {

    public PipelineRules {
        nodes = List.copyOf(nodes);
        sinks = List.copyOf(sinks);
    }

    /// A node by its place; `sends` is how often a paid call may be sent when the service loses every reply, and
    /// empty where calls cost nothing to repeat. With `atMostOnce` it is not sent again when our own process was
    /// killed either. `attempts` is how often its retry policy tries, `claims` how many of its attempts may be
    /// open at once.
    public record Node(int index, OptionalInt sends, boolean atMostOnce, int attempts, boolean isSafety, int claims) {

        /// Whether an attempt with this end counts against `sends`.
        boolean counts(LandscapeFacts.End end) {
            return end.isUnknown() && (atMostOnce || !(end.isOwnLoss() || end.isOutageLoss()));
        }
    }

    /// A sink under its name. `quoted` says that a record may hold line breaks in quotes and that the first
    /// is a header.
    public record Target(String name, Path file, boolean quoted) {}

    public static PipelineRules of(Pipeline pipeline) {
        var nodes = new ArrayList<Node>();
        for (TransformNode node : pipeline.transforms()) {
            boolean repeatable = node.plugin().capabilities().contains(Capability.SAFE_TO_REPEAT);
            nodes.add(new Node(
                    node.index(),
                    repeatable ? OptionalInt.empty() : OptionalInt.of(sends(node.delivery())),
                    !repeatable && node.delivery() instanceof DeliveryPolicy.AtMostOnce,
                    node.retry().maxAttempts(),
                    repeatable && node.pool().isPresent(),
                    node.pool().map(PoolConfig::claims).orElse(0)));
        }
        var sinks = new ArrayList<Target>();
        for (SinkNode sink : pipeline.sinks()) {
            sinks.add(new Target(
                    sink.name(),
                    sink.sink().file().orElseThrow(),
                    sink.plugin().name().equals("csv")));
        }
        return new PipelineRules(pipeline.run().order() == RunSettings.Order.INPUT, nodes, sinks);
    }

    private static int sends(DeliveryPolicy delivery) {
        return switch (delivery) {
            case DeliveryPolicy.AtLeastOnce(int resends) -> resends + 1;
            case DeliveryPolicy.AtMostOnce _ -> 1;
        };
    }

    Node node(int index) {
        return nodes.get(index);
    }
}
