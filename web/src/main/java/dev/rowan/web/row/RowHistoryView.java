package dev.rowan.web.row;

import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.pipeline.RecordedPipeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// A row's history with the diagram of its pipeline.
record RowHistoryView(RowHistory history, Diagram sketch) {

    static RowHistoryView read(LandscapeReader reader, String word, long row) {
        String run = reader.runs().resolve(word);
        RowHistory history = reader.rows()
                .history(run, row)
                .orElseThrow(() -> new WebRequestException(
                        404,
                        "run " + run + " has no row " + row + "; it has read "
                                + Figures.count(reader.runs().summary(run).rowsRead()) + " rows so far"));
        return new RowHistoryView(
                history, declared(reader, run).map(RecordedPipeline::sketch).orElseGet(() -> visited(history)));
    }

    /// The recorded start of the run; empty when it was deleted.
    private static Optional<RunStart> declared(LandscapeReader reader, String run) {
        try {
            return Optional.of(reader.runs().declared(run));
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException _) {
            return Optional.empty();
        }
    }

    /// The pipeline as far as the row's history shows it: the nodes up to the last one visited, and the sinks
    /// reached.
    private static Diagram visited(RowHistory history) {
        Map<Integer, RowHistory.Visit> byNode = new TreeMap<>();
        history.visits().forEach(visit -> byNode.putIfAbsent(visit.node(), visit));
        int last = byNode.keySet().stream().mapToInt(node -> node).max().orElse(-1);
        List<Diagram.Node> transforms = IntStream.rangeClosed(0, last)
                .mapToObj(index -> Optional.ofNullable(byNode.get(index))
                        .map(visit -> node(
                                Diagram.Kind.TRANSFORM, "transforms[" + index + "]", visit.nodeName(), visit.plugin()))
                        .orElseGet(() ->
                                node(Diagram.Kind.TRANSFORM, "transforms[" + index + "]", "node " + index, "unknown")))
                .toList();
        List<Diagram.Node> sinks = history.ends().stream()
                .flatMap(end -> end.sink().stream())
                .distinct()
                .map(sink -> node(Diagram.Kind.SINK, "sinks." + sink, sink, "sink"))
                .toList();
        return Diagram.chain(
                history.run().name(),
                Optional.of(node(
                        Diagram.Kind.SOURCE, "source", "source", history.run().source())),
                transforms,
                sinks,
                sinks.isEmpty() ? "output" : sinks.getFirst().name());
    }

    private static Diagram.Node node(Diagram.Kind kind, String path, String name, String plugin) {
        return new Diagram.Node(kind, path, name, plugin, List.of(), new OnError.Stay(), List.of(), List.of());
    }
}
