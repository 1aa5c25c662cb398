package dev.rowan.engine.startup;

import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.StandardStreams;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.engine.observe.RunEventListener;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// The environment of a run: the wire to services, secrets, the simulator, fault injection, the parent directory of
/// batch files unless the settings name another, the listener to its events, and the standard streams.
public record RunEnvironment(
        Wire wire,
        SecretSource secrets,
        Simulated simulator,
        Faults faults,
        Path artifacts,
        RunEventListener listener,
        StandardStreams streams) {
    private static final Path DEFAULT_ARTIFACTS = Path.of("artifacts");

    /// Without fault injection and listener.
    public static RunEnvironment of(Wire wire, SecretSource secrets, Simulated simulator) {
        return new RunEnvironment(
                wire, secrets, simulator, Faults.NONE, DEFAULT_ARTIFACTS, RunEventListener.NONE, StandardStreams.NONE);
    }

    /// The same with fault injection.
    public RunEnvironment withFaults(Faults injected) {
        return new RunEnvironment(wire, secrets, simulator, injected, artifacts, listener, streams);
    }

    /// The same with another directory for batch files.
    public RunEnvironment with(Path directory) {
        return new RunEnvironment(wire, secrets, simulator, faults, directory, listener, streams);
    }

    /// The same with another listener.
    public RunEnvironment with(RunEventListener other) {
        return new RunEnvironment(wire, secrets, simulator, faults, artifacts, other, streams);
    }

    /// The same with standard streams.
    public RunEnvironment with(StandardStreams others) {
        return new RunEnvironment(wire, secrets, simulator, faults, artifacts, listener, others);
    }

    /// The address of the built-in simulator, which is started on first use.
    @FunctionalInterface
    public interface Simulated {
        URI address() throws PluginException;
    }

    /// For pipelines without calls: every call is refused before anything is sent.
    public static RunEnvironment none() {
        return of(
                _ -> new WireReply.NotSent(
                        WireReply.NotSentReason.FORBIDDEN,
                        "this run has no way out",
                        new Timings(Optional.empty(), Optional.empty(), Duration.ZERO)),
                new SecretSource(Map.of(), Path.of(""), Duration.ofSeconds(30)),
                () -> {
                    throw new PluginException("this run has no simulator");
                });
    }
}
