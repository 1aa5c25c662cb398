package dev.rowan.engine.run;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.plugin.BatchTransform;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.call.AnswerModels;
import dev.rowan.engine.call.NodeCalls;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.pipeline.Pipeline.TransformNode;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.record.LogEntry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The notes that a run records when its rows have finished.
final class ClosingNotes {
    private ClosingNotes() {}

    /// The metrics of batch transforms, and of transforms whose calls went through a batch service.
    static void metrics(Pipeline pipeline, Optional<BatchServices> batches, LandscapeRecorder recorder, Time time)
            throws InterruptedException {
        Map<String, Map<String, Object>> ofJobs =
                batches.map(BatchServices::metrics).orElse(Map.of());
        for (TransformNode node : pipeline.transforms()) {
            var metrics = new LinkedHashMap<String, Object>(ofJobs.getOrDefault(node.name(), Map.of()));
            if (node.transform() instanceof BatchTransform batch) {
                metrics.putAll(batch.batchMetrics());
            }
            if (!metrics.isEmpty()) {
                recorder.record(new LogEntry.RunNoted(
                        "batch_metrics",
                        time.instant(),
                        Row.of("node", node.name()).with("metrics", metrics).asMap()));
            }
        }
    }

    /// The nodes whose reused answers and new ones were given by different models.
    static void models(List<NodeCalls> made, LandscapeRecorder recorder, Time time) throws InterruptedException {
        for (NodeCalls node : made) {
            Optional<AnswerModels.Difference> difference = node.modelDifference();
            if (difference.isPresent()) {
                recorder.record(new LogEntry.RunNoted(
                        AnswerModels.NOTE,
                        time.instant(),
                        Row.of("node", node.name())
                                .with("reused", difference.get().reused())
                                .with("served", difference.get().served())
                                .asMap()));
            }
        }
    }

    static void pools(List<NodeCalls> made, LandscapeRecorder recorder, Time time) throws InterruptedException {
        for (NodeCalls node : made) {
            for (var pool : node.statistics().entrySet()) {
                recorder.record(new LogEntry.RunNoted(
                        "pool_statistics",
                        time.instant(),
                        PoolSummary.of(node.name(), pool.getKey(), pool.getValue())));
            }
        }
    }
}
