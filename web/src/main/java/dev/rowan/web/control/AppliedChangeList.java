package dev.rowan.web.control;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.web.html.Html;
import dev.rowan.web.text.DisplayText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What people changed while a run worked: who, when, what, from what to what.
public final class AppliedChangeList {
    private AppliedChangeList() {}

    public static Html of(List<AppliedChange> changes) {
        var lines = new ArrayList<Html>();
        changes.reversed()
                .forEach(change -> lines.add(tr(
                        td(text(DisplayText.time(change.at()))),
                        td(text(change.operator())),
                        td(
                                text(change.order().replace('_', ' ')),
                                Html.maybe(change.node().map(node -> span(cls("soft"), text(" of " + node))))),
                        td(text(change.from().orElse("–"))),
                        td(text(change.to().orElse("–"))))));
        return div(
                cls("tablebox"),
                attr("tabindex", "0"),
                table(
                        cls("grid"),
                        attr("aria-label", "Changes made while the run worked"),
                        element("thead", tr(head("When"), head("Who"), head("What"), head("From"), head("To"))),
                        element("tbody", Html.many(lines))));
    }

    private static Html head(String name) {
        return th(attr("scope", "col"), text(name));
    }

    /// The same for machines.
    public static List<Map<String, @Nullable Object>> json(List<AppliedChange> changes) {
        return changes.stream().map(AppliedChangeList::json).toList();
    }

    private static Map<String, @Nullable Object> json(AppliedChange change) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("at", change.at());
        json.put("operator", change.operator());
        json.put("order", change.order());
        json.put("node", change.node());
        json.put("from", change.from());
        json.put("to", change.to());
        return json;
    }
}
