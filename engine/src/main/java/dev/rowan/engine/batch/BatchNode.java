package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchService;
import dev.rowan.engine.batch.auto.RealtimeThroughput;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.RetryPolicy;
import dev.rowan.landscape.record.LogEntry.CallEnded;
import java.util.Optional;

/// A transform whose calls go through a batch service, and its realtime throughput.
public record BatchNode(
        int index,
        String name,
        BatchSettings settings,
        BatchService service,
        RetryPolicy retry,
        RealtimeThroughput realTime) {

    /// The event of an ended attempt, for listeners.
    public RunEvent.AttemptEnded event(CallEnded end) {
        return new RunEvent.AttemptEnded(
                name, service.account().uri(), Optional.of(service.model()), Optional.empty(), end);
    }
}
