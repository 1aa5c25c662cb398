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

import dev.rowan.engine.report.Figures;
import dev.rowan.web.compare.RowChange.Kind;
import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import dev.rowan.web.layout.Badges;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The rows whose result changed, a page of them, and how far the comparison is.
record ChangesView(
        Comparisons.ComparisonState state, List<ChangedRow> rows, Optional<Kind> kind, int from, boolean more) {
    private static final int SHOWN_FIELDS = 12;

    private String address() {
        return "/compare?a=" + state.comparison().a().runId() + "&b="
                + state.comparison().b().runId();
    }

    private String filtered() {
        return address() + kind.map(one -> "&kind=" + one.word()).orElse("");
    }

    /// The live part of the page: totals and changes.
    Html under(Html totals) {
        var parts = new ArrayList<Part>(List.of(id("compared")));
        if (state.state() == Comparisons.State.WORKING) {
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
        parts.add(progress());
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
                                                : rows.getLast().placed().index() + 1) + "#changes",
                                cls("button"),
                                text("Next")))));
        return section(parts.toArray(Part[]::new));
    }

    private String nothing() {
        return switch (state.state()) {
            case WORKING -> "None so far.";
            case DONE ->
                state.comparison().changes().count() == 0
                        ? "All rows have the same result in both runs."
                        : "None of this kind.";
            case CANCELLED, BROKEN -> "None found before it was stopped.";
        };
    }

    private Html progress() {
        Comparison comparison = state.comparison();
        Comparison.Progress progress = comparison.progress();
        long all = comparison.a().rowsRead() + comparison.b().rowsRead();
        long read = progress.rowsA() + progress.rowsB();
        String caption = Figures.count(progress.matched()) + " rows matched by "
                + (progress.byId() ? "source id" : "row number") + ": "
                + Figures.count(progress.same()) + " have the same result"
                + (progress.gone() > 0
                        ? "; of " + Figures.count(progress.gone())
                                + " the values were deleted; only outcomes are compared"
                        : "")
                + ".";
        return switch (state.state()) {
            case WORKING ->
                div(
                        element(
                                "progress",
                                attr("max", String.valueOf(Math.max(1, all))),
                                attr("value", String.valueOf(Math.min(read, all))),
                                attr("aria-label", "rows compared")),
                        p(
                                cls("soft"),
                                text(Figures.count(read) + " of " + Figures.count(all) + " rows of both runs read. "
                                        + caption)),
                        ask("cancel", "Stop comparing"));
            case DONE -> p(cls("soft"), text(caption));
            case CANCELLED ->
                div(
                        cls("notice warn"),
                        attr("role", "status"),
                        p(text("Stopped after " + Figures.count(read) + " of " + Figures.count(all) + " rows. "
                                + caption)),
                        ask("again", "Restart"));
            case BROKEN ->
                div(
                        cls("notice bad"),
                        attr("role", "alert"),
                        p(text("Failed: " + state.why().orElse(""))),
                        ask("again", "Restart"));
        };
    }

    private Html ask(String what, String caption) {
        return form(
                attr("data-api", "/api/compare/" + what),
                hidden("a", state.comparison().a().runId()),
                hidden("b", state.comparison().b().runId()),
                button(text(caption)),
                element("output", attr("aria-live", "polite")));
    }

    private static Html hidden(String name, String value) {
        return input(attr("type", "hidden"), attr("name", name), attr("value", value));
    }

    private Html chips() {
        RowChangeList changes = state.comparison().changes();
        var chips = new ArrayList<Part>(List.of(cls("row kinds"), attr("aria-label", "Filter by what changed")));
        chips.add(chip("all", Optional.empty(), changes.count()));
        for (Kind one : Kind.values()) {
            chips.add(chip(label(one), Optional.of(one), changes.count(one)));
        }
        return element("nav", chips.toArray(Part[]::new));
    }

    private Html chip(String caption, Optional<Kind> one, long count) {
        String there = address() + one.map(kind -> "&kind=" + kind.word()).orElse("") + "#changes";
        Html label = text(caption + " " + Figures.count(count));
        return one.equals(kind)
                ? a(there, cls("button"), attr("aria-current", "true"), label)
                : a(there, cls("button"), label);
    }

    static String label(Kind kind) {
        return switch (kind) {
            case OUTCOME -> "different outcome";
            case VALUES -> "different values";
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
                        Badges.badge(badge, label(change.kind())),
                        text(" "),
                        link("A", state.comparison().a().runId(), change.rowA()),
                        text(change.rowA() > 0 && change.rowB() > 0 ? " · " : ""),
                        link("B", state.comparison().b().runId(), change.rowB()),
                        Html.maybe(row.sourceId().map(source -> span(cls("soft"), text(" id " + source))))),
                ends(row),
                Html.when(!row.fields().isEmpty(), fields(row)));
    }

    private static Html link(String side, String runId, long row) {
        return row == 0
                ? Html.none()
                : a("/runs/" + runId + "/rows/" + row, text(side + ": row " + Figures.count(row)));
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
                                            : span(cls("soft"), text("absent"))),
                            td(
                                    field.b().isPresent()
                                            ? value(diff.start(), diff.after(), diff.end(), "ins")
                                            : span(cls("soft"), text("absent"))));
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
                Html.when(left > 0, p(cls("soft"), text("and " + left + " more fields"))));
    }

    private static Html value(String start, String middle, String end, String mark) {
        return code(text(start), middle.isEmpty() ? Html.none() : element(mark, text(middle)), text(end));
    }
}
