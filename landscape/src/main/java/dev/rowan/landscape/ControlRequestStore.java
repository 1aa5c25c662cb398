package dev.rowan.landscape;

import dev.rowan.landscape.record.ControlRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The control requests to the runs of a landscape. They are not events: a run records the ones it applies itself,
/// as `tuned`.
///
/// Owned by one thread.
public interface ControlRequestStore extends AutoCloseable {
    /// The note that a run records before it applies a request: `number`, `order`, `operator`, `node`, `from`,
    /// `to`; with `max_cost_usd` also `set_aside`, the amount already spent and reserved.
    String NOTE = "tuned";

    /// The answer to a request that was still pending when the run ended.
    String ENDED = "the run has ended";

    /// Submits a request and returns its number. Throws a [dev.rowan.landscape.LandscapeException] if no process
    /// works on the run.
    long give(String runId, String operator, ControlRequest order);

    /// The pending requests to a run, in the order submitted.
    List<Submitted> waiting(String runId);

    /// Records the answer to a request: what was done, or why not.
    void answer(long number, boolean followed, String words);

    /// The answer to a request; empty while it is pending.
    Optional<Answer> answered(long number);

    /// A request, who submitted it and when.
    record Submitted(long number, String operator, Instant at, ControlRequest order) {}

    /// Whether a request was applied, and the text of the answer.
    record Answer(boolean followed, String message) {}

    @Override
    void close();
}
