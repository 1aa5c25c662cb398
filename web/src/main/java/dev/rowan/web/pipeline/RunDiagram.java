package dev.rowan.web.pipeline;

import dev.rowan.engine.pipeline.OnError;
import dev.rowan.engine.report.EdgeTokens;
import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramOverlay;
import dev.rowan.web.diagram.DiagramSvg;
import dev.rowan.web.diagram.DiagramTrace.Step;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// The picture of a run: its pipeline with the number of tokens on each edge, and the joins that are open.
public final class RunDiagram {
    private final Diagram sketch;
    private final EdgeTokens tokens;

    RunDiagram(Diagram sketch, EdgeTokens tokens) {
        this.sketch = sketch;
        this.tokens = tokens;
    }

    /// The picture as a file.
    public static String svg(RunStart run, RunFlow flow, boolean running) {
        Diagram sketch = RecordedPipeline.sketch(run);
        return DiagramSvg.file(sketch, new RunDiagram(sketch, new EdgeTokens(run, flow)).overlay(running));
    }

    DiagramOverlay overlay(boolean running) {
        var notes = new HashMap<String, String>();
        if (running) {
            tokens.openJoins().forEach((node, open) -> {
                if (open > 0) {
                    notes.put(sketch.transforms().get(node).path(), Figures.count(open) + " open");
                }
            });
        }
        return DiagramOverlay.of(counts(), notes);
    }

    /// The tokens by edge.
    Map<Step, Long> counts() {
        var counts = new LinkedHashMap<Step, Long>();
        if (sketch.links().isEmpty()) {
            chain(counts);
        }
        for (Diagram.Link link : sketch.links()) {
            int node = index(link.from());
            if (node >= 0) {
                counts.put(link.step(), tokens.count(node, link.label(), sink(link)));
            } else {
                counts.put(link.step(), ofSource(link));
            }
        }
        return counts;
    }

    private void chain(Map<Step, Long> counts) {
        sketch.source().ifPresent(source -> {
            counts.put(Step.next(source.path()), tokens.read(""));
            if (!(source.onError() instanceof OnError.Stay)) {
                counts.put(Step.error(source.path()), tokens.unreadable(""));
            }
        });
        for (int i = 0; i < sketch.transforms().size(); i++) {
            Diagram.Node node = sketch.transforms().get(i);
            counts.put(Step.next(node.path()), tokens.count(i, "", Optional.empty()));
            Optional<String> to = switch (node.onError()) {
                case OnError.ToSink(String sink) -> Optional.of(sink);
                case OnError.Discard _ -> Optional.of(OnError.DISCARD);
                case OnError.ToNode _, OnError.Stay _ -> Optional.empty();
            };
            if (to.isPresent()) {
                counts.put(Step.error(node.path()), tokens.count(i, Step.ERROR, to));
            }
        }
    }

    private int index(String path) {
        for (int i = 0; i < sketch.transforms().size(); i++) {
            if (sketch.transforms().get(i).path().equals(path)) {
                return i;
            }
        }
        return -1;
    }

    private Optional<String> sink(Diagram.Link link) {
        return link.to()
                .map(path -> sketch.sinks().stream()
                        .filter(sink -> sink.path().equals(path))
                        .map(Diagram.Node::name)
                        .findFirst())
                .orElse(Optional.of(OnError.DISCARD));
    }

    private long ofSource(Diagram.Link link) {
        String name = link.from().startsWith("sources")
                ? sketch.sources().stream()
                        .filter(source -> source.path().equals(link.from()))
                        .map(Diagram.Node::name)
                        .findFirst()
                        .orElse("")
                : "";
        return link.label().isEmpty() ? tokens.read(name) : tokens.unreadable(name);
    }
}
