package dev.rowan.landscape;

import dev.rowan.landscape.history.Reconciliation;
import dev.rowan.landscape.history.RunFlow;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.record.RunStart;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// Queries about runs as a whole.
public interface RunQueries {

    /// The newest runs first.
    List<RunSummary> newest(int limit);

    /// The id of the run that an id, a unique prefix of one, a run name (its newest run) or `latest` names. A name
    /// that matches none or several is a [LandscapeException] that lists the candidates.
    String resolve(String run);

    RunSummary summary(String runId);

    /// The last recorded head of the run.
    Head head(String runId);

    /// The run's definition: as started, with the changes recorded since.
    RunStart declared(String runId);

    /// The same; empty if the configuration was deleted.
    Optional<RunStart> findDeclared(String runId);

    /// The tokens on each edge of the run's graph so far.
    RunFlow flow(String runId);

    /// The times in which processes have worked on the run, in order; the last one is that of the latest.
    List<Epoch> epochs(String runId);

    /// The time of the first and of the last event about the run that a process recorded.
    record Epoch(Instant first, Instant last) {}

    /// The comparisons of the run with bills, in order.
    List<Reconciliation> reconciliations(String runId);

    /// Whether the run was resumed after a change that affects results.
    boolean isChanged(String runId);

    /// The runs that continue this one, the latest first: several when earlier ones were abandoned.
    List<String> continuations(String runId);
}
