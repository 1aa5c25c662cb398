package dev.rowan.web.chart;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.web.html.Attribute;
import dev.rowan.web.html.Html;
import java.util.List;

/// SVG elements of charts. Horizontal positions are in percent and vertical ones in pixels, so that text and lines
/// keep their size on any screen. Axis labels are outside the plot, in the padding of its container.
final class Svg {
    private Svg() {}

    /// The drawing with its text alternative.
    static Html drawing(int height, String title, String description, List<Html> pieces) {
        return element(
                "svg",
                cls("plot"),
                attr("width", "100%"),
                attr("height", String.valueOf(height)),
                attr("role", "img"),
                attr("aria-label", title + ". " + description),
                element("desc", text(description)),
                Html.many(pieces));
    }

    static Html line(double x1, double y1, double x2, double y2, String names) {
        return element(
                "line",
                cls(names),
                attr("x1", percent(x1)),
                attr("y1", number(y1)),
                attr("x2", percent(x2)),
                attr("y2", number(y2)));
    }

    static Html box(double x, double y, double width, double height, String names, String label) {
        return element(
                "rect",
                cls(names),
                attr("x", percent(x)),
                attr("y", number(y)),
                attr("width", percent(width)),
                attr("height", number(height)),
                element("title", text(label)));
    }

    static Html dot(double x, double y, double radius, String names, String label) {
        return element(
                "circle",
                cls(names),
                attr("cx", percent(x)),
                attr("cy", number(y)),
                attr("r", number(radius)),
                element("title", text(label)));
    }

    /// A text; `anchor` is start, middle or end.
    static Html label(double x, double y, String anchor, String names, String label) {
        return label(attr("x", percent(x)), y, anchor, names, label);
    }

    /// A tick label next to the plot, `pixels` from its left edge.
    static Html tickLabel(double pixels, double y, String anchor, String label) {
        return label(attr("x", number(pixels)), y, anchor, "tick", label);
    }

    private static Html label(Attribute x, double y, String anchor, String names, String label) {
        return element("text", cls(names), x, attr("y", number(y)), attr("text-anchor", anchor), text(label));
    }

    /// A part that is stretched to the width of the plot: its own width is 1000.
    static Html stretched(int height, List<Html> pieces) {
        return element(
                "svg",
                attr("x", "0"),
                attr("y", "0"),
                attr("width", "100%"),
                attr("height", String.valueOf(height)),
                attr("viewBox", "0 0 1000 " + height),
                attr("preserveAspectRatio", "none"),
                attr("overflow", "visible"),
                Html.many(pieces));
    }

    static Html path(String names, String way) {
        return element("path", cls(names), attr("d", way), attr("vector-effect", "non-scaling-stroke"));
    }

    static String percent(double part) {
        return number(part * 100) + "%";
    }

    static String number(double value) {
        long tenths = Math.round(value * 10);
        long rest = Math.abs(tenths % 10);
        String sign = tenths < 0 ? "-" : "";
        return sign + Math.abs(tenths / 10) + (rest == 0 ? "" : "." + rest);
    }
}
