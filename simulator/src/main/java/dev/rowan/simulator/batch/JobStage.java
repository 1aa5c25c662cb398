package dev.rowan.simulator.batch;

import java.time.Instant;

/// A job's state at some time, since when it has been in it, and how many of its rows are done.
public record JobStage(SimulatedJobState state, Instant since, int done) {}
