package dev.rowan.flink;

import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.SplitQueries.SplitState;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/// Follows the newest run of a landscape by its record.
final class RecordProbe {
    private final RowanProcess run;
    private final String landscape;

    /// `run` is the command that runs it.
    RecordProbe(RowanProcess run, String landscape) {
        this.run = run;
        this.landscape = landscape;
    }

    String runId() {
        try (LandscapeReader reader = open()) {
            return reader.runs().newest(1).getFirst().runId();
        }
    }

    /// Waits until the run has read so many rows; fails if its command ends before.
    void awaitRows(long rows) throws InterruptedException {
        await(() -> rows() >= rows);
    }

    /// The same, and every worker has a split that is not done.
    void awaitWorkersAt(long rows) throws InterruptedException {
        await(() -> rows() >= rows
                && !run.workers().isEmpty()
                && openSplits().stream().map(SplitState::writer).distinct().count()
                        >= run.workers().size());
    }

    private void await(BooleanSupplier condition) throws InterruptedException {
        while (!condition.getAsBoolean()) {
            if (!run.isAlive()) {
                throw new AssertionError(
                        "the run ended too early:\n" + run.await().output());
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private List<SplitState> openSplits() {
        try (LandscapeReader reader = open()) {
            return reader.splits().list(runId()).stream()
                    .filter(split -> !split.done())
                    .toList();
        }
    }

    /// The rows that the run has read; none before it has splits.
    long rows() {
        try (LandscapeReader reader = open()) {
            List<RunSummary> newest = reader.runs().newest(1);
            return newest.isEmpty()
                            || reader.splits().list(newest.getFirst().runId()).isEmpty()
                    ? 0
                    : newest.getFirst().rowsRead();
        }
    }

    /// The rows that have ended; on Flink those whose splits are done.
    long rowsEnded() {
        try (LandscapeReader reader = open()) {
            return reader.runs().newest(1).stream()
                    .mapToLong(RunSummary::rowsEnded)
                    .sum();
        }
    }

    /// The same; none while a run that was there before is the newest.
    long rowsEnded(Optional<String> before) {
        return newest(landscape).equals(before) ? 0 : rowsEnded();
    }

    /// The id of the newest run of a landscape, which may not be complete yet.
    static Optional<String> newest(String landscape) {
        try (LandscapeReader reader = Landscapes.read(landscape, Path.of(""))) {
            return reader.runs().newest(1).stream().map(RunSummary::runId).findFirst();
        } catch (LandscapeException _) {
            return Optional.empty();
        }
    }

    private LandscapeReader open() {
        return Landscapes.read(landscape, Path.of(""));
    }
}
