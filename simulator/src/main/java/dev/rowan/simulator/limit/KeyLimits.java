package dev.rowan.simulator.limit;

import dev.rowan.api.Time;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/// The limits of all keys, a [Gate] for each. Shared state: the map of gates, a concurrent one.
public final class KeyLimits {
    private final Time time;
    private final Map<String, Gate> gates = new ConcurrentHashMap<>();

    public KeyLimits(Time time) {
        this.time = time;
    }

    /// Whether `key` may send a request of `tokens` tokens now. What it used stays used when the settings change.
    public Admission admit(String key, long tokens, LimitSettings settings) {
        if (settings.isNone()) {
            return new Admission.Passed(Optional.empty());
        }
        return gates.compute(
                        key,
                        (_, gate) -> gate != null && gate.shape() == settings.shape()
                                ? gate
                                : new Gate(settings.shape(), time.nanos()))
                .admit(tokens, settings, time);
    }

    public void reset() {
        gates.clear();
    }
}
