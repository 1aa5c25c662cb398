package dev.rowan.engine.startup;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.pipeline.Pipeline.SourceNode;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/// Prepares the plugins of a pipeline before anything is opened.
public final class PluginPreparation {
    private PluginPreparation() {}

    /// Gives every plugin what it needs, and finds what is missing before anything is touched. A replay does not
    /// touch the source, and a strict one needs no keys.
    public static RunSetup of(Pipeline pipeline, RunEnvironment environment, RunStartMode startMode, Time time)
            throws IOException, InterruptedException {
        boolean sendsNothing = startMode instanceof RunStartMode.Replayed replayed
                && replayed.replay().isStrict();
        var setup = new RunSetup(
                environment,
                time,
                pipeline.run().maxCost().isPresent(),
                sendsNothing,
                pipeline.run().deadline());
        List<String> problems = new ArrayList<>();
        if (!(startMode instanceof RunStartMode.Replayed)) {
            for (SourceNode node : pipeline.sources()) {
                prepare(node.title(), problems, () -> node.source().prepare(setup));
            }
        }
        for (TransformNode node : pipeline.transforms()) {
            prepare(
                    "transform '" + node.name() + "'",
                    problems,
                    () -> node.transform().prepare(setup));
        }
        for (SinkNode node : pipeline.sinks()) {
            prepare("sink '" + node.name() + "'", problems, () -> node.sink().prepare(setup));
        }
        if (!problems.isEmpty()) {
            throw new PluginException(String.join("\n", problems));
        }
        return setup;
    }

    private interface Preparing {
        void run() throws IOException, InterruptedException;
    }

    private static void prepare(String who, List<String> problems, Preparing preparing)
            throws IOException, InterruptedException {
        try {
            preparing.run();
        } catch (PluginException missing) {
            problems.add(who + ": " + missing.getMessage());
        }
    }
}
