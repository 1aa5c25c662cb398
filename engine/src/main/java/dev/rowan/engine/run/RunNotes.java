package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.plugin.BatchTransform;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.Entry;
import java.util.List;

/// What a run says of itself when its rows are through.
final class RunNotes {
    private RunNotes() {}

    static void metrics(Pipeline pipeline, LandscapeRecorder recorder, Time time) throws InterruptedException {
        for (TransformNode node : pipeline.transforms()) {
            if (node.transform() instanceof BatchTransform batch
                    && !batch.batchMetrics().isEmpty()) {
                recorder.record(new Entry.RunNoted(
                        "batch_metrics",
                        time.instant(),
                        Row.of("node", node.name())
                                .with("metrics", batch.batchMetrics())
                                .asMap()));
            }
        }
    }

    static void pools(List<NodeCalls> made, LandscapeRecorder recorder, Time time) throws InterruptedException {
        for (NodeCalls node : made) {
            for (var pool : node.statistics().entrySet()) {
                recorder.record(new Entry.RunNoted(
                        "pool_statistics", time.instant(), PoolFacts.of(node.name(), pool.getKey(), pool.getValue())));
            }
        }
    }
}
