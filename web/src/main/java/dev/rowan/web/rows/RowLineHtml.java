package dev.rowan.web.rows;

import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.title;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.api.Outcome;
import dev.rowan.engine.report.Figures;
import dev.rowan.web.html.Href;
import dev.rowan.web.html.Html;
import dev.rowan.web.index.RowFilter;
import dev.rowan.web.layout.Badges;
import java.util.stream.Stream;

/// A line of the table.
final class RowLineHtml {
    private static final int SHORT = 40;

    private RowLineHtml() {}

    /// `parameters` are those of the list, for the link back to it.
    static Html of(RowLine line, QueryParameters parameters) {
        return tr(
                td(cls("num"), a(line.path() + back(parameters), attr("data-row", ""), text(line.name()))),
                td(text(ValuePreview.clipped(line.sourceId().orElse(""), SHORT))),
                td(badge(line)),
                td(reason(line)),
                td(text(line.node().orElse(""))),
                td(text(line.sink().orElse(""))),
                td(cls("num"), cost(line)),
                td(cls("num"), text(line.latency().map(Figures::duration).orElse(""))),
                td(div(cls("clip"), title(line.preview()), text(line.preview()))));
    }

    private static String back(QueryParameters parameters) {
        String query = parameters.query();
        return query.isEmpty() ? "" : "?list=" + Href.encode(query.substring(1));
    }

    private static Html badge(RowLine line) {
        String word = line.outcome();
        return Stream.of(Outcome.values())
                .filter(outcome -> outcome.word().equals(word))
                .findFirst()
                .map(Badges::outcome)
                .orElseGet(() -> switch (word) {
                    case RowFilter.AWAITING -> Badges.badge("calm", "awaiting results");
                    case RowFilter.IN_FLIGHT ->
                        line.view().isLive() ? Badges.badge("live", "in flight") : Badges.badge("warn", "unfinished");
                    default -> Badges.badge("calm", word);
                });
    }

    private static Html reason(RowLine line) {
        return Html.maybe(line.reason().map(code -> span(title(code), text(ReasonLabels.of(code)))));
    }

    private static Html cost(RowLine line) {
        int attempts = line.line().attempts();
        return attempts == 0
                ? Html.none()
                : span(
                        title(attempts == 1 ? "1 attempt" : attempts + " attempts"),
                        text(line.cost().brief(Figures::dollars)));
    }
}
