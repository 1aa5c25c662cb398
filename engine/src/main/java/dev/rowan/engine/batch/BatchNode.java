package dev.rowan.engine.batch;

import dev.rowan.api.batch.BatchService;
import dev.rowan.engine.pipeline.BatchSettings;
import dev.rowan.engine.pipeline.Delivery;
import dev.rowan.engine.pipeline.RetryPolicy;

/// A transform whose calls go through a batch service.
public record BatchNode(
        int index, String name, BatchSettings settings, BatchService service, Delivery delivery, RetryPolicy retry) {}
