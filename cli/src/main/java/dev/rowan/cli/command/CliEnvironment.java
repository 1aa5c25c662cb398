package dev.rowan.cli.command;

import dev.rowan.api.call.WireProvider.OpenWire;
import dev.rowan.api.plugin.PluginException;
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

/// What is outside of a run: the HTTP client, the places of secrets, and a simulator that is started when a pipeline
/// names it. Owned by the thread of the command.
public final class CliEnvironment implements AutoCloseable {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);

    private final Shell shell;
    private final OpenWire client;
    private final RunEnvironment surroundings;
    private Optional<Simulator> simulator = Optional.empty();

    private CliEnvironment(Shell shell, OpenWire client, SecretSource secrets) {
        this.shell = shell;
        this.client = client;
        this.surroundings = RunEnvironment.of(client, secrets, this::simulator).withFaults(shell.faults());
    }

    /// The outside of a pipeline: its `network.allow`, the proxies of the environment, the secrets beside its file.
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
        return surroundings;
    }

    /// Where the simulator is that ends with this program, if one was started.
    public Optional<URI> startedSimulator() {
        return simulator.map(Simulator::address);
    }

    private URI simulator() throws PluginException {
        if (simulator.isEmpty()) {
            try {
                simulator = Optional.of(Simulator.start(SimulatorSettings.DEFAULT, shell.time()));
            } catch (IOException e) {
                throw new PluginException("the simulator cannot start: " + e.getMessage());
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
