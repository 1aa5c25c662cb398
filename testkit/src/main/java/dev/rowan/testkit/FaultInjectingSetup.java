package dev.rowan.testkit;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.StandardStreams;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import java.net.URI;
import java.util.Optional;

/// A plugin setup with active fault injection points.
public record FaultInjectingSetup(PluginSetup setup, Faults faults) implements PluginSetup {

    @Override
    public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
        return setup.secret(reference);
    }

    @Override
    public Optional<String> environment(String name) {
        return setup.environment(name);
    }

    @Override
    public URI simulator() throws PluginException {
        return setup.simulator();
    }

    @Override
    public Wire wire() throws PluginException {
        return setup.wire();
    }

    @Override
    public StandardStreams streams() {
        return setup.streams();
    }

    @Override
    public Time time() {
        return setup.time();
    }

    @Override
    public boolean costCapped() {
        return setup.costCapped();
    }
}
