package dev.rowan.landscape;

import dev.rowan.landscape.record.ControlRequest;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/// The orders that were given to the runs of a landscape. They are no events: that a run has followed one is
/// noted in its own record, as `tuned`, by itself.
///
/// Owned by one thread.
public interface ControlRequestStore extends AutoCloseable {
    /// The note that a run makes of an order before it follows it: `number`, `order`, `operator`, `node`,
    /// `from`, `to`; with `max_cost_usd` also `set_aside`, what was spent and set aside already.
    String NOTE = "tuned";

    /// What is answered to an order that a run did not come to.
    String ENDED = "the run has ended";

    /// Gives an order and tells its number. A run that nobody works on is a
    /// [dev.rowan.landscape.LandscapeException] that says so.
    long give(String runId, String operator, ControlRequest order);

    /// The orders for a run that nobody has answered, in the order given.
    List<Submitted> waiting(String runId);

    /// Answers an order: what was done, or why not.
    void answer(long number, boolean followed, String words);

    /// What became of an order; empty while it waits.
    Optional<Answer> answered(long number);

    /// An order, by whom and when.
    record Submitted(long number, String operator, Instant at, ControlRequest order) {}

    /// What became of an order.
    record Answer(boolean followed, String words) {}

    @Override
    void close();
}
