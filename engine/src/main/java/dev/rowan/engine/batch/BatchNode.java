package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchService;
import dev.rowan.engine.batch.auto.RealTime;
import dev.rowan.engine.observe.Observed;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.Delivery;
import dev.rowan.engine.pipeline.RetryPolicy;
import dev.rowan.landscape.record.Entry.CallEnded;
import java.util.Optional;
import java.util.OptionalDouble;

/// A transform whose calls go through a batch service, and how fast they would go in real time.
public record BatchNode(
        int index,
        String name,
        BatchSettings settings,
        BatchService service,
        Delivery delivery,
        RetryPolicy retry,
        RealTime realTime) {

    /// One whose calls would go out one after the other in real time.
    public BatchNode(
            int index,
            String name,
            BatchSettings settings,
            BatchService service,
            Delivery delivery,
            RetryPolicy retry) {
        this(index, name, settings, service, delivery, retry, new RealTime(1, OptionalDouble.empty()));
    }

    /// An attempt of it that has ended, for those who are told of it.
    Observed.AttemptEnded seen(CallEnded end) {
        return new Observed.AttemptEnded(
                name, service.account().uri(), Optional.of(service.model()), Optional.empty(), end);
    }
}
