package dev.rowan.landscape;

import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// An open audit database: SQLite in a file, or PostgreSQL.
public interface Landscape extends AutoCloseable {

    /// Starts a run: records what it is, durably, and gives the recorder for the rest.
    ///
    /// `outputs` are those that no other run may write until this one is finished, each by its real path or
    /// address. `abandoned` are unfinished runs that end with the start of this one, in the same transaction: both
    /// happen or neither.
    ///
    /// A [RunRefusedException], and nothing is recorded: when an output belongs to another run, when the run
    /// that this one continues has a continuation that is not among its `supersedes`, when a run to be
    /// abandoned has calls in batches that are not settled.
    LandscapeRecorder start(RunStart run, List<String> outputs, Set<String> abandoned) throws InterruptedException;

    /// Starts a run that abandons no other.
    default LandscapeRecorder start(RunStart run, List<String> outputs) throws InterruptedException {
        return start(run, outputs, Set.of());
    }

    /// Starts a run that keeps no output from others.
    default LandscapeRecorder start(RunStart run) throws InterruptedException {
        return start(run, List.of());
    }

    /// Goes on with a run whose owner has died or has given it back. Takes its lease with the next epoch, so
    /// that the owner before can write nothing any more, continues its chain, ends as unknown every attempt
    /// of a call that has no end, and records `run_resumed`, all durable before it returns. While the owner
    /// lives it is refused with a [LandscapeException] that says who that is and what to do.
    ///
    /// `outputs` are added to those that the run keeps from others.
    ResumedRun resume(String runId, RunResume by, List<String> outputs) throws InterruptedException;

    /// Resumes a run with the outputs that it has.
    default ResumedRun resume(String runId, RunResume by) throws InterruptedException {
        return resume(runId, by, List.of());
    }

    /// The outputs of runs that are not finished. Never makes a database.
    default List<SinkHold> sinkHolds() {
        try (LandscapeReader reader = reader()) {
            return reader.sinks().holds();
        }
    }

    /// A reader with its own connection.
    LandscapeReader reader();

    /// The orders that are given to its runs, with a connection of their own; empty where none can be given.
    default Optional<ControlRequestStore> orders() {
        return Optional.empty();
    }

    /// What someone should know of the records of closed recorders, such as a log that could not be moved into the
    /// database file; each is given once.
    default List<String> warnings() {
        return List.of();
    }

    /// The address, without credentials, as it is shown to people.
    String describe();

    @Override
    void close();
}
