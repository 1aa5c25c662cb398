package dev.rowan.cli;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.call.WireProvider.OpenWire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.config.PipelineFile;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.PipelineAssembly;
import dev.rowan.engine.pipeline.PluginCatalog;
import dev.rowan.engine.run.SplitWorker;
import dev.rowan.engine.split.PlannedSplit;
import dev.rowan.engine.split.SplitCluster;
import dev.rowan.engine.split.SplitListener;
import dev.rowan.engine.split.SplitQueue;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.record.WriterId;
import dev.rowan.providers.http.AuditedWires;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;

/// Workers in this process. An attempt of a worker can be replaced while it works, as when a machine is believed to be
/// dead and is not: its splits are assigned again.
final class ThreadCluster implements SplitCluster {
    private static final int AT_ONCE = 3;
    private static final int QUIET_SECONDS = 150;

    private final Path file;
    private final Map<String, String> variables;
    private final Landscape landscape;
    private final int writers;
    private final Set<Integer> replacements;
    private final IntConsumer finished;
    private final List<String> failures = new ArrayList<>();

    /// After each number of finished splits in `replacements`, the attempt that finished the last one is replaced.
    /// `finished` gets the number of finished splits whenever one is.
    ThreadCluster(
            Path file,
            Map<String, String> variables,
            Landscape landscape,
            int writers,
            Set<Integer> replacements,
            IntConsumer finished) {
        this.file = file;
        this.variables = Map.copyOf(variables);
        this.landscape = landscape;
        this.writers = writers;
        this.replacements = Set.copyOf(replacements);
        this.finished = finished;
    }

    private record Event(Attempt attempt, int split, Optional<Throwable> failure) {}

    private static final class Attempt {
        private final int writer;
        private final SplitQueue queue = new SplitQueue();
        private final Set<Integer> held = new TreeSet<>();
        private final CountDownLatch ended = new CountDownLatch(1);
        private volatile Optional<SplitWorker> worker = Optional.empty();

        Attempt(int writer) {
            this.writer = writer;
        }
    }

    /// What attempts that were replaced failed with.
    List<String> failures() {
        return List.copyOf(failures);
    }

    @Override
    public void run(SplitJob job, Watch watch) throws IOException, InterruptedException {
        var events = new LinkedBlockingQueue<Event>();
        Deque<Integer> left = new ArrayDeque<>();
        job.plan().splits().forEach(split -> left.add(split.range().split()));
        Set<Integer> done = new TreeSet<>();
        try (var scope = CallScope.openPlatform("worker")) {
            var live = new ArrayList<Attempt>();
            for (int writer = 1; writer <= writers; writer++) {
                live.add(start(scope, job, new Attempt(writer), left, events));
            }
            int quiet = 0;
            while (done.size() < job.plan().splits().size()) {
                if (!watch.poll()) {
                    live.forEach(attempt -> attempt.worker.ifPresent(worker -> worker.interrupt("the cluster")));
                }
                Event event = events.poll(1, TimeUnit.SECONDS);
                if (event == null) {
                    if (++quiet > QUIET_SECONDS) {
                        throw new IOException("nothing happened; done: " + done);
                    }
                    continue;
                }
                quiet = 0;
                if (!live.contains(event.attempt())) {
                    event.failure().ifPresent(why -> failures.add(String.valueOf(why)));
                    continue;
                }
                if (event.failure().isPresent()) {
                    throw new IOException(
                            "split " + event.split() + " failed",
                            event.failure().get());
                }
                event.attempt().held.remove(event.split());
                done.add(event.split());
                finished.accept(done.size());
                if (replacements.contains(done.size())) {
                    live.remove(event.attempt());
                    event.attempt().held.forEach(left::addFirst);
                    live.add(start(scope, job, new Attempt(event.attempt().writer), left, events));
                } else {
                    submit(job, event.attempt(), left, events);
                }
            }
            awaitReplaced(events);
            live.forEach(attempt -> attempt.queue.end());
            for (Attempt attempt : live) { // closing the scope interrupts only those that were replaced
                attempt.ended.await();
            }
        }
    }

    /// An attempt that was replaced may notice it after the others have done all splits.
    private void awaitReplaced(LinkedBlockingQueue<Event> events) throws InterruptedException {
        while (!replacements.isEmpty() && failures.isEmpty()) {
            Event event = events.poll(10, TimeUnit.SECONDS);
            if (event == null) {
                return;
            }
            event.failure().ifPresent(why -> failures.add(String.valueOf(why)));
        }
    }

    private Attempt start(
            CallScope scope, SplitJob job, Attempt attempt, Deque<Integer> left, LinkedBlockingQueue<Event> events) {
        scope.start(() -> {
            try {
                work(job, attempt);
            } finally {
                attempt.ended.countDown();
            }
        });
        for (int i = 0; i < AT_ONCE; i++) {
            submit(job, attempt, left, events);
        }
        return attempt;
    }

    private static void submit(SplitJob job, Attempt attempt, Deque<Integer> left, LinkedBlockingQueue<Event> events) {
        Integer next = left.poll();
        if (next == null) {
            return;
        }
        attempt.held.add(next);
        PlannedSplit split = job.plan().splits().get(next);
        attempt.queue.submit(split, new SplitListener() {
            @Override
            public void done() {
                events.add(new Event(attempt, next, Optional.empty()));
            }

            @Override
            public void postponed() {
                events.add(new Event(attempt, next, Optional.empty()));
            }

            @Override
            public void failed(Throwable why) {
                events.add(new Event(attempt, next, Optional.of(why)));
            }
        });
    }

    private void work(SplitJob job, Attempt attempt) {
        var time = new SystemTime();
        PipelineFile read = PipelineFile.read(file, variables);
        Pipeline pipeline = PipelineAssembly.assemble(
                read.root(),
                new PipelineAssembly.Origin(read.text(), read.base(), Optional.of(file)),
                PluginCatalog.load());
        try (OpenWire wire = new AuditedWires().open(pipeline.network().wire(), variables, time)) {
            var environment = RunEnvironment.of(
                            wire, new SecretSource(variables, read.base(), Duration.ofSeconds(30)), () -> {
                                throw new PluginException("no simulator here");
                            })
                    .with(read.base().resolve("artifacts"));
            var worker = new SplitWorker(
                    pipeline,
                    landscape,
                    new WriterId(job.runId(), job.runEpoch(), attempt.writer),
                    attempt.queue,
                    environment,
                    time,
                    new SecureRandom());
            attempt.worker = Optional.of(worker);
            worker.run();
        } catch (IOException | RuntimeException failed) {
            attempt.queue.fail(failed);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
