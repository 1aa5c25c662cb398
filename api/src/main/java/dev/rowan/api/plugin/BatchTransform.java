package dev.rowan.api.plugin;

import dev.rowan.api.Row;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// A transform that gathers rows of several tokens and answers each through its output port, in any order, from any
/// thread.
public non-sealed interface BatchTransform extends Transform {

    /// Called once, before the first row. At most `maxPending` rows are given and not yet answered at any time.
    void connectOutput(OutputPort output, int maxPending);

    /// Takes a row and returns at once; the answer goes to the output port under this context's token and state.
    void accept(Row row, PluginContext context) throws Exception;

    /// How many rows may be pending; the pool size where the transform has one.
    default int maxPending() {
        return 30;
    }

    /// The longest a row may wait for its answer. Without it 5 minutes, and longer while a call of the row is under
    /// way,
    /// which has its own deadline and retries.
    default Optional<Duration> answerWithin() {
        return Optional.empty();
    }

    /// Figures about the batches so far, recorded with the run and shown by `explain` and the page. Those of calls
    /// that go through a provider's batch service are recorded by the engine, under the same name.
    default Map<String, Object> batchMetrics() {
        return Map.of();
    }
}
