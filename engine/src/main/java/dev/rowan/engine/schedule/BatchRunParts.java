package dev.rowan.engine.schedule;

import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.landscape.LandscapeReader;

/// What a run has whose calls go through batch services: the services, the rows that wait for them, the
/// reader that brings these back, and how long the run stays with them. `runId` is for words to the user.
public record BatchRunParts(
        String runId, BatchServices batches, ParkedRows rows, LandscapeReader reader, BatchOptions.Stay stay) {}
