package dev.rowan.engine.output;

import dev.rowan.api.Time;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.Sink;
import dev.rowan.engine.pipeline.Pipeline.SinkNode;
import dev.rowan.engine.stop.ResourceCloser;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Opens the sinks of a run. The start of each is durable in the landscape before it is touched, so that a resume
/// knows what it may truncate.
public final class SinkOpener {
    private SinkOpener() {}

    /// Refuses to resume a run without order whose target is ahead of the record: which rows it has is unknown.
    public static void refuseAhead(Map<String, SinkStart> starts) throws PluginException {
        for (var start : starts.entrySet()) {
            long ahead = start.getValue().found().rows()
                    - start.getValue().recorded().rows();
            if (ahead > 0) {
                throw new PluginException("sink '" + start.getKey() + "' has " + ahead
                        + " rows more than the record, and with 'order: none' it is unknown which ones; remove them, or"
                        + " start a new run");
            }
        }
    }

    /// `marks` are those of an earlier process of the run; a sink with a mark resumes there. Returns where each
    /// sink starts.
    public static Map<String, SinkStart> open(
            List<SinkNode> sinks,
            Map<String, Sink.Mark> marks,
            Sink.Existing existing,
            LandscapeRecorder recorder,
            Time time,
            ResourceCloser closing)
            throws IOException, InterruptedException {
        List<LogEntry> starts = new ArrayList<>();
        var opened = new LinkedHashMap<String, SinkStart>();
        for (SinkNode node : sinks) {
            if (!marks.containsKey(node.name())) {
                Sink.Mark start = node.sink().start(existing);
                starts.add(new LogEntry.SinkSynced(node.name(), time.instant(), start));
                opened.put(node.name(), new SinkStart(start, start));
            }
        }
        if (!starts.isEmpty()) {
            recorder.awaitCommitted(recorder.record(starts));
        }
        for (SinkNode node : sinks) {
            Sink.Mark mark = marks.get(node.name());
            if (mark == null) {
                node.sink().open(existing);
            } else {
                opened.put(node.name(), new SinkStart(mark, node.sink().resume(mark)));
            }
            closing.add(node.sink());
        }
        return opened;
    }
}
