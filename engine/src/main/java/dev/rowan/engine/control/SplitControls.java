package dev.rowan.engine.control;

import dev.rowan.api.Time;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.call.CostCap;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.engine.pool.PoolConfig;
import dev.rowan.engine.pool.TunableNode;
import dev.rowan.engine.stop.StopSignal;
import dev.rowan.landscape.ControlRequestStore;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Handles the control requests to a run whose rows are processed by workers. The owner checks and records each
/// request; the workers read it from the record and apply it: [RecordedControls]. Owned by the run's own thread.
public final class SplitControls implements AutoCloseable {
    private final ControlRequestHandler requests;

    /// `store` opens the requests to the run, `batches` are the present batch services of the owner.
    public SplitControls(
            String runId,
            Pipeline pipeline,
            Supplier<Optional<ControlRequestStore>> store,
            LandscapeRecorder recorder,
            CostCap cost,
            Supplier<Optional<BatchServices>> batches,
            StopSignal stop,
            Time time) {
        this.requests = new ControlRequestHandler(
                runId,
                store,
                recorder,
                time,
                new LocalControls(
                        pipeline.transforms().stream().map(TransformNode::name).toList(),
                        pipeline.transforms().stream()
                                .flatMap(node -> node.pool().map(pool -> new WorkersNode(node.name(), pool)).stream())
                                .toList(),
                        cost,
                        Optional.empty(),
                        stop,
                        batches));
    }

    /// Answers the requests with these numbers, which the process before left unanswered.
    public void settleOlder(LandscapeReader reader, Set<Long> older) {
        requests.settleOlder(reader, older);
    }

    /// Handles waiting requests about once a second.
    public void poll() throws InterruptedException {
        requests.poll();
    }

    /// The run has ended, and accepts no more requests.
    public void runEnded() {
        requests.end();
    }

    @Override
    public void close() {
        requests.close();
    }

    /// A node of the workers: its settings as last recorded.
    private static final class WorkersNode implements TunableNode {
        private final String name;
        private PoolConfig config;

        WorkersNode(String name, PoolConfig config) {
            this.name = name;
            this.config = config;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public PoolConfig config() {
            return config;
        }

        @Override
        public void tune(PoolConfig changed) {
            config = changed;
        }
    }
}
