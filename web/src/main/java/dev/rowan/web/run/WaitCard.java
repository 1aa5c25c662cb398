package dev.rowan.web.run;

import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.p;
import static dev.rowan.web.html.Tags.text;

import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.NodeReport;
import dev.rowan.engine.report.RunReport;
import dev.rowan.engine.report.RunSample;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.chart.StackedBars;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Wait times of rows: pacer, permit, wire, reorder.
final class WaitCard {
    private static final List<String> PARTS = List.of("pacer", "permit", "wire", "reorder");

    private WaitCard() {}

    static Html of(RunReport report) {
        Optional<RunSample> last = report.history().last();
        if (last.isEmpty()) {
            return Html.none();
        }
        return Cards.card(
                "Wait times",
                p(cls("sub"), text("Averages: per row from read to release, and per attempt of each transform.")),
                new StackedBars("Wait times", PARTS, bars(last.get().sample(), report.nodes()), Figures::seconds)
                        .html());
    }

    static List<StackedBars.Bar> bars(Sample sample, List<NodeReport> nodes) {
        var bars = new ArrayList<StackedBars.Bar>();
        double rows = Math.max(1, sample.rowsEnded()) * 1e6;
        bars.add(new StackedBars.Bar(
                "per row",
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
        for (NodeReport one : nodes) {
            if (one.calls()) {
                bars.add(new StackedBars.Bar(
                        "per attempt of " + one.node().name(),
                        List.of(
                                one.pacerSeconds().orElse(0),
                                one.permitSeconds().orElse(0),
                                one.wireSeconds().orElse(0),
                                0.0)));
            }
        }
        return bars;
    }
}
