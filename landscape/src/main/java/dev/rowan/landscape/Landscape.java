package dev.rowan.landscape;

import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import dev.rowan.landscape.record.WriterId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// An open audit database: SQLite in a file, or PostgreSQL.
public interface Landscape extends AutoCloseable {

    /// Starts a run: records its definition durably and returns the recorder for the rest.
    ///
    /// `outputs` are those that no other run may write until this one is finished, each by its real path or
    /// address. `abandoned` are unfinished runs that end with the start of this one, in the same transaction.
    ///
    /// Throws a [RunRefusedException] and records nothing if an output belongs to another run, if the run that
    /// this one continues has a continuation that is not among its `supersedes`, or if a run to be abandoned has
    /// calls in unsettled batches.
    LandscapeRecorder start(RunStart run, List<String> outputs, Set<String> abandoned) throws InterruptedException;

    /// Starts a run that abandons no other.
    default LandscapeRecorder start(RunStart run, List<String> outputs) throws InterruptedException {
        return start(run, outputs, Set.of());
    }

    /// Starts a run without exclusive outputs.
    default LandscapeRecorder start(RunStart run) throws InterruptedException {
        return start(run, List.of());
    }

    /// Resumes a run whose owner has died or released it. Acquires its lease with the next epoch, which fences off
    /// the previous owner, continues its chain, ends every open attempt of a call as unknown, and records
    /// `run_resumed`, all durable on return. While the owner is alive it throws a [LandscapeException] with the
    /// owner and what to do.
    ///
    /// `outputs` are added to the exclusive outputs of the run.
    ResumedRun resume(String runId, RunResume by, List<String> outputs) throws InterruptedException;

    /// Resumes a run with its recorded outputs.
    default ResumedRun resume(String runId, RunResume by) throws InterruptedException {
        return resume(runId, by, List.of());
    }

    /// Joins a run as one of its writers beside the owner, with the writer's next epoch, which fences off the
    /// process that had it before. Continues the writer's chain and ends its open attempts as unknown, durable on
    /// return. Throws a [LandscapeException] if the run has ended or is in another epoch.
    SplitRecorder join(WriterId id) throws InterruptedException;

    /// The outputs of unfinished runs. Never creates a database.
    default List<SinkHold> sinkHolds() {
        try (LandscapeReader reader = reader()) {
            return reader.sinks().holds();
        }
    }

    /// A reader with its own connection.
    LandscapeReader reader();

    /// The control requests to its runs, over a connection of their own; empty if none can be submitted.
    default Optional<ControlRequestStore> controlRequests() {
        return Optional.empty();
    }

    /// Opens the rate limits that processes on this landscape share, over a connection of their own; empty if it is a
    /// file.
    default Optional<Supplier<LimitStore>> limits() {
        return Optional.empty();
    }

    /// Warnings about closed recorders, such as a log that could not be checkpointed into the database file; each
    /// is returned once.
    default List<String> warnings() {
        return List.of();
    }

    /// The URL without credentials, for display.
    String describe();

    @Override
    void close();
}
