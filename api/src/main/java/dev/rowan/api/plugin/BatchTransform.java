package dev.rowan.api.plugin;

import dev.rowan.api.Row;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// A transform that collects rows of several tokens and emits each result through its output port, in any order,
/// from any thread.
public non-sealed interface BatchTransform extends Transform {

    /// Called once, before the first row. At most `maxPending` rows are accepted and not yet answered at any time.
    void connectOutput(OutputPort output, int maxPending);

    /// Accepts a row and returns immediately; the result goes to the output port with this context's token and
    /// state.
    void accept(Row row, PluginContext context) throws Exception;

    /// The maximum number of pending rows; the pool size if the transform has one.
    default int maxPending() {
        return 30;
    }

    /// How long a row may wait for its result. Default: 5 minutes, and longer while a call of the row is in
    /// flight, which has its own deadline and retries.
    default Optional<Duration> answerTimeout() {
        return Optional.empty();
    }

    /// Metrics of the batches so far, recorded with the run and shown by `explain` and the page. Metrics of a
    /// provider's batch service are recorded by the engine under the same name.
    default Map<String, Object> batchMetrics() {
        return Map.of();
    }
}
