package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Usd;
import dev.rowan.engine.batch.BatchNode;
import dev.rowan.engine.batch.BatchOptions.Stay;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.batch.BatchServices.BatchProgress;
import dev.rowan.engine.batch.BatchServices.JobProgress;
import dev.rowan.engine.batch.ReleasedRows;
import dev.rowan.engine.batch.runtime.BatchRuntime;
import dev.rowan.engine.call.Budget;
import dev.rowan.engine.call.CallContext;
import dev.rowan.engine.call.ParkedCall;
import dev.rowan.engine.call.RejectionSeries;
import dev.rowan.engine.observe.RunEventPublisher;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.split.SplitCluster;
import dev.rowan.engine.startup.OpenedRun;
import dev.rowan.engine.startup.RunSetup;
import dev.rowan.engine.stop.ResourceCloser;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.landscape.CallQueries.ParkedRequest;
import dev.rowan.landscape.CostPool;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.SplitQueries.WriterStatus;
import dev.rowan.landscape.record.LogEntry.CallKey;
import dev.rowan.landscape.record.LogEntry.ChainsRead;
import dev.rowan.landscape.record.Sample;
import dev.rowan.landscape.resume.PendingRow.InBatch;
import dev.rowan.landscape.resume.PendingRow.PastCall;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;

/// The batch services of a run with workers. Workers record the calls of nodes in batch mode; between two of their jobs
/// the owner submits these calls and waits for the answers. Used by the run's own thread.
final class SplitBatches implements AutoCloseable {
    private static final int PAGE = 200;
    private static final Duration INTERVAL = Duration.ofSeconds(1);
    private static final String SETTLED = "settled";

    private final RunInputs inputs;
    private final OpenedRun opened;
    private final StopSignal stop;
    private final LandscapeReader reader;
    private final Optional<CostPool> pool;
    private final Time time;
    private final Budget budget;
    private final List<BatchNode> nodes;
    private final BatchServices services;
    private final ResourceCloser closer;
    /// Rows that were released since the workers have started last.
    private final AtomicLong released = new AtomicLong();

    private final NextJob nextJob = new NextJob();

    private SplitBatches(
            RunInputs inputs,
            OpenedRun opened,
            StopSignal stop,
            LandscapeReader reader,
            Optional<CostPool> pool,
            Budget budget,
            List<BatchNode> nodes,
            BatchServices services,
            ResourceCloser closer) {
        this.inputs = inputs;
        this.opened = opened;
        this.stop = stop;
        this.reader = reader;
        this.pool = pool;
        this.time = inputs.time();
        this.budget = budget;
        this.nodes = nodes;
        this.services = services;
        this.closer = closer;
    }

    /// `pool` is the budget that the writers share, if they do; `sample` is the last one of the run.
    static SplitBatches open(
            RunInputs inputs,
            RunSetup setup,
            OpenedRun opened,
            StopSignal stop,
            LandscapeReader reader,
            Optional<CostPool> pool,
            Sample sample)
            throws IOException, InterruptedException {
        Pipeline pipeline = inputs.pipeline();
        Usd reserved = opened.history().calls().jobs().reserved();
        Budget budget = pool.map(shared -> shared.read().allowance())
                .map(own -> new Budget(Optional.of(own), own.minus(reserved), reserved))
                .orElseGet(() -> new Budget(Optional.empty(), Usd.ZERO, reserved));
        var rejections = new RejectionSeries(
                pipeline.run().maxSameError(), pipeline.run().reorderMemory(), stop);
        var events = RunEventPublisher.to(inputs.environment().listener());
        var assembly = new CallAssembly(inputs, setup, opened, rejections, stop, events);
        var closer = new ResourceCloser();
        try {
            CallContext calls = assembly.callContext(budget, closer);
            stop.onRequest(calls::stop);
            for (TransformNode node : pipeline.transforms()) {
                node.transform().open();
                closer.add(node.transform());
            }
            List<BatchNode> nodes = assembly.batchNodes();
            BatchServices services = assembly.openBatches(BatchRuntime::new, nodes, calls, closer);
            var batches = new SplitBatches(inputs, opened, stop, reader, pool, budget, nodes, services, closer);
            batches.measure(sample);
            services.start(batches.nextJob);
            return batches;
        } catch (IOException | InterruptedException | RuntimeException | Error failed) {
            closer.close();
            throw failed;
        }
    }

    /// Rows go on in the next job of the workers. Called by the threads of the batch services.
    private final class NextJob implements BatchServices.Wakeup {
        @Override
        public void wake(List<Long> rows) {}

        /// The note is durable before the rows count as released, so the job that they start reads it.
        @Override
        public void release(String node, List<Long> rows) throws InterruptedException {
            opened.recorder().awaitCommitted(opened.recorder().record(ReleasedRows.note(node, rows, time.instant())));
            released.addAndGet(rows.size());
        }
    }

    BatchServices services() {
        return services;
    }

    /// Takes over how fast the workers send in real time, by a sample of the run.
    void measure(Sample sample) {
        int workers = (int) reader.splits().writers(inputs.runId()).stream()
                .filter(writer -> writer.status() == WriterStatus.WORKING || writer.status() == WriterStatus.ENDED)
                .count();
        for (BatchNode node : nodes) {
            sample.nodes().stream().filter(seen -> seen.index() == node.index()).forEach(seen -> {
                long answered =
                        seen.latency().stream().mapToLong(Long::longValue).sum();
                if (answered > 0) {
                    node.realTime().measured(Math.max(1, workers), seen.wireMicros() / 1e6 / answered);
                }
            });
        }
    }

    /// Whether rows were released, by this process or an earlier one.
    boolean hasReleased() {
        return !ReleasedRows.read(reader, inputs.runId()).isEmpty();
    }

    /// Whether there are jobs that have not ended.
    boolean isWaiting() {
        return services.jobs().stream().anyMatch(job -> !job.step().equals(SETTLED));
    }

    /// Submits the calls that are on record, and waits until all jobs have ended, rows were released, or the run stops.
    /// Returns how many calls were submitted or had been before, and rows were released.
    long run(SplitCluster.Watch watch) throws IOException, InterruptedException {
        opened.recorder()
                .awaitCommitted(opened.recorder()
                        .record(new ChainsRead(time.instant(), reader.splits().chainEnds(inputs.runId()))));
        draw();
        try {
            long before = services.jobs().stream()
                    .filter(job -> !job.step().equals(SETTLED))
                    .mapToLong(JobProgress::items)
                    .sum();
            long submitted = submit(before == 0);
            await(watch);
            return before + submitted + released.getAndSet(0);
        } catch (RowAbandonedException _) {
            return 0; // the run stops
        } finally {
            returnUnused();
        }
    }

    /// Calls that were in jobs before are submitted again only when no job is being settled meanwhile.
    private long submit(boolean again) throws InterruptedException {
        var wanted = new SubmittableCalls(inputs.runId(), inputs.pipeline(), reader);
        var admission = new BatchAdmission(services);
        long submitted = 0;
        long last = 0;
        List<ParkedRequest> page = reader.calls().awaited(inputs.runId(), last, PAGE);
        while (!page.isEmpty() && !stop.requested()) {
            last = page.getLast().event();
            Map<CallKey, PastCall> calls = wanted.of(page, again);
            Map<Boolean, List<ParkedRequest>> admitted = page.stream()
                    .filter(call -> calls.containsKey(call.key()))
                    .collect(Collectors.partitioningBy(call -> admission.admits(call.key())));
            release(admitted.getOrDefault(false, List.of()));
            List<ParkedRequest> some = admitted.getOrDefault(true, List.of());
            List<Payload> requests = reader.calls()
                    .parked(
                            inputs.runId(),
                            some.stream().map(ParkedRequest::key).toList());
            for (int i = 0; i < some.size(); i++) {
                ParkedRequest call = some.get(i);
                PastCall past = calls.get(call.key());
                services.queue(call.key().node())
                        .orElseThrow()
                        .park(new ParkedCall(
                                call.key(),
                                past == null ? 0 : past.attempts(),
                                call.worst(),
                                call.tokens(),
                                requests.get(i),
                                List.of(),
                                InBatch.PARKED));
                submitted++;
            }
            page = reader.calls().awaited(inputs.runId(), last, PAGE);
        }
        return submitted;
    }

    /// Lets the workers send these calls in real time.
    private void release(List<ParkedRequest> calls) throws InterruptedException {
        for (BatchNode node : nodes) {
            List<Long> rows = calls.stream()
                    .map(ParkedRequest::key)
                    .filter(call -> call.node() == node.index())
                    .map(CallKey::rowSeq)
                    .distinct()
                    .sorted()
                    .toList();
            if (!rows.isEmpty()) {
                nextJob.release(node.name(), rows);
            }
        }
    }

    private void await(SplitCluster.Watch watch) throws IOException, InterruptedException {
        while (!stop.requested()) {
            services.quiet();
            BatchProgress state = services.progress();
            if (released.get() > 0 && !services.hasWaiting()) {
                return; // jobs go on while workers send the calls of these rows
            }
            switch (state) {
                case IDLE -> {
                    if (!services.hasWaiting()) {
                        return;
                    }
                }
                case SUBMITTED -> {
                    if (inputs.request().batches().stay() != Stay.UNTIL_DONE) {
                        stop.waitForBatches(message());
                    }
                }
                case HELD -> stop.waitForBatches(message());
                case BUSY -> {}
            }
            services.awaitChange(INTERVAL);
            boolean _ = watch.poll();
        }
    }

    private String message() {
        List<JobProgress> open = services.jobs().stream()
                .filter(job -> !job.step().equals(SETTLED))
                .toList();
        long held = open.stream().filter(job -> job.held().isPresent()).count();
        return "%,d calls wait for %,d batch %s%s; rowan resume %s continues, with or without --engine flink"
                .formatted(
                        open.stream().mapToLong(JobProgress::items).sum(),
                        open.size(),
                        open.size() == 1 ? "job" : "jobs",
                        held == 0 ? "" : ", %,d of them held until someone decides: rowan batch list".formatted(held),
                        inputs.runId());
    }

    /// Takes what no writer has: no worker spends while the owner submits.
    private void draw() throws InterruptedException {
        if (pool.isPresent()) {
            CostPool.State seen = pool.get().read();
            Usd all = seen.allowance().plus(seen.left());
            while (pool.get().change(seen, all, budget.spent()).isEmpty()) {
                seen = pool.get().read();
                all = seen.allowance().plus(seen.left());
            }
            budget.moveCap(all);
        }
    }

    /// Returns what is neither spent nor reserved for jobs.
    private void returnUnused() throws InterruptedException {
        if (pool.isPresent()) {
            Usd kept = budget.beginMove();
            while (pool.get().change(pool.get().read(), kept, budget.spent()).isEmpty()) {
                // another writer has changed its allowance meanwhile
            }
            budget.moveCap(kept);
        }
    }

    /// Jobs continue at their providers.
    @Override
    public void close() {
        closer.close();
        stop.onRequest(() -> {});
    }

    void recordMetrics() throws InterruptedException {
        ClosingNotes.metrics(inputs.pipeline(), Optional.of(services), opened.recorder(), time);
    }
}
