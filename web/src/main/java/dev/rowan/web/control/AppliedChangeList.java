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

import dev.rowan.engine.report.AppliedChange;
import dev.rowan.engine.report.Figures;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;

/// Changes by operators while a run was running.
public final class AppliedChangeList {
    private AppliedChangeList() {}

    public static Html of(List<AppliedChange> changes) {
        var lines = new ArrayList<Html>();
        changes.reversed()
                .forEach(change -> lines.add(tr(
                        td(text(Figures.time(change.at()))),
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
                        attr("aria-label", "Changes while running"),
                        element("thead", tr(head("When"), head("Who"), head("What"), head("From"), head("To"))),
                        element("tbody", Html.many(lines))));
    }

    private static Html head(String name) {
        return th(attr("scope", "col"), text(name));
    }
}
