package dev.rowan.bench.savings;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import java.net.URI;
import java.util.Optional;

/// The setup of a transform that calls the simulator in this process.
record BenchSetup(Time time) implements PluginSetup {

    @Override
    public Secret secret(SecretReference reference) {
        return Secret.of(reference.origin(), "a-key-of-this-benchmark");
    }

    @Override
    public Optional<String> environment(String name) {
        return Optional.empty();
    }

    @Override
    public URI simulator() {
        return URI.create("http://127.0.0.1:1");
    }

    @Override
    public Wire wire() throws PluginException {
        throw new PluginException("this benchmark has no network");
    }

    @Override
    public boolean costCapped() {
        return false;
    }
}
