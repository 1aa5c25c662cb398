package dev.rowan.web.chart;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.span;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;

/// Which colour is what.
final class Legend {
    private Legend() {}

    /// A single series needs no legend.
    static Html of(List<Series> series) {
        if (series.size() < 2) {
            return Html.none();
        }
        var keys = new ArrayList<Html>();
        series.forEach(one ->
                keys.add(key(one.name(), stroke(one.colour(), one.kind() == Series.Kind.DASHED ? " dash" : ""))));
        return div(cls("keys"), Html.many(keys));
    }

    static Html key(String name, Html sign) {
        return span(cls("key"), sign, span(text(name)));
    }

    static Html stroke(int colour, String more) {
        return sign(element(
                "line",
                cls("line s" + colour + more),
                attr("x1", "0"),
                attr("x2", "18"),
                attr("y1", "6"),
                attr("y2", "6")));
    }

    static Html patch(int colour) {
        return sign(element(
                "rect", cls("f" + colour), attr("x", "3"), attr("y", "1"), attr("width", "11"), attr("height", "11")));
    }

    private static Html sign(Html drawn) {
        return element("svg", attr("width", "18"), attr("height", "12"), attr("aria-hidden", "true"), drawn);
    }
}
