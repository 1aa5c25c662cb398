package dev.rowan.web.run;

import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.landscape.record.Sample;
import dev.rowan.web.chart.StackedBars;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What rows wait for: the pacer's leave, a place on the wire, the answer, and their turn to leave.
final class WaitCard {
    private static final List<String> PARTS = List.of("pacer", "permit", "wire", "reorder");

    private WaitCard() {}

    static Html of(RunFigures figures) {
        Optional<ChartSample> last = figures.told().last();
        if (last.isEmpty()) {
            return Html.none();
        }
        return Cards.card(
                "What rows wait for",
                p(
                        cls("sub"),
                        text(
                                "On average: a row from its reading to its leaving, and an attempt at each transform that calls a service.")),
                new StackedBars("What rows wait for", PARTS, bars(last.get().sample(), figures.nodes()), Cards::millis)
                        .html());
    }

    static List<StackedBars.Bar> bars(Sample sample, List<NodeFigures> nodes) {
        var bars = new ArrayList<StackedBars.Bar>();
        double rows = Math.max(1, sample.rowsEnded()) * 1e3;
        bars.add(new StackedBars.Bar(
                "a row, in all",
                List.of(
                        nodes.stream()
                                        .mapToLong(one -> one.node().pacerMicros())
                                        .sum()
                                / rows,
                        nodes.stream()
                                        .mapToLong(one -> one.node().permitMicros())
                                        .sum()
                                / rows,
                        nodes.stream().mapToLong(one -> one.node().wireMicros()).sum() / rows,
                        sample.reorderMicros() / rows)));
        for (NodeFigures one : nodes) {
            if (one.calls()) {
                bars.add(new StackedBars.Bar(
                        "an attempt of " + one.node().name(),
                        List.of(
                                one.pacerMillis().orElse(0),
                                one.permitMillis().orElse(0),
                                one.wireMillis().orElse(0),
                                0.0)));
            }
        }
        return bars;
    }
}
