package dev.rowan.engine.run;

import dev.rowan.engine.batch.BatchRequest;
import dev.rowan.engine.batch.Batches;
import dev.rowan.landscape.LandscapeReader;

/// What a run has whose calls go through batch services: the services, the rows that wait for them, the
/// reader that brings these back, and how long the run stays with them. `runId` is for words to the user.
record BatchWork(String runId, Batches batches, ParkedRows rows, LandscapeReader reader, BatchRequest.Stay stay) {}
