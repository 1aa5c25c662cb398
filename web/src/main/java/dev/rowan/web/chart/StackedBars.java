package dev.rowan.web.chart;

import static dev.rowan.web.html.Html.element;
import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/// Stacked bars of equal length: they show the composition, with the sum next to each. `parts` names the parts;
/// `formatter` formats an amount.
public record StackedBars(String title, List<String> parts, List<Bar> bars, DoubleFunction<String> formatter) {
    private static final int THICK = 20;
    private static final int EACH = 50;

    /// A bar with the amount of each part, as many as there are parts.
    public record Bar(String name, List<Double> amounts) {
        public Bar {
            amounts = List.copyOf(amounts);
        }

        public double total() {
            return amounts.stream().mapToDouble(Double::doubleValue).sum();
        }
    }

    public StackedBars {
        parts = List.copyOf(parts);
        bars = List.copyOf(bars);
    }

    public Html html() {
        var keys = new ArrayList<Html>();
        for (int i = 0; i < parts.size(); i++) {
            keys.add(Legend.key(parts.get(i), Legend.patch(i + 1)));
        }
        return element(
                "figure",
                cls("chart"),
                div(cls("keys"), Html.many(keys)),
                div(cls("barbox"), Svg.drawing(Math.max(EACH, bars.size() * EACH), title, summary(), drawn())),
                table());
    }

    private List<Html> drawn() {
        var pieces = new ArrayList<Html>();
        if (bars.stream().allMatch(bar -> bar.total() <= 0)) {
            pieces.add(Svg.label(0.5, EACH / 2d, "middle", "nothing", "No figures yet"));
            return pieces;
        }
        for (int i = 0; i < bars.size(); i++) {
            Bar bar = bars.get(i);
            double top = i * (double) EACH + 18;
            pieces.add(Svg.label(0, top - 5, "start", "barname", bar.name()));
            pieces.add(Svg.label(1, top - 5, "end", "tick", formatter.apply(bar.total())));
            pieces.add(Svg.box(0, top, 1, THICK, "track", bar.name()));
            double from = 0;
            for (int part = 0; part < parts.size(); part++) {
                double width = bar.total() <= 0 ? 0 : bar.amounts().get(part) / bar.total();
                String label =
                        parts.get(part) + ": " + formatter.apply(bar.amounts().get(part));
                if (width > 0) {
                    pieces.add(Svg.box(from, top, width, THICK, "f" + (part + 1), label));
                }
                from += width;
            }
        }
        return pieces;
    }

    private String summary() {
        return bars.stream().map(this::sentence).collect(Collectors.joining("; "));
    }

    private String sentence(Bar bar) {
        var label = new ArrayList<String>();
        for (int i = 0; i < parts.size(); i++) {
            label.add(parts.get(i) + " " + formatter.apply(bar.amounts().get(i)));
        }
        return bar.name() + ": " + String.join(", ", label);
    }

    private Html table() {
        var head = new ArrayList<Html>();
        head.add(th(attr("scope", "col"), text("Where")));
        parts.forEach(part -> head.add(th(attr("scope", "col"), cls("num"), text(part))));
        var lines = new ArrayList<Html>();
        for (Bar bar : bars) {
            var cells = new ArrayList<Html>();
            cells.add(th(attr("scope", "row"), text(bar.name())));
            bar.amounts().forEach(amount -> cells.add(td(cls("num"), text(formatter.apply(amount)))));
            lines.add(tr(Html.many(cells)));
        }
        return FigureTable.folded(title, tr(Html.many(head)), lines);
    }
}
