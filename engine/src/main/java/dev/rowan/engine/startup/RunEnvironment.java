package dev.rowan.engine.startup;

import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.engine.observe.RunEventListener;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// What a run finds around it: the way out to services, the places of secrets, the simulator, if there is
/// one, who is told of the points at which the run might die, the folder in which each run has one for the
/// files of batch services, unless its settings name another, and who is told what the run does.
public record RunEnvironment(
        Wire wire,
        SecretSource secrets,
        Simulated simulator,
        Faults faults,
        Path artifacts,
        RunEventListener listener) {
    private static final Path USUAL_ARTIFACTS = Path.of("artifacts");

    public RunEnvironment(Wire wire, SecretSource secrets, Simulated simulator, Faults faults) {
        this(wire, secrets, simulator, faults, USUAL_ARTIFACTS, RunEventListener.NONE);
    }

    public RunEnvironment(Wire wire, SecretSource secrets, Simulated simulator) {
        this(wire, secrets, simulator, Faults.NONE);
    }

    /// The same with another folder for the files of batch services.
    public RunEnvironment with(Path folder) {
        return new RunEnvironment(wire, secrets, simulator, faults, folder, listener);
    }

    /// The same with another who is told what the run does.
    public RunEnvironment with(RunEventListener told) {
        return new RunEnvironment(wire, secrets, simulator, faults, artifacts, told);
    }

    /// Gives the address of the built-in simulator, which it starts when it is first asked.
    @FunctionalInterface
    public interface Simulated {
        URI address() throws PluginException;
    }

    /// For pipelines that call nobody: every call is refused before anything is sent.
    public static RunEnvironment none() {
        return new RunEnvironment(
                _ -> new WireReply.NotSent(
                        WireReply.ConnectFailure.FORBIDDEN,
                        "this run has no way out",
                        new Timings(Optional.empty(), Optional.empty(), Duration.ZERO)),
                new SecretSource(Map.of(), Path.of(""), Duration.ofSeconds(30)),
                () -> {
                    throw new PluginException("this run has no simulator");
                });
    }
}
