package dev.rowan.api.call;

import dev.rowan.api.Time;
import java.util.Map;

/// Opens the way out for a run, found by `ServiceLoader`.
public interface WireProvider {

    /// A wire that its caller closes; `environment` may name proxies. What cannot be read of either is an
    /// [IllegalArgumentException] for people.
    OpenWire open(WireSettings settings, Map<String, String> environment, Time time);

    /// A wire with connections of its own.
    interface OpenWire extends Wire, AutoCloseable {
        @Override
        void close();
    }
}
