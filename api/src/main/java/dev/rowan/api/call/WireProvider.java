package dev.rowan.api.call;

import dev.rowan.api.Time;
import java.util.Map;

/// Opens the wire of a run, found by `ServiceLoader`.
public interface WireProvider {

    /// Opens a wire, which the caller closes; `environment` may name proxies. Throws [IllegalArgumentException]
    /// with a message for people if either is invalid.
    OpenWire open(WireSettings settings, Map<String, String> environment, Time time);

    /// Opens a wire that reaches the metadata services of machines in a cloud, by plain http and without a proxy,
    /// and nothing else but localhost. For signing in only: no address in settings or rows may go over it.
    OpenWire metadata(Time time);

    /// A wire with connections of its own.
    interface OpenWire extends Wire, AutoCloseable {
        @Override
        void close();
    }
}
