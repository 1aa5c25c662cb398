package dev.rowan.web.rows;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.form;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.input;
import static dev.rowan.web.html.Tags.label;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.title;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.engine.report.Figures;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.index.PageQuery;
import dev.rowan.web.index.PageQuery.Sort;
import dev.rowan.web.index.TokenPage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/// The page with the table of rows, at the time `now` in nanoseconds.
record RowsPage(RunView view, RowsQuery query, long now) {
    /// Younger data counts as current.
    private static final Duration MAX_AGE = Duration.ofSeconds(2);

    Html whole(TokenPage found, List<RowLine> lines, FilterChoices choices) {
        var filters = new FilterForm(view, query);
        return Html.many(
                div(cls("row"), new SearchForm(view, query).html(), go()),
                filters.html(choices),
                filters.chips(),
                section(
                        id("search-results"),
                        attr("hidden", "hidden"),
                        attr("aria-label", "Search results"),
                        SearchPage.hitTable(List.of())),
                rows(found, lines));
    }

    Html tooMany(String parameters) {
        return Html.many(
                p(cls("notice warn"), attr("role", "alert"), text(parameters)),
                div(cls("row"), new SearchForm(view, query).html(), go()));
    }

    private Html go() {
        return Html.many(jump("at", "Go to row", "numeric", "8"), jump("id", "Find by source id", "text", "14"));
    }

    private Html jump(String name, String title, String mode, String size) {
        return form(
                attr("method", "get"),
                attr("action", view.path()),
                cls("filters"),
                label(
                        text(title),
                        input(
                                attr("name", name),
                                attr("inputmode", mode),
                                attr("size", size),
                                attr("required", "required"))),
                button(text("Go")));
    }

    /// The part that keeps itself up to date while the run works or the columns fill.
    Html rows(TokenPage found, List<RowLine> lines) {
        boolean whole = found.progress().isWhole();
        var parts = new ArrayList<Part>(List.of(id("rows"), cls("rows")));
        if (!whole || view.isLive()) {
            parts.add(attr("data-live", view.path() + query.parameters().query()));
            parts.add(attr("data-every", whole ? "2" : "1"));
        }
        parts.add(Html.when(
                !whole,
                p(
                        cls("notice live"),
                        attr("role", "status"),
                        text("Reading the record: "
                                + Figures.percent(found.progress().share())
                                + " of the run read; counts and order cover that part."))));
        parts.add(bar(found, lines));
        parts.add(
                lines.isEmpty()
                        ? p(cls("empty"), text(whole ? "No matching rows." : "No matching rows yet."))
                        : div(cls("scroll"), grid(lines)));
        return element("div", parts.toArray(Part[]::new));
    }

    private Html bar(TokenPage found, List<RowLine> lines) {
        long first = found.offset() + 1;
        String counts = lines.isEmpty()
                ? Figures.count(found.matched()) + " match"
                : Figures.count(first) + "–" + Figures.count(found.offset() + lines.size()) + " of "
                        + Figures.count(found.matched());
        return div(
                cls("row pager"),
                span(
                        id("matched"),
                        text(counts),
                        span(cls("soft"), text(", cost " + found.cost().brief(Figures::dollars) + asOf(found)))),
                pages(found, lines),
                span(
                        cls("end row"),
                        export("csv", "Export CSV"),
                        export("jsonl", "Export JSONL"),
                        export("parquet", "Export Parquet")));
    }

    /// The age of the index of a running run.
    private String asOf(TokenPage found) {
        Duration age = view.age(found, now);
        return age.compareTo(MAX_AGE) < 0 ? "" : ", as of " + Figures.duration(age) + " ago";
    }

    private Html export(String format, String label) {
        return a(
                view.api() + "/rows/export"
                        + query.parameters().filters().with("format", format).query(),
                cls("button"),
                attr("download", ""),
                text(label));
    }

    private Html pages(TokenPage found, List<RowLine> lines) {
        QueryParameters start = query.parameters().fromStart();
        boolean any = !lines.isEmpty();
        return element(
                "nav",
                cls("row"),
                attr("aria-label", "Pages"),
                page(found.hasBefore(), "First", "First page", start),
                page(
                        found.hasBefore() && any,
                        "‹ Before",
                        "Previous page",
                        any
                                ? start.with(
                                        "before",
                                        RowsQuery.position(
                                                lines.getFirst().line().key()))
                                : start),
                page(
                        found.hasAfter() && any,
                        "Next ›",
                        "Next page",
                        any
                                ? start.with(
                                        "after",
                                        RowsQuery.position(
                                                lines.getLast().line().key()))
                                : start),
                page(found.hasAfter(), "Last", "Last page", start.with("last", "1")));
    }

    private Html page(boolean there, String label, String name, QueryParameters parameters) {
        return there
                ? a(view.path() + parameters.query(), cls("button"), attr("aria-label", name), text(label))
                : span(cls("button off"), attr("aria-hidden", "true"), text(label));
    }

    private Html grid(List<RowLine> lines) {
        return table(
                cls("grid"),
                attr("aria-label", "Rows"),
                element(
                        "thead",
                        tr(
                                sortable(Sort.ROW, "Row"),
                                head("Source id"),
                                head("Outcome"),
                                head("Reason"),
                                head("Ended at"),
                                head("Sink"),
                                sortable(Sort.COST, "Cost"),
                                sortable(Sort.LATENCY, "Latency"),
                                head("Value"))),
                element(
                        "tbody",
                        Html.many(lines.stream()
                                .map(line -> RowLineHtml.of(line, query.parameters()))
                                .toList())));
    }

    private static Html head(String label) {
        return th(attr("scope", "col"), text(label));
    }

    /// A column by which the table can be put in order, with the way it is in now.
    private Html sortable(Sort sort, String label) {
        PageQuery asked = query.question();
        boolean here = asked.sort() == sort;
        boolean falling = here ? !asked.falling() : sort != Sort.ROW;
        String arrow = here ? (asked.falling() ? " ↓" : " ↑") : "";
        QueryParameters parameters = query.parameters()
                .fromStart()
                .with("sort", sort.name().toLowerCase(Locale.ROOT))
                .with("dir", falling ? "desc" : "asc");
        var parts = new ArrayList<Part>(List.of(attr("scope", "col"), cls("num")));
        if (here) {
            parts.add(attr("aria-sort", asked.falling() ? "descending" : "ascending"));
        }
        parts.add(a(
                view.path() + parameters.query(),
                title("Sort by " + label.toLowerCase(Locale.ROOT)),
                text(label + arrow)));
        return th(parts.toArray(Part[]::new));
    }
}
