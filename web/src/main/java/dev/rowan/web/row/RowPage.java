package dev.rowan.web.row;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.pre;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.report.Figures;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.CallCost;
import dev.rowan.web.diagram.Diagram;
import dev.rowan.web.diagram.DiagramOverlay;
import dev.rowan.web.diagram.DiagramSvg;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.layout.Badges;
import dev.rowan.web.read.LandscapeLocation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/// The page of a row: how it ended and why, its path, and each visit. `list` is the query of
/// the list that links here.
record RowPage(RowHistoryView life, Optional<String> list, OptionalLong part, LandscapeLocation location) {
    /// Maximum visits and outcomes shown.
    private static final int MAX_VISITS = 100;

    private static final int ENDS = 20;

    private RowHistory history() {
        return life.history();
    }

    private String run() {
        return "/runs/" + Href.encode(history().run().runId());
    }

    Html html() {
        var pieces = new RowValues(history());
        return Html.many(ways(), alive(pieces), new ProofView(history(), location).html());
    }

    /// The part that changes while the row is on its way.
    private Html alive(RowValues pieces) {
        boolean moves = history().run().status().equals(RunSummary.RUNNING)
                && history().ends().isEmpty();
        var parts = new ArrayList<Part>(List.of(id("life")));
        if (moves) {
            parts.add(attr(
                    "data-live",
                    run() + "/rows/" + history().rowSeq() + (part.isPresent() ? "?part=" + part.getAsLong() : "")));
            parts.add(attr("data-every", "2"));
        }
        parts.add(div(
                cls("pipe life"),
                div(section(cls("card"), end(), metrics()), beginning(pieces)), //
                picture()));
        parts.add(visits(pieces));
        return div(parts.toArray(Part[]::new));
    }

    private Html visits(RowValues pieces) {
        List<RowHistory.Visit> wanted = history().visits().stream()
                .filter(visit -> part.isEmpty() || visit.part() == part.getAsLong())
                .toList();
        var view = new VisitView(history(), pieces);
        return Html.many(
                Html.many(wanted.stream().limit(MAX_VISITS).map(view::of).toList()),
                Html.when(
                        wanted.size() > MAX_VISITS,
                        p(
                                cls("notice calm"),
                                text("The first " + MAX_VISITS + " of " + Figures.count(wanted.size())
                                        + " visits. Add ?part=N to the address to show one part."))));
    }

    private Html ways() {
        String rows = run() + "/rows";
        String more = list.map(query -> "?list=" + Href.encode(query)).orElse("");
        long row = history().rowSeq();
        return element(
                "nav",
                cls("row ways"),
                attr("aria-label", "Rows"),
                a(rows + list.map(query -> "?" + query).orElse(""), text("← Back to the list")),
                span(
                        cls("end row"),
                        Html.when(row > 1, a(rows + "/" + (row - 1) + more, cls("button"), text("‹ Row " + (row - 1)))),
                        Html.when(
                                row < history().run().rowsRead(),
                                a(rows + "/" + (row + 1) + more, cls("button"), text("Row " + (row + 1) + " ›")))));
    }

    private Html end() {
        var outcomes = new ArrayList<Html>();
        for (RowHistory.End end :
                history().ends().subList(0, Math.min(ENDS, history().ends().size()))) {
            String part = history().ends().size() > 1 ? "Part " + end.part() + " " : "";
            outcomes.add(p(
                    text(part),
                    Badges.outcome(end.outcome()),
                    text(" " + end.nodeName().map(node -> "at " + node + ", ").orElse("") + end.whereabouts()
                            + end.reason().map(reason -> "; reason " + reason).orElse("") + ".")));
        }
        if (outcomes.isEmpty()) {
            outcomes.add(p(noOutcome()));
        }
        int more = history().ends().size() - ENDS;
        if (more > 0) {
            outcomes.add(p(cls("soft"), text("And " + Figures.count(more) + " more parts.")));
        }
        Optional<Html> why = history().ends().size() > 1
                ? Optional.empty()
                : history().visits().stream()
                        .filter(visit -> visit.status().equals("failed"))
                        .reduce((_, last) -> last)
                        .filter(_ -> history().ends().stream()
                                .anyMatch(end -> end.nodeName().isPresent()))
                        .flatMap(RowHistory.Visit::reason)
                        .or(history()::unreadable)
                        .map(VisitView::reason);
        return Html.many(
                h2(text("Row " + history().rowSeq())),
                p(
                        cls("sub"),
                        text("from " + history().run().source() + ", "
                                + history().position()
                                + history().sourceId().map(own -> ", id " + own).orElse("") + ", read "
                                + Figures.time(history().readAt()))),
                Html.many(outcomes),
                Html.maybe(why),
                Html.maybe(history()
                        .deleted()
                        .map(gone -> p(
                                cls("notice warn"),
                                text("The values of this row were deleted"
                                        + gone.at()
                                                .map(at -> " on " + Figures.time(at))
                                                .orElse(", time unknown")
                                        + ". Its history is kept.")))));
    }

    private Html noOutcome() {
        boolean running = history().run().status().equals(RunSummary.RUNNING);
        if (history().awaitsResults()) {
            return Html.many(
                    Badges.badge("calm", "awaiting results"),
                    text(" of a batch service."),
                    Html.when(
                            !running,
                            Html.many(
                                    text(" To continue: "),
                                    code(text(location.command(
                                            "resume " + history().run().runId()))))));
        }
        return running
                ? Html.many(Badges.badge("live", "in flight"), text("."))
                : Html.many(Badges.badge("warn", "no outcome"), text(" The run ended before this row finished."));
    }

    private Html metrics() {
        var metrics = new ArrayList<Html>();
        if (history().ends().size() == 1) {
            RowHistory.End end = history().ends().getFirst();
            metrics.add(figure("total", Figures.duration(end.total())));
            metrics.add(figure("waiting for earlier rows", Figures.duration(end.reorderWait())));
            metrics.add(figure("for the sink", Figures.duration(end.sinkWait())));
        }
        var attempts = history().visits().stream()
                .flatMap(visit -> visit.calls().stream())
                .flatMap(call -> call.attempts().stream())
                .toList();
        if (!attempts.isEmpty()) {
            CallCost cost = attempts.stream()
                    .map(attempt ->
                            attempt.end().map(ended -> ended.callCost()).orElse(CallCost.of(attempt.worst(), false)))
                    .reduce(CallCost.NONE, CallCost::plus);
            metrics.add(figure("call attempts", Figures.count(attempts.size())));
            metrics.add(figure(history().run().simulated() ? "would have cost" : "cost", cost.brief(Figures::dollars)));
        }
        return element("dl", cls("figures"), Html.many(metrics));
    }

    private static Html figure(String what, String value) {
        return div(element("dt", text(what)), element("dd", text(value)));
    }

    private Html picture() {
        return section(
                cls("card"),
                h2(text("Path")),
                div(
                        cls("pic-frame"),
                        attr("role", "region"),
                        attr("aria-label", "The pipeline with the path of this row"),
                        attr("tabindex", "0"),
                        DiagramSvg.inline(
                                life.sketch(),
                                DiagramOverlay.of(RowTrace.of(life.sketch(), history()))
                                        .linking(this::placeOf))));
    }

    /// From a transform to the first visit there.
    private Optional<String> placeOf(Diagram.Node node) {
        int index = life.sketch().transforms().indexOf(node);
        return history().visits().stream()
                .filter(visit -> index >= 0 && visit.node() == index)
                .findFirst()
                .map(visit -> "#visit-" + RowValues.of(visit));
    }

    private Html beginning(RowValues pieces) {
        return Html.many(
                Html.maybe(history()
                        .row()
                        .map(row -> section(
                                cls("card"),
                                h2(text("As read")),
                                new ChangesView(pieces).values(row, RowValues.READ)))),
                Html.maybe(history()
                        .raw()
                        .map(raw -> section(
                                cls("card"),
                                h2(text("Read error")),
                                pre(
                                        attr("tabindex", "0"),
                                        attr("role", "group"),
                                        attr("aria-label", "The record in the source"),
                                        text(ValueView.cut(raw))),
                                ValueView.rest(raw, pieces.address(RowValues.RAW))))));
    }
}
