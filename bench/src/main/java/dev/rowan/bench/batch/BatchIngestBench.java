package dev.rowan.bench.batch;

import com.sun.management.OperatingSystemMXBean;
import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.Usd;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.secret.Redaction;
import dev.rowan.api.secret.Secret;
import dev.rowan.bench.calls.CallsPipeline;
import dev.rowan.bench.harness.ChildJvm;
import dev.rowan.chaos.image.Folders;
import dev.rowan.engine.batch.BatchContext;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.auto.AutoPolicy;
import dev.rowan.engine.batch.auto.RealtimeThroughput;
import dev.rowan.engine.batch.runtime.BatchRuntime;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.observe.RunEventListener;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.stop.RunStopper;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;

/// Throughput of ingesting job results into a SQLite landscape.
///
/// `./rowan bench batch_ingest [ROUNDS [JOBS [ROWS_A_JOB]]]`, by default ten rounds with one job of 50,000
/// rows each, in a JVM with 256 MiB. The jobs are as after a crash: downloaded, not ingested. A process
/// resumes them; the time is until every end is durable and every row was resumed.
public final class BatchIngestBench {
    private static final Duration GLANCE = Duration.ofMillis(20);
    private static final RunStopper NEVER = new RunStopper() {
        @Override
        public boolean requested() {
            return false;
        }

        @Override
        public void limit(String what) {
            throw new IllegalStateException(what);
        }

        @Override
        public void blocked(String why) {
            throw new IllegalStateException(why);
        }
    };

    private final OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private final PrintStream out;
    private final Time time = new SystemTime();
    private final Path folder;
    private final BatchMaterial material;
    private final Landscape landscape;
    private final LandscapeRecorder recorder;

    private BatchIngestBench(
            PrintStream out, Path folder, BatchMaterial material, Landscape landscape, LandscapeRecorder recorder) {
        this.out = out;
        this.folder = folder;
        this.material = material;
        this.landscape = landscape;
        this.recorder = recorder;
    }

    public static void run(String... args) throws Exception {
        String rounds = args.length > 0 ? args[0] : "10";
        String jobs = args.length > 1 ? args[1] : "1";
        String items = args.length > 2 ? args[2] : "50000";
        Path folder = Files.createTempDirectory("rowan-batch-ingest");
        try {
            ChildJvm.run(List.of("-Xmx256m"), List.of("batch_ingest_inside", rounds, jobs, items, folder.toString()));
        } finally {
            Folders.remove(folder);
        }
    }

    public static void inside(String... args) throws Exception {
        Path folder = Path.of(args[3]);
        BatchMaterial material = BatchMaterial.make(folder);
        try (Landscape landscape =
                        Landscapes.open("sqlite:landscape.db", folder, new SystemTime(), new SecureRandom());
                LandscapeRecorder recorder = landscape.start(DownloadedJobs.start(material.node()))) {
            new BatchIngestBench(System.out, folder, material, landscape, recorder)
                    .measure(Integer.parseInt(args[0]), Integer.parseInt(args[1]), Integer.parseInt(args[2]));
        }
    }

    private void measure(int rounds, int jobs, int items) throws Exception {
        var made = new DownloadedJobs(material, recorder, folder.resolve("artifacts"), time);
        var rates = new double[rounds];
        var cpu = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            for (int job = 0; job < jobs; job++) {
                made.add(items);
            }
            long used = system.getProcessCpuTime();
            rates[round] = (double) jobs * items / takeIn((long) jobs * items);
            cpu[round] = (system.getProcessCpuTime() - used) / 1e3 / jobs / items;
            out.printf("round %d: %,.0f rows/s, %.0f µs of CPU a row%n", round + 1, rates[round], cpu[round]);
        }
        check((long) rounds * jobs * items);
        Arrays.sort(rates);
        Arrays.sort(cpu);
        out.printf(
                "%d rounds of %d jobs of %,d rows: %,.0f rows/s (%,.0f to %,.0f), %.0f µs of CPU a row; landscape %,d"
                        + " bytes%n",
                rounds,
                jobs,
                items,
                rates[rounds / 2],
                rates[0],
                rates[rounds - 1],
                cpu[rounds / 2],
                Files.size(folder.resolve("landscape.db")));
    }

    /// The seconds until all jobs are settled.
    private double takeIn(long rows) throws Exception {
        var woken = new AtomicLong();
        long began = time.nanos();
        try (var runtime = new BatchRuntime(List.of(node()), around())) {
            runtime.start(all -> woken.addAndGet(all.size()));
            while (woken.get() < rows || runtime.progress() != BatchServices.BatchProgress.IDLE) {
                runtime.awaitChange(GLANCE);
            }
        }
        return (time.nanos() - began) / 1e9;
    }

    private BatchNode node() {
        TransformNode node = material.node();
        return new BatchNode(
                node.index(),
                node.name(),
                node.batch(),
                material.service(),
                node.retry(),
                new RealtimeThroughput(1, OptionalDouble.empty()));
    }

    private BatchContext around() {
        return new BatchContext(
                DownloadedJobs.RUN,
                recorder,
                landscape::reader,
                _ -> {
                    throw new IllegalStateException("nothing is sent here");
                },
                Redaction.of(List.of(Secret.of("key", CallsPipeline.KEY))),
                new Budget(Optional.empty(), Usd.ZERO, Usd.ZERO),
                NEVER,
                time,
                new SplittableRandom(1),
                folder.resolve("artifacts"),
                Faults.NONE,
                Optional.empty(),
                AutoPolicy.USUAL,
                BatchOptions.USUAL,
                Duration.ofMinutes(10),
                new RejectionSeries(OptionalInt.empty(), 0, NEVER),
                RunEventPublisher.to(RunEventListener.NONE),
                _ -> {});
    }

    /// Every item has its answer.
    private void check(long rows) {
        try (LandscapeReader reader = landscape.reader()) {
            var answered = new ArrayList<Long>();
            reader.jobs()
                    .list(DownloadedJobs.RUN)
                    .forEach(job -> answered.add(reader.jobs().manifest(DownloadedJobs.RUN, job.job()).stream()
                            .filter(item -> item.end().equals(Optional.of(CallState.ANSWERED)))
                            .count()));
            long sum = answered.stream().mapToLong(Long::longValue).sum();
            if (sum != rows) {
                throw new IllegalStateException("of " + rows + " items " + sum + " were answered");
            }
        }
    }
}
