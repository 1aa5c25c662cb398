package dev.rowan.engine.builder;

import dev.rowan.api.Time;
import dev.rowan.api.call.WireProvider;
import dev.rowan.api.call.WireProvider.OpenWire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.startup.RunEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/// The environment of a run started from code: variables, and the HTTP client of the class path, if any.
record BuilderEnvironment(RunEnvironment environment, Optional<OpenWire> wire) implements AutoCloseable {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);

    static BuilderEnvironment of(Pipeline pipeline, Time time) {
        Map<String, String> environment = System.getenv();
        Optional<OpenWire> wire = ServiceLoader.load(WireProvider.class)
                .findFirst()
                .map(provider -> provider.open(pipeline.network().wire(), environment, time));
        var surroundings = RunEnvironment.of(
                wire.isPresent() ? wire.get() : RunEnvironment.none().wire(),
                new SecretSource(environment, Path.of("").toAbsolutePath(), COMMAND_LIMIT),
                () -> {
                    throw new PluginException(
                            "the built-in simulator is only available on the command line; start 'rowan simulate' and"
                                    + " use its URL instead of 'simulator'");
                });
        return new BuilderEnvironment(surroundings, wire);
    }

    @Override
    public void close() {
        wire.ifPresent(OpenWire::close);
    }
}
