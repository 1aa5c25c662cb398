package dev.rowan.web.pipeline;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.h3;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.li;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;
import static dev.rowan.web.html.Tags.ul;

import dev.rowan.api.config.Problem;
import dev.rowan.engine.pipeline.OnError;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramOverlay;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// A pipeline on a page: its problems, its picture, the settings of each node, its text.
record PipelineView(PipelineText pipeline, Optional<Diagram> sketch, Optional<RunDiagramView> run) {

    Html html() {
        return Html.many(
                problems(),
                sketch.isPresent()
                        ? div(cls("pipe"), div(picture(sketch.get()), file()), settings(sketch.get()))
                        : file());
    }

    private Html problems() {
        List<Problem> all = pipeline.problems();
        if (all.isEmpty()) {
            return Html.none();
        }
        return section(
                cls("notice bad"),
                attr("role", "alert"),
                h2(text(all.size() == 1 ? "1 problem" : all.size() + " problems")),
                ul(Html.many(all.stream()
                        .map(problem -> li(
                                code(text(
                                        problem.location().line() == 0
                                                ? problem.location().file()
                                                : problem.location().line() + ":"
                                                        + problem.location().column())),
                                text(" "),
                                Html.when(!problem.path().isEmpty(), code(text(problem.path() + " "))),
                                text(problem.message()),
                                Html.maybe(problem.hint().map(hint -> div(cls("sub"), text("→ " + hint))))))
                        .toList())));
    }

    private Html picture(Diagram sketch) {
        return section(
                cls("card"),
                h2(text("Picture")),
                run.map(RunDiagramView::html)
                        .orElseGet(() -> RunDiagramView.frame(
                                sketch, DiagramOverlay.NONE.linking(node -> Optional.of("#" + node.anchor())))));
    }

    private static Html settings(Diagram sketch) {
        var nodes = new ArrayList<Diagram.Node>();
        nodes.addAll(sketch.sources());
        nodes.addAll(sketch.transforms());
        nodes.addAll(sketch.sinks());
        return section(
                cls("card"),
                h2(text("Settings")),
                Html.many(nodes.stream().map(PipelineView::node).toList()));
    }

    private static Html node(Diagram.Node node) {
        var lines = new ArrayList<Html>();
        node.settings()
                .forEach(setting -> lines.add(tr(
                        th(attr("scope", "row"), code(text(setting.key()))),
                        td(element("span", cls("mono long"), text(setting.value()))))));
        if (node.kind() != Diagram.Kind.SINK
                && node.kind() != Diagram.Kind.FORK
                && node.onError() instanceof OnError.Stay) {
            lines.add(tr(
                    th(attr("scope", "row"), code(text("on_error"))),
                    td(cls("soft"), text("not set: failed rows stay in the landscape"))));
        }
        return div(
                id(node.anchor()),
                cls("pipe-node"),
                h3(text(node.name()), span(cls("sub"), text(" " + node.subtitle()))),
                Html.many(node.problems().stream()
                        .map(problem -> p(cls("pipe-wrong"), text("⚠ " + problem)))
                        .toList()),
                lines.isEmpty()
                        ? p(cls("soft"), text("No settings."))
                        : div(
                                cls("scroll"),
                                attr("tabindex", "0"),
                                table(
                                        cls("grid"),
                                        attr("aria-label", "Settings of " + node.name()),
                                        element("tbody", Html.many(lines)))));
    }

    private Html file() {
        Map<Integer, List<Problem>> byLine = pipeline.problems().stream()
                .filter(problem -> problem.location().file().equals(pipeline.file()))
                .collect(Collectors.groupingBy(problem -> problem.location().line()));
        var lines = new ArrayList<Html>();
        int number = 0;
        for (String line : pipeline.text().lines().toList()) {
            number++;
            List<Problem> wrong = byLine.getOrDefault(number, List.of());
            lines.add(tr(
                    wrong.isEmpty() ? cls("") : cls("src-wrong"),
                    th(attr("scope", "row"), cls("src-no"), id("line-" + number), text(Integer.toString(number))),
                    td(
                            cls("src-line"),
                            code(text(line.isEmpty() ? " " : line)),
                            Html.many(wrong.stream()
                                    .map(problem -> div(
                                            cls("pipe-wrong"),
                                            text("⚠ " + problem.message()
                                                    + problem.hint()
                                                            .map(hint -> "; " + hint)
                                                            .orElse(""))))
                                    .toList()))));
        }
        return section(
                cls("card"),
                h2(text("File")),
                p(cls("sub"), text(pipeline.file())),
                lines.isEmpty()
                        ? p(cls("soft"), text("No text recorded."))
                        : div(
                                cls("scroll src"),
                                attr("tabindex", "0"),
                                attr("role", "region"),
                                attr("aria-label", "Text of the pipeline file"),
                                table(
                                        attr("aria-label", "Lines of " + pipeline.file()),
                                        element("tbody", Html.many(lines)))));
    }
}
