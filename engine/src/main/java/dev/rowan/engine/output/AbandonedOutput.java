package dev.rowan.engine.output;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;

/// Truncates what a killed run wrote to its files after its last record. A resume of that run would do so; an
/// abandoned run is never resumed, and a run that appends to the files would write those rows twice.
///
/// Used by the run's own thread, with the lock files of the outputs held.
public record AbandonedOutput(Pipeline pipeline, LandscapeReader reader) {

    public void truncate(String abandoned) throws IOException {
        Map<String, Sink.Mark> marks = reader.sinks().marks(abandoned);
        for (RunStart.SinkDeclared declared : reader.runs().declared(abandoned).sinks()) {
            Sink.Mark mark = marks.get(declared.name());
            Optional<Sink> sink = sinkOf(declared.target());
            if (mark != null && sink.isPresent()) {
                truncate(sink.get(), mark);
            }
        }
    }

    private Optional<Sink> sinkOf(String target) {
        return pipeline.sinks().stream()
                .map(Pipeline.SinkNode::sink)
                .filter(sink -> sink.file()
                        .filter(Files::isRegularFile)
                        .map(SinkGuard::target)
                        .filter(target::equals)
                        .isPresent())
                .findFirst();
    }

    private static void truncate(Sink sink, Sink.Mark mark) throws IOException {
        try (sink) {
            sink.resume(mark);
        } catch (PluginException changed) {
            // someone else has changed the file since, so none of it is known to be that run's
        }
    }
}
