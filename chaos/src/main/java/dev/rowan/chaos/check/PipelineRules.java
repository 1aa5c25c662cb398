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

/// The guarantees of a pipeline: whether rows are released in input order, their sinks, and how often each node may
/// resend a call after lost replies.
public record PipelineRules(boolean ordered, List<Node> nodes, List<Target> sinks) {

    public PipelineRules {
        nodes = List.copyOf(nodes);
        sinks = List.copyOf(sinks);
    }

    /// A node by its position; `sends` is how often a paid call may be sent when the service loses every reply, and
    /// empty if its calls are free to repeat. With `atMostOnce` it is not resent after a crash of our own process
    /// either. `attempts` is the maximum of its retry policy, `claims` the maximum number of open attempts.
    public record Node(int index, OptionalInt sends, boolean atMostOnce, int attempts, boolean isSafety, int claims) {

        /// Whether an attempt with this end counts against `sends`.
        boolean counts(LandscapeFacts.End end) {
            return end.isUnknown() && (atMostOnce || !(end.isOwnLoss() || end.isOutageLoss()));
        }
    }

    /// A sink by name. `quoted` means that a record may contain line breaks in quotes and that the first record is a
    /// header.
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
