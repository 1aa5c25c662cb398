package dev.rowan.api.plugin;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import java.net.URI;
import java.util.Optional;

/// What a run gives its plugins before anything is opened.
public interface PluginSetup {

    /// The secret behind a reference. A secret that is not there is a [PluginException] that names what to set.
    Secret secret(SecretReference reference) throws PluginException, InterruptedException;

    /// The value of an environment variable that holds no secret, such as an address; empty when it is unset or blank.
    Optional<String> environment(String name);

    /// The address of the built-in simulator, which is started when it is first asked for. A run that asks for it is
    /// marked as simulated everywhere.
    URI simulator() throws PluginException;

    /// The way out for sources and sinks, whose traffic belongs to no row, under the run's rules for outgoing traffic.
    /// Transforms have [PluginContext#calls].
    Wire wire() throws PluginException;

    Time time();

    /// Whether the run has a cost cap, so that every price must be known.
    boolean costCapped();

    /// Told when a plugin reaches a place where a crash test may end it.
    default Faults faults() {
        return Faults.NONE;
    }
}
