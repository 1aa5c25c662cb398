package dev.rowan.engine.schedule;

import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.landscape.LandscapeReader;

/// The batch services of a run, the rows that wait for them, the reader that reloads these, and how long the run
/// waits. `runId` is for messages.
public record BatchRunParts(
        String runId, BatchServices batches, ParkedRows rows, LandscapeReader reader, BatchOptions.Stay stay) {}
