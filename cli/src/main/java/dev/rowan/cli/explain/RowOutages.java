package dev.rowan.cli.explain;

import dev.rowan.cli.history.OutageText;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.ServiceOutage;
import java.util.Locale;

/// The outages that delayed a row: of a service that it called, during the visit of that node, or of any service while
/// the row has no outcome and no call.
final class RowOutages {
    private RowOutages() {}

    static OutageText of(RowHistory story, OutageText all) {
        return new OutageText(
                all.outages().stream().filter(outage -> affects(story, outage)).toList(), all.probes());
    }

    private static boolean affects(RowHistory story, ServiceOutage outage) {
        boolean waits = story.ends().isEmpty()
                && story.visits().stream().allMatch(visit -> visit.closed().isPresent())
                && outage.overlaps(story.readAt(), story.run().lastEvent());
        return waits || story.visits().stream().anyMatch(visit -> affects(visit, story, outage));
    }

    private static boolean affects(RowHistory.Visit visit, RowHistory story, ServiceOutage outage) {
        return outage.overlaps(visit.opened(), visit.closed().orElse(story.run().lastEvent()))
                && visit.calls().stream()
                        .flatMap(call -> call.request().stream())
                        .anyMatch(request -> request.asText()
                                .lines()
                                .findFirst()
                                .filter(line -> line.toLowerCase(Locale.ROOT).contains(" " + outage.service() + "/"))
                                .isPresent());
    }
}
