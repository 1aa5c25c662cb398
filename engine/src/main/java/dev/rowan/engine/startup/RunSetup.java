package dev.rowan.engine.startup;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.StandardStreams;
import dev.rowan.api.secret.Redaction;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.secret.SecretSource;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Gives the plugins of a run what they need before anything is opened, and remembers the secrets, to keep them out
/// of the record, and whether the simulator is used.
///
/// Owned by the run's thread.
public final class RunSetup implements PluginSetup {
    private final RunEnvironment environment;
    private final Time time;
    private final boolean costCapped;
    private final boolean standIns;
    private final List<Secret> secrets = new ArrayList<>();
    private final DeadlineMonitor deadline;
    private final RecordedObservations observations;
    private Optional<URI> simulated = Optional.empty();

    /// `standIns` means that nothing is sent, so that placeholders may replace missing secrets.
    RunSetup(RunEnvironment environment, Time time, boolean costCapped, boolean standIns, Optional<Duration> deadline) {
        this.deadline = new DeadlineMonitor(deadline, time);
        this.observations = new RecordedObservations(time);
        this.environment = environment;
        this.time = time;
        this.costCapped = costCapped;
        this.standIns = standIns;
    }

    @Override
    public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
        if (standIns && reference instanceof SecretReference.FromCommand) {
            return standIn(reference);
        }
        return switch (environment.secrets().resolve(reference)) {
            case SecretSource.Found.Value(var secret) -> {
                if (secret.isHidden() && !secrets.contains(secret)) {
                    secrets.add(secret);
                }
                yield secret;
            }
            case SecretSource.Found.Nothing _ when standIns -> standIn(reference);
            case SecretSource.Found.Nothing(var message) -> throw new PluginException(message);
        };
    }

    /// A placeholder for a secret that is never sent. It is not hidden, so that no text is redacted for it.
    private static Secret standIn(SecretReference reference) {
        String name = reference.origin().replaceAll("[^a-zA-Z_0-9]", "");
        return Secret.of(reference.origin(), "in-place-of-" + name);
    }

    @Override
    public Optional<String> environment(String name) {
        return Optional.ofNullable(environment.secrets().environment().get(name))
                .filter(value -> !value.isBlank());
    }

    @Override
    public URI simulator() throws PluginException {
        URI address = environment.simulator().address();
        simulated = Optional.of(address);
        return address;
    }

    @Override
    public StandardStreams streams() {
        return environment.streams();
    }

    @Override
    public boolean costCapped() {
        return costCapped;
    }

    @Override
    public Time time() {
        return time;
    }

    /// For sources and sinks; the calls of transforms go through the ledger instead.
    @Override
    public Wire wire() {
        return environment.wire();
    }

    @Override
    public DeadlineMonitor deadline() {
        return deadline;
    }

    @Override
    public RecordedObservations observations() {
        return observations;
    }

    @Override
    public Faults faults() {
        return environment.faults();
    }

    List<Secret> secrets() {
        return List.copyOf(secrets);
    }

    public Redaction redaction() {
        return Redaction.of(secrets);
    }

    public boolean simulated() {
        return simulated.isPresent();
    }

    public Optional<URI> simulatedAt() {
        return simulated;
    }
}
