package dev.rowan.web.row;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.report.Figures;
import dev.rowan.web.html.Html;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/// A bar of time spans with labels.
record TimingBar(List<Stretch> stretches) {
    private static final int WIDTH = 1000;

    /// Less than this is no time.
    private static final long SHOWN = 50;

    TimingBar {
        stretches =
                stretches.stream().filter(stretch -> stretch.micros() >= SHOWN).toList();
    }

    /// Some of the time; `colour` is the number of a series colour.
    record Stretch(String what, long micros, int colour) {}

    Html html() {
        long all = stretches.stream().mapToLong(Stretch::micros).sum();
        if (all == 0) {
            return Html.none();
        }
        var bars = new ArrayList<Html>();
        double x = 0;
        for (Stretch stretch : stretches) {
            double width = (double) stretch.micros() * WIDTH / all;
            bars.add(element(
                    "rect",
                    cls("f" + stretch.colour()),
                    attr("x", number(x)),
                    attr("y", "0"),
                    attr("width", number(Math.max(width, 2))),
                    attr("height", "12")));
            x += width;
        }
        return div(
                cls("timing"),
                element(
                        "svg",
                        attr("viewBox", "0 0 " + WIDTH + " 12"),
                        attr("preserveAspectRatio", "none"),
                        attr("role", "img"),
                        attr("aria-label", description()),
                        Html.many(bars)),
                div(Html.many(stretches.stream().map(TimingBar::key).toList())));
    }

    private static Html key(Stretch stretch) {
        return element(
                "span",
                cls("key"),
                element(
                        "svg",
                        attr("width", "10"),
                        attr("height", "10"),
                        attr("aria-hidden", "true"),
                        element(
                                "rect",
                                cls("f" + stretch.colour()),
                                attr("width", "10"),
                                attr("height", "10"),
                                attr("rx", "2"))),
                text(stretch.what() + " " + span(stretch.micros())));
    }

    private String description() {
        return stretches.stream()
                .map(stretch -> stretch.what() + " " + span(stretch.micros()))
                .collect(Collectors.joining(", "));
    }

    /// Below ten milliseconds with a digit behind the point.
    static String span(long micros) {
        if (micros < SHOWN) {
            return "under 0.1 ms";
        }
        return micros < 10_000
                ? String.format(Locale.ROOT, "%.1f ms", micros / 1e3)
                : Figures.duration(Duration.of(micros, ChronoUnit.MICROS));
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }
}
