package dev.rowan.web.compare;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.a;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.button;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.form;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.h3;
import static dev.rowan.web.html.Tags.id;
import static dev.rowan.web.html.Tags.input;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.section;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.web.compare.RowChange.Kind;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.layout.Badges;
import dev.rowan.web.text.DisplayText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rows whose result changed, a page of them, and how far the comparison is.
record ChangesView(
        Comparisons.ComparisonState standing, List<ChangedRow> rows, Optional<Kind> kind, int from, boolean more) {
    private static final int SHOWN_FIELDS = 12;

    private String address() {
        return "/compare?a=" + standing.comparison().a().runId() + "&b="
                + standing.comparison().b().runId();
    }

    private String filtered() {
        return address() + kind.map(one -> "&kind=" + one.word()).orElse("");
    }

    /// The totals with the changes below them: the part that keeps itself up to date while the comparison
    /// goes on.
    Html under(Html totals) {
        var parts = new ArrayList<Part>(List.of(id("compared")));
        if (standing.state() == Comparisons.State.WORKING) {
            parts.add(attr("data-live", filtered() + "&from=" + from));
            parts.add(attr("data-every", "1"));
        }
        parts.add(totals);
        parts.add(html());
        return div(parts.toArray(Part[]::new));
    }

    private Html html() {
        var parts = new ArrayList<Part>(List.of(id("changes"), cls("card")));
        parts.add(h2(text("Rows whose result changed")));
        parts.add(state());
        parts.add(chips());
        if (rows.isEmpty()) {
            parts.add(p(cls("empty"), text(nothing())));
        }
        rows.forEach(row -> parts.add(row(row)));
        parts.add(div(
                cls("row"),
                Html.when(from > 0, a(filtered() + "#changes", cls("button"), text("First"))),
                Html.when(
                        more && !rows.isEmpty(),
                        a(
                                filtered() + "&from="
                                        + (rows.isEmpty()
                                                ? 0
                                                : rows.getLast().placed().place() + 1) + "#changes",
                                cls("button"),
                                text("Next")))));
        return section(parts.toArray(Part[]::new));
    }

    private String nothing() {
        return switch (standing.state()) {
            case WORKING -> "None so far.";
            case DONE ->
                standing.comparison().changes().count() == 0
                        ? "Every row came to the same in both runs."
                        : "None of this kind.";
            case CANCELLED, BROKEN -> "None was found before it stopped.";
        };
    }

    private Html state() {
        Comparison comparison = standing.comparison();
        Comparison.Progress progress = comparison.progress();
        long all = comparison.a().rowsRead() + comparison.b().rowsRead();
        long read = progress.rowsA() + progress.rowsB();
        String words = DisplayText.count(progress.matched()) + " rows matched by "
                + (progress.byId() ? "the id that their source gave them" : "their number") + ": "
                + DisplayText.count(progress.same()) + " came to the same"
                + (progress.gone() > 0
                        ? "; of " + DisplayText.count(progress.gone())
                                + " the values were deleted, and only the ends are compared"
                        : "")
                + ".";
        return switch (standing.state()) {
            case WORKING ->
                div(
                        element(
                                "progress",
                                attr("max", String.valueOf(Math.max(1, all))),
                                attr("value", String.valueOf(Math.min(read, all))),
                                attr("aria-label", "rows compared")),
                        p(
                                cls("soft"),
                                text(DisplayText.count(read) + " of " + DisplayText.count(all)
                                        + " rows of both runs read. " + words)),
                        ask("cancel", "Stop comparing"));
            case DONE -> p(cls("soft"), text(words));
            case CANCELLED ->
                div(
                        cls("notice warn"),
                        attr("role", "status"),
                        p(text("Stopped after " + DisplayText.count(read) + " of " + DisplayText.count(all) + " rows. "
                                + words)),
                        ask("again", "Compare from the start"));
            case BROKEN ->
                div(
                        cls("notice bad"),
                        attr("role", "alert"),
                        p(text("It could not go on: " + standing.why().orElse(""))),
                        ask("again", "Compare from the start"));
        };
    }

    private Html ask(String what, String words) {
        return form(
                attr("data-api", "/api/compare/" + what),
                hidden("a", standing.comparison().a().runId()),
                hidden("b", standing.comparison().b().runId()),
                button(text(words)),
                element("output", attr("aria-live", "polite")));
    }

    private static Html hidden(String name, String value) {
        return input(attr("type", "hidden"), attr("name", name), attr("value", value));
    }

    private Html chips() {
        RowChangeList changes = standing.comparison().changes();
        var chips = new ArrayList<Part>(List.of(cls("row kinds"), attr("aria-label", "Filter by what changed")));
        chips.add(chip("all", Optional.empty(), changes.count()));
        for (Kind one : Kind.values()) {
            chips.add(chip(words(one), Optional.of(one), changes.count(one)));
        }
        return element("nav", chips.toArray(Part[]::new));
    }

    private Html chip(String words, Optional<Kind> one, long count) {
        String there = address() + one.map(kind -> "&kind=" + kind.word()).orElse("") + "#changes";
        Html label = text(words + " " + DisplayText.count(count));
        return one.equals(kind)
                ? a(there, cls("button"), attr("aria-current", "true"), label)
                : a(there, cls("button"), label);
    }

    static String words(Kind kind) {
        return switch (kind) {
            case OUTCOME -> "ended otherwise";
            case VALUES -> "other values";
            case ONLY_A -> "only in A";
            case ONLY_B -> "only in B";
        };
    }

    private Html row(ChangedRow row) {
        RowChange change = row.placed().change();
        String badge = switch (change.kind()) {
            case OUTCOME -> "bad";
            case VALUES -> "warn";
            case ONLY_A, ONLY_B -> "calm";
        };
        return element(
                "article",
                cls("changed"),
                h3(
                        Badges.badge(badge, words(change.kind())),
                        text(" "),
                        link("A", standing.comparison().a().runId(), change.rowA()),
                        text(change.rowA() > 0 && change.rowB() > 0 ? " · " : ""),
                        link("B", standing.comparison().b().runId(), change.rowB()),
                        Html.maybe(row.sourceId().map(source -> span(cls("soft"), text(" id " + source))))),
                ends(row),
                Html.when(!row.fields().isEmpty(), fields(row)));
    }

    private static Html link(String side, String runId, long row) {
        return row == 0
                ? Html.none()
                : a("/runs/" + runId + "/rows/" + row, text(side + ": row " + DisplayText.count(row)));
    }

    private static Html ends(ChangedRow row) {
        String before = ChangedRow.ended(row.a());
        String after = ChangedRow.ended(row.b());
        return before.equals(after) ? p(cls("soft"), text(before)) : p(text(before + " → " + after));
    }

    private static Html fields(ChangedRow row) {
        List<Html> lines = row.fields().stream()
                .limit(SHOWN_FIELDS)
                .<Html>map(field -> {
                    var diff = TextDiff.of(field.a().orElse(""), field.b().orElse(""));
                    return tr(
                            element(
                                    "th",
                                    attr("scope", "row"),
                                    text(field.name() + (field.part() > 0 ? " (part " + field.part() + ")" : ""))),
                            td(
                                    field.a().isPresent()
                                            ? value(diff.start(), diff.before(), diff.end(), "del")
                                            : span(cls("soft"), text("no such field"))),
                            td(
                                    field.b().isPresent()
                                            ? value(diff.start(), diff.after(), diff.end(), "ins")
                                            : span(cls("soft"), text("no such field"))));
                })
                .toList();
        int left = row.fields().size() - lines.size();
        return div(
                cls("scroll"),
                attr("tabindex", "0"),
                table(
                        cls("grid diff"),
                        element("caption", cls("sr"), text("Fields that differ")),
                        element(
                                "thead",
                                tr(
                                        th(attr("scope", "col"), text("Field")),
                                        th(attr("scope", "col"), text("In A")),
                                        th(attr("scope", "col"), text("In B")))),
                        element("tbody", Html.many(lines))),
                Html.when(left > 0, p(cls("soft"), text("and " + left + " fields more"))));
    }

    private static Html value(String start, String middle, String end, String mark) {
        return code(text(start), middle.isEmpty() ? Html.none() : element(mark, text(middle)), text(end));
    }
}
