package dev.rowan.cli.explain;

import dev.rowan.cli.history.OutageText;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.ServiceOutage;
import java.util.Locale;

/// The outages for which a row waited: of services that it called, while it was at the node that did, or of any
/// service while it has no outcome and has not come to a call yet.
final class RowOutages {
    private RowOutages() {}

    static OutageText of(RowHistory story, OutageText all) {
        return new OutageText(
                all.outages().stream().filter(outage -> hasMet(story, outage)).toList(), all.probes());
    }

    private static boolean hasMet(RowHistory story, ServiceOutage outage) {
        boolean waits = story.ends().isEmpty()
                && story.visits().stream().allMatch(visit -> visit.closed().isPresent())
                && outage.overlaps(story.readAt(), story.run().lastEvent());
        return waits || story.visits().stream().anyMatch(visit -> hasMet(visit, story, outage));
    }

    private static boolean hasMet(RowHistory.Visit visit, RowHistory story, ServiceOutage outage) {
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
