package dev.rowan.web.row;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.h3;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.history.Why;
import dev.rowan.landscape.record.LogEntry.Waits;
import dev.rowan.web.html.Html;
import dev.rowan.web.layout.Badges;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A visit to a node as a card: how it went and how long it took, why it failed, what changed, and its calls.
record VisitView(RowHistory history, RowValues pieces) {
    /// Maximum rows shown of a split row.
    private static final int MAX_CALLS = 20;

    Html of(RowHistory.Visit visit) {
        boolean parts = history.ends().size() > 1 || history.visits().stream().anyMatch(other -> other.part() > 0);
        String which = (parts ? "part " + visit.part() : "")
                + (visit.attempt() > 1 ? (parts ? ", " : "") + "attempt " + visit.attempt() : "");
        return section(
                cls("card visit"),
                id("visit-" + RowValues.of(visit)),
                div(
                        cls("row"),
                        h2(text(visit.nodeName())),
                        span(cls("sub"), text(visit.plugin().equals(visit.nodeName()) ? "" : visit.plugin())),
                        status(visit),
                        Html.when(!which.isEmpty(), Badges.badge("calm", which)),
                        span(cls("sub end"), text(took(visit)))),
                Html.maybe(visit.waits().map(waits -> waits(waits, visit))),
                Html.maybe(visit.reason().map(VisitView::reason)),
                Html.when(history.deleted().isEmpty(), outputs(visit)),
                Html.many(visit.calls().stream()
                        .map(call -> new CallView(history, pieces).of(visit, call))
                        .toList()));
    }

    private static Html status(RowHistory.Visit visit) {
        String kind = switch (visit.status()) {
            case "completed" -> "good";
            case "failed" -> "bad";
            default -> "live";
        };
        return Badges.badge(kind, visit.status());
    }

    static String took(RowHistory.Visit visit) {
        return micros(visit).map(span -> "in " + TimingBar.span(span)).orElse("");
    }

    /// Waits are shown where there are calls to wait for; the rest is the node's own work and its record.
    private static Html waits(Waits waits, RowHistory.Visit visit) {
        long known = waits.queueMicros() + waits.pacerMicros() + waits.permitMicros() + waits.wireMicros();
        return visit.calls().isEmpty() || known == 0
                ? Html.none()
                : new TimingBar(List.of(
                                new TimingBar.Stretch("queue", waits.queueMicros(), 2),
                                new TimingBar.Stretch("pacer", waits.pacerMicros(), 5),
                                new TimingBar.Stretch("permit", waits.permitMicros(), 4),
                                new TimingBar.Stretch("on the wire", waits.wireMicros(), 1),
                                new TimingBar.Stretch(
                                        "processing", micros(visit).orElse(0L) - known, 0)))
                        .html();
    }

    private static Optional<Long> micros(RowHistory.Visit visit) {
        return visit.closed()
                .map(closed -> Duration.between(visit.opened(), closed).dividedBy(ChronoUnit.MICROS.getDuration()));
    }

    /// Why it did not pass: the sentence first, then the code and the details.
    static Html reason(Map<String, @Nullable Object> reason) {
        Why why = Why.of(reason);
        return div(
                cls("why"),
                p(element("strong", text(why.sentence()))),
                element(
                        "dl",
                        cls("facts"),
                        fact("reason", why.code()),
                        Html.many(why.details().entrySet().stream()
                                .map(detail -> fact(detail.getKey(), Pretty.of(detail.getValue())))
                                .toList())));
    }

    private static Html fact(String name, String value) {
        return div(element("dt", text(name)), element("dd", code(text(ValueView.cut(value)))));
    }

    private Html outputs(RowHistory.Visit visit) {
        var changes = new ChangesView(pieces);
        int rows = visit.outputs().size();
        if (rows == 1) {
            return changes.of(visit, 0);
        }
        if (!visit.status().equals("completed")) {
            return Html.none();
        }
        return Html.many(
                p(text(rows == 0 ? "Dropped here." : "Became " + rows + " rows.")),
                Html.many(IntStream.range(0, Math.min(rows, MAX_CALLS))
                        .mapToObj(index -> (Html) element(
                                "details",
                                index < 3 ? attr("open", "open") : cls(""),
                                element("summary", h3(text("Row " + (index + 1) + " of " + rows))),
                                changes.of(visit, index)))
                        .toList()),
                Html.when(rows > MAX_CALLS, p(cls("soft"), text("The JSON of this row has the others."))));
    }
}
