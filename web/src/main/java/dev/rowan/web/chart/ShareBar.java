package dev.rowan.web.chart;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;

import dev.rowan.web.html.Html;

/// A thin bar that shows a share. Decorative: the text next to it has the same information.
public final class ShareBar {
    private ShareBar() {}

    /// `part` is from 0 to 1; `names` are the classes of its colour.
    public static Html of(double part, String names) {
        return element(
                "svg",
                cls("sharebar"),
                attr("width", "100%"),
                attr("height", "6"),
                attr("aria-hidden", "true"),
                element("rect", cls("track"), attr("width", "100%"), attr("height", "6"), attr("rx", "3")),
                element(
                        "rect",
                        cls(names),
                        attr("width", Svg.percent(Math.clamp(part, 0, 1))),
                        attr("height", "6"),
                        attr("rx", "3")));
    }
}
