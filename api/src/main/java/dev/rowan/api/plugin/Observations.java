package dev.rowan.api.plugin;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What transforms found out about a service, kept on the record of the run for later ones. Thread-safe.
public interface Observations {
    /// Keeps nothing.
    Observations NONE = new Observations() {
        @Override
        public Optional<Map<String, @Nullable Object>> latest(String topic) {
            return Optional.empty();
        }

        @Override
        public void record(String topic, Map<String, ?> facts) {}
    };

    /// The facts recorded last under `topic`, in this run or the latest earlier one of the same pipeline that has any.
    /// To be asked while rows are processed.
    Optional<Map<String, @Nullable Object>> latest(String topic);

    void record(String topic, Map<String, ?> facts);
}
