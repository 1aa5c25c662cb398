package dev.rowan.api.call;

import dev.rowan.api.Time;
import java.util.List;
import java.util.Map;

/// Opens the way out for a run, found by `ServiceLoader`.
public interface WireProvider {

    /// A wire that its caller closes. `allow` lists private hosts, addresses and ranges that requests may go to;
    /// `environment` may name proxies. What cannot be read of either is an [IllegalArgumentException] for people.
    OpenWire open(List<String> allow, Map<String, String> environment, Time time);

    /// A wire with connections of its own.
    interface OpenWire extends Wire, AutoCloseable {
        @Override
        void close();
    }
}
