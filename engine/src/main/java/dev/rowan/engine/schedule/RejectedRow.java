package dev.rowan.engine.schedule;

import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.release.FinishedRow;
import dev.rowan.engine.release.OrderedRelease;
import dev.rowan.engine.transform.NodeResult.OpenVisit;
import java.util.List;

/// A finished row with rejected visits that are not recorded yet.
record RejectedRow(long position, FinishedRow.Detailed row, List<OpenVisit> visits, OrderedRelease release, long bytes)
        implements RejectionSeries.HeldRow {

    /// Holds a row back until it is known whether the rejection affects every row.
    static void hold(
            long position,
            FinishedRow.Detailed row,
            List<OpenVisit> visits,
            OrderedRelease release,
            RejectionSeries rejections) {
        OpenVisit first = visits.getFirst();
        visits.stream().skip(1).forEach(other -> rejections.settled(other.rejection()));
        rejections.hold(
                first.rejection(),
                first.node(),
                new RejectedRow(position, row, visits, release, FinishedRow.size(row)));
    }

    @Override
    public void fail() {
        long recorded = row.recorded();
        for (OpenVisit visit : visits) {
            recorded = Math.max(recorded, visit.close().failed());
        }
        release.put(position, row.recordedAt(recorded));
    }

    @Override
    public void abandon() {
        visits.forEach(visit -> visit.close().stopped());
    }
}
