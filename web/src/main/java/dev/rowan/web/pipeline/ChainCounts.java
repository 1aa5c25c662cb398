package dev.rowan.web.pipeline;

import dev.rowan.api.Outcome;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramTrace.Step;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The tokens on the edges of a chain, as far as the counts of its run tell: what was read, and what each sink has
/// if only one edge leads there. The others would take a look at every event.
final class ChainCounts {
    private ChainCounts() {}

    static Map<Step, Long> of(Diagram sketch, RunSummary run) {
        var counts = new LinkedHashMap<Step, Long>();
        var nodes = new ArrayList<Diagram.Node>(sketch.sources());
        nodes.addAll(sketch.transforms());
        sketch.source()
                .ifPresent(source -> counts.put(
                        Step.next(source.path()),
                        run.rowsRead() - run.outcomes().getOrDefault(Outcome.QUARANTINED, 0L)));
        if (!sketch.transforms().isEmpty() && !isErrorSink(sketch.output(), nodes)) {
            counts.put(
                    Step.next(sketch.transforms().getLast().path()),
                    run.sinkRows().getOrDefault(sketch.output(), 0L));
        }
        for (Diagram.Node node : nodes) {
            if (node.onError() instanceof OnError.ToSink(String sink)
                    && nodes.stream()
                                    .filter(other -> other.onError().equals(node.onError()))
                                    .count()
                            == 1
                    && !sink.equals(sketch.output())) {
                counts.put(Step.error(node.path()), run.sinkRows().getOrDefault(sink, 0L));
            }
        }
        return counts;
    }

    private static boolean isErrorSink(String sink, List<Diagram.Node> nodes) {
        return nodes.stream().anyMatch(node -> node.onError().equals(new OnError.ToSink(sink)));
    }
}
