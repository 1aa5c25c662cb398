package dev.rowan.cli.command;

import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.pipeline.Pipeline;
import dev.rowan.engine.run.Surroundings;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/// What is outside of a run: the HTTP client, the places of secrets, and a simulator that is started when a pipeline
/// names it. Owned by the thread of the command.
public final class Outside implements AutoCloseable {
    private static final Duration COMMAND_LIMIT = Duration.ofSeconds(30);

    private final Shell shell;
    private final AuditedClient client;
    private final Surroundings surroundings;
    private Optional<Simulator> simulator = Optional.empty();

    private Outside(Shell shell, AuditedClient client, SecretSource secrets) {
        this.shell = shell;
        this.client = client;
        this.surroundings = new Surroundings(client, secrets, this::simulator);
    }

    /// The outside of a pipeline: its `network.allow`, the proxies of the environment, the secrets beside its file.
    public static Outside of(Pipeline pipeline, Shell shell) {
        Path base = pipeline.file()
                .flatMap(file -> Optional.ofNullable(file.toAbsolutePath().getParent()))
                .orElse(shell.folder());
        return new Outside(
                shell,
                AuditedClient.open(settings(pipeline, shell), shell.time()),
                new SecretSource(shell.environment(), base, COMMAND_LIMIT));
    }

    private static HttpSettings settings(Pipeline pipeline, Shell shell) {
        try {
            return HttpSettings.of(
                    Egress.allowing(pipeline.network().allow()),
                    Proxies.of(shell.environment()),
                    SSLContext.getDefault());
        } catch (IllegalArgumentException wrong) {
            throw new UseException(String.valueOf(wrong.getMessage()));
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("every Java platform has a TLS context", missing);
        }
    }

    public Surroundings surroundings() {
        return surroundings;
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
