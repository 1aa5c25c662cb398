package dev.rowan.bench.batch;

import dev.rowan.api.SystemTime;
import dev.rowan.bench.harness.SimulatorControl;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.JobQueries.BatchJob;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Checks that the jobs of a run partition its rows: each item has one end, each row one answer and one outcome, and
/// no row is billed twice.
record BatchPartition(Path folder, long rows, PrintStream out) {

    void check(SimulatorControl simulator) throws IOException, InterruptedException {
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom());
                LandscapeReader reader = landscape.reader()) {
            String run = reader.runs().resolve("latest");
            items(reader, run);
            RunSummary summary = reader.runs().summary(run);
            out.println("outcomes: " + summary.outcomes());
            must(
                    summary.outcomes().values().stream()
                                    .mapToLong(Long::longValue)
                                    .sum()
                            == rows,
                    "every row has one outcome");
        }
        sink();
        long paid = simulator.jobs().stream()
                .mapToLong(job -> job.get("succeeded") instanceof Long n ? n : 0)
                .sum();
        must(paid == rows, "the simulator has answered " + paid + " requests, and there are " + rows + " rows");
    }

    private void items(LandscapeReader reader, String run) {
        var answered = new BitSet((int) rows + 1);
        var counts = new TreeMap<String, Long>();
        List<BatchJob> all = reader.jobs().list(run);
        long planned = 0;
        for (BatchJob each : all) {
            JobState job = JobState.of(each);
            List<BatchItem> manifest = reader.jobs().manifest(run, job.job());
            job.counts().forEach((end, count) -> counts.merge(end.word(), count, Long::sum));
            long ends =
                    job.counts().values().stream().mapToLong(Long::longValue).sum();
            must(job.phase() == JobState.Phase.SETTLED, "job " + job.job() + " is " + job.phase());
            must(ends == manifest.size() && ends == job.items(), "job " + job.job() + " has " + ends + " ends");
            planned += manifest.size();
            for (BatchItem item : manifest) {
                must(item.end().isPresent(), "an item of job " + job.job() + " has no end");
                if (item.end().equals(Optional.of(CallState.ANSWERED))) {
                    int row = (int) item.key().rowSeq();
                    must(!answered.get(row), "row " + row + " was answered twice");
                    answered.set(row);
                }
            }
        }
        out.printf("%d jobs with %,d items in all: %s%n", all.size(), planned, counts);
        must(
                counts.values().stream().mapToLong(Long::longValue).sum() == planned,
                "the ends are as many as the items: " + counts);
        must(answered.cardinality() == rows, answered.cardinality() + " rows were answered");
    }

    private void sink() throws IOException {
        try (Stream<String> lines = Files.lines(folder.resolve("out/moods.jsonl"))) {
            var next = new long[] {1};
            lines.forEach(line -> must(line.startsWith("{\"id\":\"R" + next[0]++ + "\","), "out of order: " + line));
            must(next[0] == rows + 1, "the output has " + (next[0] - 1) + " rows");
        }
    }

    private static void must(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException("not so: " + what);
        }
    }
}
