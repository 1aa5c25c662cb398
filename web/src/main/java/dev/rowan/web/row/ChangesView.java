package dev.rowan.web.row;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.code;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.api.Row;
import dev.rowan.landscape.history.FieldChanges;
import dev.rowan.landscape.history.FieldChanges.Change;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.web.html.Attribute;
import dev.rowan.web.html.Html;
import dev.rowan.web.layout.Badges;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The changes that a node made to a row: a line per added, changed or removed field, and all values on demand.
record ChangesView(RowValues pieces) {

    /// The longest value shown next to its replacement instead of as a text diff.
    private static final int SHORT = 40;

    Html of(RowHistory.Visit visit, int index) {
        Row after = visit.outputs().get(index);
        List<Change> changes = FieldChanges.between(visit.input(), after);
        String before = RowValues.input(visit);
        String now = RowValues.output(visit, index);
        return Html.many(
                changes.isEmpty()
                        ? p(cls("soft"), text("Values unchanged."))
                        : grid(
                                "Changes",
                                List.of("Field", "", "Value"),
                                changes.stream()
                                        .map(change -> line(change, before, now))
                                        .toList()),
                Html.when(
                        !changes.isEmpty(),
                        element(
                                "details",
                                element("summary", text("All " + after.size() + " values after it")),
                                values(after, now))));
    }

    /// All values of a row.
    Html values(Row row, String piece) {
        return grid(
                "Values",
                List.of("Field", "Value"),
                row.names().list().stream()
                        .map(field ->
                                (Html) tr(name(field), td(ValueView.of(row.get(field), pieces.address(piece, field)))))
                        .toList());
    }

    private static Html name(String field) {
        return th(attr("scope", "row"), cls("field"), code(text(field)));
    }

    private Html line(Change change, String before, String now) {
        String field = change.field();
        return switch (change) {
            case Change.Added(var _, var value) ->
                tr(
                        cls("added"),
                        name(field),
                        td(Badges.badge("good", "+ added")),
                        td(ValueView.of(value, pieces.address(now, field))));
            case Change.Removed(var _, var value) ->
                tr(
                        cls("removed"),
                        name(field),
                        td(Badges.badge("bad", "− removed")),
                        td(element("del", ValueView.of(value, pieces.address(before, field)))));
            case Change.Changed(var _, var old, var value) ->
                tr(
                        cls("changed"),
                        name(field),
                        td(Badges.badge("warn", "~ changed")),
                        td(changed(old, value, pieces.address(before, field), pieces.address(now, field))));
        };
    }

    private static Html changed(@Nullable Object old, @Nullable Object now, String wholeOld, String wholeNow) {
        boolean brief = Pretty.of(old).length() <= SHORT && Pretty.of(now).length() <= SHORT;
        boolean alike = (old instanceof String) == (now instanceof String);
        return brief || !alike
                ? Html.many(element("del", ValueView.of(old, wholeOld)), element("ins", ValueView.of(now, wholeNow)))
                : ValueView.difference(old, now, wholeOld, wholeNow);
    }

    static Html grid(String label, List<String> heads, List<? extends Html> lines) {
        return div(
                cls("scroll"),
                attr("tabindex", "0"),
                attr("role", "region"),
                new Attribute("aria-label", label),
                table(
                        cls("grid values"),
                        attr("aria-label", label),
                        element(
                                "thead",
                                tr(Html.many(heads.stream()
                                        .map(head ->
                                                head.isEmpty() ? td() : (Html) th(attr("scope", "col"), text(head)))
                                        .toList()))),
                        element("tbody", Html.many(lines))));
    }
}
