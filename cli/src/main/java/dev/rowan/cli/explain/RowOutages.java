package dev.rowan.cli.explain;

import dev.rowan.cli.history.OutageText;
import dev.rowan.landscape.history.RowHistory;
import dev.rowan.landscape.record.ServiceOutage;
import java.util.Locale;

/// The outages that delayed a row: of a service that it called, during the visit of that node, or of any service while
/// the row has no outcome and no call.
final class RowOutages {
    private RowOutages() {}

    static OutageText of(RowHistory history, OutageText all) {
        return new OutageText(
                all.outages().stream()
                        .filter(outage -> affects(history, outage))
                        .toList(),
                all.probes());
    }

    private static boolean affects(RowHistory history, ServiceOutage outage) {
        boolean waits = history.ends().isEmpty()
                && history.visits().stream().allMatch(visit -> visit.closed().isPresent())
                && outage.overlaps(history.readAt(), history.run().lastEvent());
        return waits || history.visits().stream().anyMatch(visit -> affects(visit, history, outage));
    }

    private static boolean affects(RowHistory.Visit visit, RowHistory history, ServiceOutage outage) {
        return outage.overlaps(
                        visit.opened(), visit.closed().orElse(history.run().lastEvent()))
                && visit.calls().stream()
                        .flatMap(call -> call.request().stream())
                        .anyMatch(request -> request.asText()
                                .lines()
                                .findFirst()
                                .filter(line -> line.toLowerCase(Locale.ROOT).contains(" " + outage.service() + "/"))
                                .isPresent());
    }
}
