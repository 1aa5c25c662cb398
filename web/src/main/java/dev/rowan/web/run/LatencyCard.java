package dev.rowan.web.run;

import dev.rowan.engine.report.Figures;
import dev.rowan.engine.report.LatencyStats;
import dev.rowan.engine.report.RunReport;
import dev.rowan.landscape.record.Sample;
import dev.rowan.web.chart.Histogram;
import dev.rowan.web.html.Html;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/// The latency histogram.
final class LatencyCard {
    private static final List<Double> PERCENTILES = List.of(0.5, 0.95, 0.99);

    private LatencyCard() {}

    static Html of(RunReport report) {
        LatencyStats latency = report.latency();
        var marks = new ArrayList<Histogram.Mark>();
        var labels = new ArrayList<String>();
        for (double percentile : PERCENTILES) {
            OptionalDouble position = latency.position(percentile);
            String label = "p" + Math.round(percentile * 100) + " " + text(latency, percentile);
            position.ifPresent(at -> marks.add(new Histogram.Mark(at, label)));
            labels.add(label);
        }
        return Cards.card(
                "Latency of answers",
                new Histogram(
                                "Latency of answers",
                                latency.count() + " answers; " + String.join(", ", labels),
                                latency.counts(),
                                Sample.LATENCY_MILLIS.stream()
                                        .map(LatencyCard::edge)
                                        .toList(),
                                marks)
                        .html());
    }

    private static String edge(int millis) {
        return millis < 1_000 ? millis + " ms" : millis / 1_000 + " s";
    }

    static String text(LatencyStats latency, double percentile) {
        if (latency.count() == 0) {
            return "–";
        }
        OptionalDouble seconds = latency.seconds(percentile);
        return seconds.isPresent()
                ? Figures.seconds(seconds.getAsDouble())
                : "> " + Sample.LATENCY_MILLIS.getLast() / 1_000 + " s";
    }
}
