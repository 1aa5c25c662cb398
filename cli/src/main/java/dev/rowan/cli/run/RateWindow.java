package dev.rowan.cli.run;

import dev.rowan.engine.progress.ProgressPoint;
import dev.rowan.engine.progress.RunEstimate;
import dev.rowan.engine.progress.RunProgress;
import dev.rowan.engine.progress.RunWaits;
import dev.rowan.engine.report.Figures;
import java.time.Duration;
import java.time.ZoneId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/// The samples of the last minute, for the rate estimate. Owned by the progress thread.
final class RateWindow {
    private static final double SPAN_SECONDS = 60;

    private final String name;
    private final long started;
    private final ZoneId zone;
    private final Deque<ProgressPoint> points = new ArrayDeque<>();

    RateWindow(String name, long started, ZoneId zone) {
        this.name = name;
        this.started = started;
        this.zone = zone;
    }

    ProgressSnapshot snapshot(RunProgress.Snapshot counts, long nanos, boolean stopping) {
        double seconds = (nanos - started) / 1e9;
        points.addLast(new ProgressPoint(
                seconds,
                counts.rowsRead(),
                counts.rowsEnded() + counts.undurable(),
                counts.sourceDone(),
                counts.sourceSize(),
                counts.paused() || counts.parked() > 0));
        List<ProgressPoint> all = new ArrayList<>(points);
        while (points.size() > 2 && all.get(all.size() - points.size() + 1).seconds() <= seconds - SPAN_SECONDS) {
            points.removeFirst();
        }
        all.addFirst(ProgressPoint.start(0, counts.endedBefore()));
        RunEstimate estimate = RunEstimate.of(all);
        return new ProgressSnapshot(
                name,
                counts,
                Duration.ofNanos(nanos - started),
                stopping ? estimate.stopped(estimate.rowsPerSecond()) : estimate,
                waits(counts),
                stopping);
    }

    private List<String> waits(RunProgress.Snapshot counts) {
        return new RunWaits(
                        counts.head(),
                        counts.waitingToLeave(),
                        counts.jobs().stream()
                                .flatMap(job -> job.waiting().stream())
                                .toList(),
                        Duration.ZERO,
                        at -> Figures.timeOfDay(at, zone))
                .sentences();
    }
}
