package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchService;
import dev.rowan.engine.batch.auto.RealtimeThroughput;
import dev.rowan.engine.observe.RunEvent;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.DeliveryPolicy;
import dev.rowan.engine.pipeline.RetryPolicy;
import dev.rowan.landscape.record.LogEntry.CallEnded;
import java.util.Optional;
import java.util.OptionalDouble;

/// A transform whose calls go through a batch service, and how fast they would go in real time.
public record BatchNode(
        int index,
        String name,
        BatchSettings settings,
        BatchService service,
        DeliveryPolicy delivery,
        RetryPolicy retry,
        RealtimeThroughput realTime) {

    /// One whose calls would go out one after the other in real time.
    public BatchNode(
            int index,
            String name,
            BatchSettings settings,
            BatchService service,
            DeliveryPolicy delivery,
            RetryPolicy retry) {
        this(index, name, settings, service, delivery, retry, new RealtimeThroughput(1, OptionalDouble.empty()));
    }

    /// An attempt of it that has ended, for those who are told of it.
    public RunEvent.AttemptEnded seen(CallEnded end) {
        return new RunEvent.AttemptEnded(
                name, service.account().uri(), Optional.of(service.model()), Optional.empty(), end);
    }
}
