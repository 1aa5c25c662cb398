package dev.rowan.cli.command;

import dev.rowan.api.call.WireProvider.OpenWire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.StandardStreams;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.startup.RunEnvironment;
import dev.rowan.providers.http.AuditedWires;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/// The environment of runs started from the command line: HTTP client, secrets, and a simulator that is started on
/// demand. Owned by the command's thread.
public final class CliEnvironment implements AutoCloseable {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);

    private final Shell shell;
    private final OpenWire client;
    private final RunEnvironment environment;
    private Optional<Simulator> simulator = Optional.empty();

    private CliEnvironment(Shell shell, OpenWire client, SecretSource secrets) {
        this.shell = shell;
        this.client = client;
        this.environment = RunEnvironment.of(client, secrets, this::simulator)
                .withFaults(shell.faults())
                .with(StandardStreams.of(shell.in(), shell.out()));
    }

    /// The environment for a pipeline: its `network.allow`, the environment's proxies, the secrets next to its file.
    public static CliEnvironment of(Pipeline pipeline, Shell shell) {
        Path base = pipeline.file()
                .flatMap(file -> Optional.ofNullable(file.toAbsolutePath().getParent()))
                .orElse(shell.folder());
        return new CliEnvironment(
                shell, wire(pipeline, shell), new SecretSource(shell.environment(), base, COMMAND_LIMIT));
    }

    private static OpenWire wire(Pipeline pipeline, Shell shell) {
        try {
            return new AuditedWires().open(pipeline.network().wire(), shell.environment(), shell.time());
        } catch (IllegalArgumentException wrong) {
            throw new UsageException(String.valueOf(wrong.getMessage()));
        }
    }

    public RunEnvironment environment() {
        return environment;
    }

    /// The address of the built-in simulator, if it was started.
    public Optional<URI> startedSimulator() {
        return simulator.map(Simulator::address);
    }

    private URI simulator() throws PluginException {
        if (simulator.isEmpty()) {
            try {
                simulator = Optional.of(Simulator.start(SimulatorSettings.DEFAULT, shell.time()));
            } catch (IOException e) {
                throw new PluginException("cannot start the simulator: " + e.getMessage());
            }
        }
        return simulator.get().address();
    }

    @Override
    public void close() throws IOException {
        client.close();
        if (simulator.isPresent()) {
            simulator.get().close();
        }
    }
}
