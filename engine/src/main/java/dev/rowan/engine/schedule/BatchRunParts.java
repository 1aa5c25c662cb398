package dev.rowan.engine.schedule;

import dev.rowan.engine.batch.BatchOptions;
import dev.rowan.engine.batch.BatchServices;
import dev.rowan.engine.call.SharedCalls;
import dev.rowan.landscape.LandscapeReader;
import java.util.Optional;

/// What rows wait for: batch services, and in `shared` the answers of equal calls; the rows that wait, the reader that
/// reloads these, and how long the run waits. `runId` is for messages.
public record BatchRunParts(
        String runId,
        BatchServices batches,
        Optional<SharedCalls> shared,
        ParkedRows rows,
        LandscapeReader reader,
        BatchOptions.Stay stay) {}
