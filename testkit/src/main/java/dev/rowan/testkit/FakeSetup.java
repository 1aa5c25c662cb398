package dev.rowan.testkit;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.secret.SecretSource;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/// A plugin setup with the given environment variables, secrets included, and the given simulator.
public record FakeSetup(Map<String, String> variables, Optional<URI> simulated, boolean costCapped)
        implements PluginSetup {

    public FakeSetup {
        variables = Map.copyOf(variables);
    }

    public static FakeSetup of(Map<String, String> variables) {
        return new FakeSetup(variables, Optional.empty(), false);
    }

    @Override
    public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
        var source = new SecretSource(variables, Path.of("").toAbsolutePath(), Duration.ofSeconds(10));
        return switch (source.resolve(reference)) {
            case SecretSource.Found.Value(var secret) -> secret;
            case SecretSource.Found.Nothing(var message) -> throw new PluginException(message);
        };
    }

    @Override
    public Optional<String> environment(String name) {
        return Optional.ofNullable(variables.get(name)).filter(value -> !value.isBlank());
    }

    @Override
    public URI simulator() throws PluginException {
        return simulated.orElseThrow(() -> new PluginException("there is no simulator here"));
    }

    @Override
    public Wire wire() throws PluginException {
        throw new PluginException("there is no way out here");
    }

    @Override
    public Time time() {
        return new FakeTime();
    }
}
