package dev.rowan.web.run;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.h2;
import static dev.rowan.web.html.Tags.table;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.web.html.Html;
import dev.rowan.web.html.Part;
import java.util.List;

/// Pieces that the cards of a run have in common.
final class Cards {
    private Cards() {}

    static Html card(String title, Html... pieces) {
        return element("section", cls("card"), h2(text(title)), Html.many(pieces));
    }

    static Html wide(String title, Html... pieces) {
        return element("section", cls("card wide"), h2(text(title)), Html.many(pieces));
    }

    /// A figure with its name, and more about it in small letters.
    static Html figure(String name, String value, String more) {
        return div(
                element("dt", text(name)),
                element("dd", text(value), Html.when(!more.isEmpty(), element("small", text(more)))));
    }

    static Html head(String name) {
        return th(attr("scope", "col"), text(name));
    }

    static Html numberHead(String name) {
        return th(attr("scope", "col"), cls("num"), text(name));
    }

    static Html number(String text) {
        return td(cls("num"), text(text));
    }

    static Html grid(String label, List<Html> heads, List<Html> lines, Part... more) {
        return div(
                cls("tablebox"),
                attr("tabindex", "0"),
                element("div", more),
                table(
                        cls("grid"),
                        attr("aria-label", label),
                        element("thead", tr(Html.many(heads))),
                        element("tbody", Html.many(lines))));
    }
}
