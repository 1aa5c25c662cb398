package dev.rowan.cli.graph;

import dev.rowan.cli.command.UsageException;
import dev.rowan.cli.graph.GraphModel.Arrow;
import dev.rowan.cli.graph.GraphModel.Box;
import dev.rowan.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.stream.Stream;

/// The text formats of a graph.
enum GraphFormat {
    TEXT,
    MERMAID,
    DOT,
    JSON,
    SVG;

    static GraphFormat of(String word) {
        return Stream.of(values())
                .filter(format -> format.name().toLowerCase(Locale.ROOT).equals(word))
                .findFirst()
                .orElseThrow(() ->
                        new UsageException("--format must be text, mermaid, dot, json or svg, got '" + word + "'"));
    }

    /// Each node with the edges that leave it.
    static List<String> text(GraphModel graph) {
        var lines = new ArrayList<String>();
        for (Box box : graph.boxes()) {
            List<Arrow> arrows = graph.from(box);
            if (arrows.isEmpty()) {
                continue;
            }
            lines.add(box.name()
                    + (box.plugin().isEmpty() || box.plugin().equals(box.name()) ? "" : " (" + box.plugin() + ")")
                    + (box.open().orElse(0) > 0
                            ? "  %,d open".formatted(box.open().getAsLong())
                            : ""));
            for (Arrow arrow : arrows) {
                Box to = graph.box(arrow.to());
                lines.add("  " + (arrow.label().isEmpty() ? "" : arrow.label() + " ") + "→ "
                        + (to.kind().equals("sink") ? "sink '" + to.name() + "'" : to.name()) + counted(arrow, "  "));
            }
        }
        return lines;
    }

    private static String counted(Arrow arrow, String before) {
        OptionalLong count = arrow.count();
        return count.isPresent() ? before + "%,d".formatted(count.getAsLong()) : "";
    }

    static List<String> mermaid(GraphModel graph) {
        var lines = new ArrayList<String>(List.of("flowchart TD"));
        for (Box box : graph.boxes()) {
            String label = quoted(box.name(), "#quot;");
            lines.add("    " + id(graph, box.id())
                    + switch (box.kind()) {
                        case "gate" -> "{" + label + "}";
                        case "fork", "join" -> "[/" + label + "/]";
                        case "source", "sink" -> "[(" + label + ")]";
                        default -> "[" + label + "]";
                    });
        }
        for (Arrow arrow : graph.arrows()) {
            String label = label(arrow);
            lines.add("    " + id(graph, arrow.from()) + (isError(arrow) ? " -.->" : " -->")
                    + (label.isEmpty() ? "" : "|" + quoted(label, "#quot;") + "|") + " " + id(graph, arrow.to()));
        }
        return lines;
    }

    static List<String> dot(GraphModel graph) {
        var lines = new ArrayList<String>(List.of("digraph pipeline {"));
        for (Box box : graph.boxes()) {
            String shape = switch (box.kind()) {
                case "gate" -> "diamond";
                case "fork", "join" -> "parallelogram";
                case "aggregate" -> "folder";
                case "source", "sink" -> "cylinder";
                default -> "box";
            };
            lines.add(
                    "    " + id(graph, box.id()) + " [label=" + quoted(box.name(), "\\\"") + ", shape=" + shape + "];");
        }
        for (Arrow arrow : graph.arrows()) {
            lines.add("    " + id(graph, arrow.from()) + " -> " + id(graph, arrow.to()) + " [label="
                    + quoted(label(arrow), "\\\"") + (isError(arrow) ? ", style=dashed" : "") + "];");
        }
        lines.add("}");
        return lines;
    }

    static JsonObject json(GraphModel graph) {
        return JsonObject.object()
                .put(
                        "nodes",
                        graph.boxes().stream()
                                .map(box -> JsonObject.object()
                                        .put("id", box.id())
                                        .put("kind", box.kind())
                                        .put("name", box.name())
                                        .put("plugin", box.plugin())
                                        .put("open_joins", box.open()))
                                .toList())
                .put(
                        "edges",
                        graph.arrows().stream()
                                .map(arrow -> JsonObject.object()
                                        .put("from", arrow.from())
                                        .put("label", arrow.label())
                                        .put("to", arrow.to())
                                        .put(
                                                "tokens",
                                                arrow.count().isPresent()
                                                        ? arrow.count().getAsLong()
                                                        : null))
                                .toList());
    }

    private static boolean isError(Arrow arrow) {
        return arrow.label().equals("error");
    }

    private static String label(Arrow arrow) {
        return arrow.label() + counted(arrow, arrow.label().isEmpty() ? "" : " ");
    }

    /// An identifier that every format accepts.
    private static String id(GraphModel graph, String box) {
        return "n" + graph.boxes().indexOf(graph.box(box));
    }

    private static String quoted(String text, String quote) {
        String line = text.replaceAll("\\p{Cntrl}", " ").replace("\\", "\\\\");
        return "\"" + line.replace("\"", quote) + "\"";
    }
}
