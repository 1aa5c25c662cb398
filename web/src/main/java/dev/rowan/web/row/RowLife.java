package dev.rowan.web.row;

import dev.rowan.engine.pipeline.OnError;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeUnreachableException;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.story.RowStory;
import dev.rowan.web.http.Refused;
import dev.rowan.web.picture.Sketch;
import dev.rowan.web.pipeline.RecordedPipeline;
import dev.rowan.web.text.Shown;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/// A row's story with the picture of the pipeline that it went through.
record RowLife(RowStory story, Sketch sketch) {

    static RowLife read(LandscapeReader reader, String word, long row) {
        String run = reader.resolve(word);
        RowStory story = reader.story(run, row)
                .orElseThrow(() -> new Refused(
                        404,
                        "run " + run + " has no row " + row + "; it has read "
                                + Shown.count(reader.summary(run).rowsRead()) + " rows so far"));
        return new RowLife(
                story, declared(reader, run).map(RecordedPipeline::sketch).orElseGet(() -> visited(story)));
    }

    /// What the run is by its record; empty when that was deleted.
    private static Optional<RunStart> declared(LandscapeReader reader, String run) {
        try {
            return Optional.of(reader.declared(run));
        } catch (LandscapeUnreachableException down) {
            throw down;
        } catch (LandscapeException _) {
            return Optional.empty();
        }
    }

    /// What the story itself tells of the pipeline: the nodes up to the last one that was visited, and the
    /// sinks it reached.
    private static Sketch visited(RowStory story) {
        Map<Integer, RowStory.Visit> byNode = new TreeMap<>();
        story.visits().forEach(visit -> byNode.putIfAbsent(visit.node(), visit));
        int last = byNode.keySet().stream().mapToInt(node -> node).max().orElse(-1);
        List<Sketch.Node> transforms = IntStream.rangeClosed(0, last)
                .mapToObj(index -> Optional.ofNullable(byNode.get(index))
                        .map(visit -> node(
                                Sketch.Kind.TRANSFORM, "transforms[" + index + "]", visit.nodeName(), visit.plugin()))
                        .orElseGet(() ->
                                node(Sketch.Kind.TRANSFORM, "transforms[" + index + "]", "node " + index, "unknown")))
                .toList();
        List<Sketch.Node> sinks = story.ends().stream()
                .flatMap(end -> end.sink().stream())
                .distinct()
                .map(sink -> node(Sketch.Kind.SINK, "sinks." + sink, sink, "sink"))
                .toList();
        return new Sketch(
                story.run().name(),
                Optional.of(
                        node(Sketch.Kind.SOURCE, "source", "source", story.run().source())),
                transforms,
                sinks,
                sinks.isEmpty() ? "output" : sinks.getFirst().name());
    }

    private static Sketch.Node node(Sketch.Kind kind, String path, String name, String plugin) {
        return new Sketch.Node(kind, path, name, plugin, List.of(), new OnError.Stay(), List.of(), List.of());
    }
}
