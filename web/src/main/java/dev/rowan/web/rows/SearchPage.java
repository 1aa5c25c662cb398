package dev.rowan.web.rows;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.engine.report.Figures;
import dev.rowan.web.html.Html;
import java.util.List;

/// The first matches, as a page that needs no JavaScript.
record SearchPage(RunView view, RowsQuery query) {

    Html html(RowsSearch.First found) {
        return Html.many(
                new SearchForm(view, query).html(),
                new FilterForm(view, query).chips(),
                p(cls("row"), a(view.path() + query.parameters().filters().query(), text("All selected rows"))),
                hits(found.hits()),
                p(cls("soft"), text(summary(found))));
    }

    private static String summary(RowsSearch.First found) {
        if (found.hits().isEmpty()) {
            return "No matches.";
        }
        return found.more()
                ? "These are " + Figures.count(found.hits().size()) + " matches; there are more."
                : found.hits().size() == 1
                        ? "1 match."
                        : Figures.count(found.hits().size()) + " matches in total.";
    }

    private Html hits(List<SearchHit> hits) {
        return Html.when(!hits.isEmpty(), hitTable(hits.stream().map(this::line).toList()));
    }

    /// The table of matches; the script adds lines of the same form.
    static Html hitTable(List<Html> lines) {
        return div(
                cls("scroll"),
                table(
                        cls("grid"),
                        attr("aria-label", "Matches"),
                        element(
                                "thead",
                                tr(
                                        th(attr("scope", "col"), cls("num"), text("Row")),
                                        th(attr("scope", "col"), text("Where")),
                                        th(attr("scope", "col"), text("Value")))),
                        element("tbody", id("hits"), Html.many(lines))));
    }

    private Html line(SearchHit hit) {
        return tr(
                td(cls("num"), a(view.path() + "/" + hit.row(), text(Long.toString(hit.row())))),
                td(
                        cls("where"),
                        text(hit.where(view)),
                        Html.when(!hit.name().isEmpty(), div(cls("sub"), code(text(hit.name()))))),
                td(cls("snippet"), text(hit.before()), element("mark", text(hit.match())), text(hit.after())));
    }
}
