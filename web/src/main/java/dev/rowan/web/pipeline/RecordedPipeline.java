package dev.rowan.web.pipeline;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.diagram.Diagram;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The pipeline of a run by its record: the text as it was then, and the names that the run gave its nodes.
public final class RecordedPipeline {
    private static final Pattern REFERENCE = Pattern.compile("\\$\\{([A-Za-z_][A-Za-z0-9_]*)");

    private RecordedPipeline() {}

    static PipelineText text(RunStart run) {
        String file = run.pipelineFile().orElse("pipeline");
        return new PipelineText(file, run.configuration(), root(file, run.configuration()), List.of());
    }

    /// The picture of a run's pipeline: from its text, or from what it declared where that cannot be read.
    public static Diagram sketch(RunStart run) {
        return text(run)
                .sketch()
                .filter(sketch -> sketch.transforms().size() == run.nodes().size())
                .map(sketch -> sketch.called(
                        run.nodes().stream().map(RunStart.Node::name).toList(),
                        run.nodes().stream().map(RunStart.Node::plugin).toList()))
                .orElseGet(() -> declared(run));
    }

    /// Values of the environment are not recorded and not needed here.
    private static Optional<ConfigNode> root(String file, String text) {
        Map<String, String> environment = new HashMap<>();
        REFERENCE.matcher(text).results().forEach(found -> environment.put(found.group(1), "?"));
        return PipelineFile.recall(Path.of(file), text, environment, new Problems())
                .map(PipelineFile::root);
    }

    private static Diagram declared(RunStart run) {
        List<Diagram.Node> transforms = run.nodes().stream()
                .map(node -> node(
                        Diagram.Kind.TRANSFORM,
                        ConfigNode.pathOf("transforms", node.index()),
                        node.name(),
                        node.plugin(),
                        List.of()))
                .toList();
        List<Diagram.Node> sinks = run.sinks().stream()
                .map(sink -> node(
                        Diagram.Kind.SINK,
                        ConfigNode.pathOf("sinks", sink.name()),
                        sink.name(),
                        sink.plugin(),
                        List.of(sink.target())))
                .toList();
        String plugin = run.settings().get("source_plugin") instanceof String name ? name : "source";
        return Diagram.chain(
                run.name(),
                Optional.of(node(Diagram.Kind.SOURCE, "source", plugin, plugin, List.of(run.source()))),
                transforms,
                sinks,
                run.settings().get("output_sink") instanceof String sink ? sink : "output");
    }

    private static Diagram.Node node(Diagram.Kind kind, String path, String name, String plugin, List<String> facts) {
        return new Diagram.Node(kind, path, name, plugin, facts, new OnError.Stay(), List.of(), List.of());
    }
}
