package dev.rowan.api.plugin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import java.net.URI;
import java.util.Optional;

/// What a run provides to its plugins before anything is opened.
public interface PluginSetup {

    /// Resolves a secret. If it is missing, the [PluginException] says what to set.
    Secret secret(SecretReference reference) throws PluginException, InterruptedException;

    /// The value of an environment variable that is not a secret, such as an address; empty if unset or blank.
    Optional<String> environment(String name);

    /// The address of the built-in simulator, which is started on first use. The run is then marked as simulated.
    URI simulator() throws PluginException;

    /// The wire for sources and sinks, whose traffic belongs to no row; the run's egress rules apply. Transforms
    /// use [PluginContext#calls].
    Wire wire() throws PluginException;

    /// The setup of sources that a transform reads by itself, such as a reference table.
    default PluginSetup forSources() {
        return this;
    }

    Time time();

    /// The standard streams of the program.
    default StandardStreams streams() {
        return StandardStreams.NONE;
    }

    /// Whether the run has a cost cap, so that every price must be known.
    boolean costCapped();

    /// Whether the run is on pace for its deadline.
    default RunDeadline deadline() {
        return RunDeadline.NONE;
    }

    /// What this and earlier runs found out.
    default Observations observations() {
        return Observations.NONE;
    }

    /// The fault injection points of crash tests.
    default Faults faults() {
        return Faults.NONE;
    }
}
