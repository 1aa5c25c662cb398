package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.api.plugin.Capability;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.landscape.record.RunStart;
import java.nio.file.Path;

/// What the landscape is told about a pipeline when its run starts.
final class RunRecord {
    private RunRecord() {}

    static RunStart of(String runId, Pipeline pipeline, RunRequest request) {
        return new RunStart(
                runId,
                pipeline.name(),
                request.rowanVersion(),
                Logins.removedFrom(pipeline.configuration()),
                Row.of("order", pipeline.run().order().name().toLowerCase(java.util.Locale.ROOT))
                        .with("window", pipeline.run().window())
                        .with("reorder_memory", pipeline.run().reorderMemory())
                        .with("stop_grace_ms", pipeline.run().stopGrace().toMillis())
                        .with("output_sink", pipeline.outputSink())
                        .with("source_plugin", pipeline.source().plugin().name())
                        .with(
                                "source_plugin_version",
                                pipeline.source().plugin().version())
                        .asMap(),
                request.commandLine().stream().map(Logins::removedFrom).toList(),
                request.operator(),
                pipeline.file().map(Path::toString),
                pipeline.source().source().describe(),
                pipeline.transforms().stream()
                        .map(node -> new RunStart.Node(
                                node.index(),
                                node.name(),
                                node.plugin().name(),
                                node.plugin().version(),
                                node.plugin().capabilities().stream()
                                        .map(Capability::name)
                                        .sorted()
                                        .toList(),
                                node.optionsSha256()))
                        .toList(),
                pipeline.sinks().stream()
                        .map(sink -> new RunStart.SinkDeclared(
                                sink.name(),
                                sink.plugin().name(),
                                sink.plugin().version(),
                                sink.sink().file().map(Path::toString).orElse("")))
                        .toList());
    }
}
