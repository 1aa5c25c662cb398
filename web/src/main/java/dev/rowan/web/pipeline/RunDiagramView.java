package dev.rowan.web.pipeline;

import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramOverlay;
import dev.rowan.web.diagram.DiagramSvg;
import dev.rowan.web.diagram.DiagramTrace.Step;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The picture of a run's pipeline with the tokens on each edge; nodes and edges lead to their rows. It is refreshed
/// while the run is in progress.
record RunDiagramView(RunSummary run, Diagram sketch, DiagramOverlay overlay) {

    Html html() {
        String here = "/runs/" + Href.encode(run.runId());
        var parts = new ArrayList<Part>(List.of(
                id("run-picture"),
                attr("data-live", here + "/pipeline"),
                attr("data-every", run.status().equals(RunSummary.RUNNING) ? "2" : "0"),
                p(cls("sub"), text("Click a node or an edge to show its rows.")),
                frame(
                        sketch,
                        overlay.linking(node -> Optional.of(here + "/rows" + query(node)))
                                .linkingEdges(
                                        step -> edge(step).map(name -> here + "/rows?edge=" + Href.encode(name))))));
        return div(parts.toArray(Part[]::new));
    }

    static Html frame(Diagram sketch, DiagramOverlay overlay) {
        return div(
                cls("pic-frame"),
                attr("role", "region"),
                attr("aria-label", "Diagram of the pipeline"),
                attr("tabindex", "0"),
                DiagramSvg.inline(sketch, overlay));
    }

    private static String query(Diagram.Node node) {
        return switch (node.kind()) {
            case SOURCE -> "";
            case SINK -> "?sink=" + Href.encode(node.name());
            case TRANSFORM, GATE, FORK, JOIN, AGGREGATE -> "?visited=" + Href.encode(node.name());
        };
    }

    /// The name of an edge as in a query for its rows.
    private Optional<String> edge(Step step) {
        String label = step.label().isEmpty() ? "" : "." + step.label();
        return sketch.sources().stream()
                .filter(source -> source.path().equals(step.from()))
                .map(source -> "source" + (source.path().startsWith("sources") ? "." + source.name() : ""))
                .findFirst()
                .or(() -> sketch.transforms().stream()
                        .filter(node -> node.path().equals(step.from()))
                        .map(Diagram.Node::name)
                        .findFirst())
                .map(name -> name + label);
    }
}
