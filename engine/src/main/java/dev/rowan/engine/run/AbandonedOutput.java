package dev.rowan.engine.run;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.nio.file.Files;
import java.util.Map;
import java.util.Optional;

/// Removes what a killed run wrote to its files behind its last record. A resume of that run would do so; a run that
/// is to be abandoned gets none, and whoever appends to the files would write those rows a second time.
///
/// Used by the run's own thread, with the lock files of the outputs held.
record AbandonedOutput(Pipeline pipeline, LandscapeReader reader) {

    void truncate(String abandoned) throws IOException {
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
                        .map(RunStartRecord::place)
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
