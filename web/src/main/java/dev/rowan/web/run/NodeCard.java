package dev.rowan.web.run;

import static dev.rowan.web.html.Tags.attr;
import static dev.rowan.web.html.Tags.cls;
import static dev.rowan.web.html.Tags.div;
import static dev.rowan.web.html.Tags.td;
import static dev.rowan.web.html.Tags.text;
import static dev.rowan.web.html.Tags.th;
import static dev.rowan.web.html.Tags.tr;

import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.NodeReport;
import dev.rowan.engine.report.RunReport;
import dev.rowan.web.chart.ShareBar;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// The transforms one by one: how fast, how full, how often refused.
final class NodeCard {
    private NodeCard() {}

    static Html of(RunReport report) {
        if (report.nodes().isEmpty()) {
            return Html.none();
        }
        String now = report.isRunning() ? "now" : "on average";
        List<Html> heads = List.of(
                Cards.head("Transform"),
                Cards.numberHead("Rows/s " + now),
                Cards.numberHead("In flight"),
                Cards.numberHead("Requests"),
                Cards.numberHead("Attempts"),
                Cards.numberHead("429 share"),
                Cards.numberHead("p50"),
                Cards.numberHead("p95"),
                Cards.numberHead("p99"),
                Cards.numberHead("Cost"));
        return Cards.wide(
                "Transforms",
                Cards.grid(
                        "Transforms",
                        heads,
                        report.nodes().stream()
                                .map(node -> line(node, report.isRunning()))
                                .toList()));
    }

    private static Html line(NodeReport report, boolean running) {
        var node = report.node();
        var cells = new ArrayList<Html>();
        cells.add(th(attr("scope", "row"), text(node.name())));
        cells.add(Cards.number(rate(report.visitsPerSecond())));
        cells.add(Cards.number(Figures.count(node.inFlight())));
        if (!report.calls()) {
            cells.add(td(attr("colspan", "7"), cls("soft"), text("no calls")));
            return tr(Html.many(cells));
        }
        cells.add(td(
                cls("num"),
                text(node.onWire() + " of " + node.poolSize()),
                Html.when(
                        node.poolSize() > 0,
                        ShareBar.of(node.poolSize() == 0 ? 0 : (double) node.onWire() / node.poolSize(), "f1"))));
        cells.add(Cards.number(Figures.count(node.attempts())));
        cells.add(td(
                cls("num"),
                text(share(report.refusedShare())),
                Html.when(
                        running && report.refusedNow().isPresent(),
                        div(cls("sub"), text(share(report.refusedNow()) + " lately")))));
        for (double percentile : new double[] {0.5, 0.95, 0.99}) {
            cells.add(Cards.number(LatencyCard.text(report.latency(), percentile)));
        }
        cells.add(Cards.number(node.cost().brief(Figures::dollars)));
        return tr(Html.many(cells));
    }

    private static String rate(OptionalDouble rate) {
        return rate.isPresent() ? Figures.perSecond(rate.getAsDouble()) : "–";
    }

    private static String share(OptionalDouble share) {
        return share.isPresent() ? Figures.percent(share.getAsDouble()) : "–";
    }
}
