package dev.rowan.web.diagram;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.report.Figures;
import dev.rowan.web.diagram.DiagramLayout.Box;
import dev.rowan.web.diagram.DiagramLayout.Line;
import dev.rowan.web.html.Attribute;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A picture of a pipeline as SVG: within a page, or as a file of its own with its style in it. The same
/// pipeline gives the same bytes.
public final class DiagramSvg {
    private static final int NAME_COLUMNS = 10;
    private static final int SMALL_COLUMNS = 7;

    private final Diagram sketch;
    private final DiagramOverlay overlay;
    private final Optional<DiagramTrace> trace;
    private final DiagramLayout plan;

    private DiagramSvg(Diagram sketch, DiagramOverlay overlay) {
        this.sketch = sketch;
        this.overlay = overlay;
        this.trace = overlay.trace();
        this.plan = DiagramPlanner.plan(sketch, trace.isPresent());
    }

    /// The inline SVG.
    public static Html inline(Diagram sketch, DiagramOverlay overlay) {
        return new DiagramSvg(sketch, overlay).svg("group");
    }

    /// The picture as a file.
    public static String file(Diagram sketch) {
        return file(sketch, DiagramOverlay.NONE);
    }

    /// The same with an overlay.
    public static String file(Diagram sketch, DiagramOverlay overlay) {
        String svg = new DiagramSvg(sketch, overlay).svg("img").write();
        int head = svg.indexOf('>') + 1;
        return svg.substring(0, head) + "<style>\n" + style() + "</style>" + svg.substring(head) + "\n";
    }

    private static String style() {
        try (InputStream colours = DiagramSvg.class.getResourceAsStream("colours.css");
                InputStream rules = DiagramSvg.class.getResourceAsStream("picture.css")) {
            if (colours == null || rules == null) {
                throw new IllegalStateException("the style of pictures is not beside their code");
            }
            return new String(colours.readAllBytes(), StandardCharsets.UTF_8)
                    + new String(rules.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private Html.Element svg(String role) {
        var parts = new ArrayList<Part>(List.of(
                attr("xmlns", "http://www.w3.org/2000/svg"),
                cls(sketch.isChain() ? "pic" : "pic pic-graph"),
                attr("role", role),
                attr("aria-label", "Pipeline " + sketch.name()),
                attr("width", Integer.toString(plan.width())),
                attr("height", Integer.toString(plan.height())),
                attr("viewBox", "0 0 " + plan.width() + " " + plan.height()),
                element("title", text("Pipeline " + sketch.name())),
                element("desc", text(DiagramDescription.of(sketch)))));
        plan.lines().forEach(line -> parts.add(line(line)));
        plan.boxes().forEach(box -> parts.add(box(box)));
        return element("svg", parts.toArray(Part[]::new));
    }

    private Html line(Line line) {
        String kind = switch (line.kind()) {
            case PASS -> "pic-pass";
            case ERROR -> "pic-error";
            case DISCARD -> "pic-discard";
        };
        var parts = new ArrayList<Part>(List.of(
                cls("pic-line " + kind + stands(taken(line))),
                element("path", attr("d", line.path())),
                element("path", cls("pic-tip"), attr("d", tip(line)))));
        label(line)
                .ifPresent(label -> parts.add(
                        label("pic-label", line.label().x(), line.label().y(), label)));
        if (!line.end().text().isEmpty()) {
            parts.add(label(
                    "pic-label", line.end().x(), line.end().y(), line.end().text()));
        }
        Optional<String> link = overlay.edgeLinks().apply(line.step());
        if (link.isEmpty()) {
            return element("g", parts.toArray(Part[]::new));
        }
        parts.add(element("path", cls("pic-hit"), attr("d", line.path())));
        return element(
                "a",
                new Attribute("href", link.get()),
                attr("aria-label", described(line)),
                element("g", parts.toArray(Part[]::new)));
    }

    /// The label of the edge and its count.
    private Optional<String> label(Line line) {
        String count = Optional.ofNullable(overlay.tokens().get(line.step()))
                .map(Figures::count)
                .orElse("");
        String label = line.label().text() + (line.label().text().isEmpty() || count.isEmpty() ? "" : " ") + count;
        return label.isEmpty() ? Optional.empty() : Optional.of(label);
    }

    private String described(Line line) {
        String from = plan.boxes().stream()
                .map(Box::node)
                .filter(node -> node.path().equals(line.step().from()))
                .map(Diagram.Node::name)
                .findFirst()
                .orElse("");
        return "Rows that left " + from
                + (line.step().label().isEmpty() ? "" : " by " + line.step().label())
                + Optional.ofNullable(overlay.tokens().get(line.step()))
                        .map(count -> ": " + Figures.count(count))
                        .orElse("");
    }

    private Optional<Boolean> taken(Line line) {
        return trace.map(way -> way.steps().contains(line.step()));
    }

    private static String stands(Optional<Boolean> taken) {
        return taken.map(yes -> yes ? " pic-taken" : " pic-dim").orElse("");
    }

    private static String tip(Line line) {
        return switch (line.heading()) {
            case DOWN -> "M" + line.x() + " " + line.y() + " l-5 -9 h10 z";
            case RIGHT -> "M" + line.x() + " " + line.y() + " l-9 -5 v10 z";
            case LEFT -> "M" + line.x() + " " + line.y() + " l9 -5 v10 z";
        };
    }

    private Html box(Box box) {
        Diagram.Node node = box.node();
        Optional<DiagramTrace.Mark> mark = trace.flatMap(way -> way.at(node));
        String stands = trace.isPresent() ? mark.map(m -> " pic-" + m.kind()).orElse(" pic-dim") : "";
        String wrong = node.problems().isEmpty() && !box.missing() ? "" : " pic-wrong";
        var parts = new ArrayList<Part>(List.of(
                cls("pic-node pic-" + node.kind().word() + stands + wrong),
                element("title", text(DiagramDescription.of(node))),
                shape(box, "pic-box"),
                element(
                        "path",
                        cls("pic-side"),
                        attr("d", "M" + (box.x() + 5) + " " + (box.y() + 16) + " V" + (box.bottom() - 16)))));
        int x = box.x() + 16;
        int y = box.y() + 23;
        int width = box.width() - 28;
        parts.add(label("pic-name", x, y, ClippedText.to(width / NAME_COLUMNS, node.name())));
        parts.add(label("pic-small", x, y + 16, ClippedText.to(width / SMALL_COLUMNS, node.subtitle())));
        y += 16;
        for (String fact : node.facts()) {
            y += 16;
            parts.add(label("pic-fact", x, y, ClippedText.to(width / SMALL_COLUMNS, fact)));
        }
        if (!node.problems().isEmpty()) {
            y += 18;
            int many = node.problems().size();
            parts.add(label("pic-problem", x, y, "⚠ " + many + (many == 1 ? " problem" : " problems")));
        }
        Optional.ofNullable(overlay.notes().get(node.path()))
                .ifPresent(note -> parts.add(label("pic-note", box.right() - 14, box.y() + 23, note)));
        if (trace.isPresent()) {
            String label = mark.map(DiagramTrace.Mark::label).orElse("not visited");
            parts.add(label("pic-mark", x, y + 20, ClippedText.to(width / SMALL_COLUMNS, label)));
        }
        Html drawn = element("g", parts.toArray(Part[]::new));
        return overlay.nodeLinks()
                .apply(node)
                .<Html>map(to -> element("a", new Attribute("href", to), drawn))
                .orElse(drawn);
    }

    private static Html shape(Box box, String name) {
        return element(
                "rect",
                cls(name),
                attr("x", Integer.toString(box.x())),
                attr("y", Integer.toString(box.y())),
                attr("width", Integer.toString(box.width())),
                attr("height", Integer.toString(box.height())),
                attr("rx", corner(box.node().kind())));
    }

    private static String corner(Diagram.Kind kind) {
        return switch (kind) {
            case TRANSFORM -> "7";
            case SOURCE, SINK, AGGREGATE -> "18";
            case GATE, FORK, JOIN -> "2";
        };
    }

    private static Html label(String name, int x, int y, String label) {
        return element("text", cls(name), attr("x", Integer.toString(x)), attr("y", Integer.toString(y)), text(label));
    }
}
