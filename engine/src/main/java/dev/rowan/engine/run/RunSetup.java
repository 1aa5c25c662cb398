package dev.rowan.engine.run;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Redaction;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.secret.SecretSource;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Gives the plugins of a run what they need before anything is opened, and remembers what it gave: the secrets, to
/// keep them out of the record, and whether the simulator was asked for.
///
/// Owned by the run's thread.
final class RunSetup implements PluginSetup {
    private final Surroundings surroundings;
    private final Time time;
    private final boolean costCapped;
    private final List<Secret> secrets = new ArrayList<>();
    private Optional<URI> simulated = Optional.empty();

    RunSetup(Surroundings surroundings, Time time, boolean costCapped) {
        this.surroundings = surroundings;
        this.time = time;
        this.costCapped = costCapped;
    }

    @Override
    public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
        return switch (surroundings.secrets().resolve(reference)) {
            case SecretSource.Found.Value(var secret) -> {
                if (!secrets.contains(secret)) {
                    secrets.add(secret);
                }
                yield secret;
            }
            case SecretSource.Found.Nothing(var message) -> throw new PluginException(message);
        };
    }

    @Override
    public Optional<String> environment(String name) {
        return Optional.ofNullable(surroundings.secrets().environment().get(name))
                .filter(value -> !value.isBlank());
    }

    @Override
    public URI simulator() throws PluginException {
        URI address = surroundings.simulator().address();
        simulated = Optional.of(address);
        return address;
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
        return surroundings.wire();
    }

    @Override
    public Faults faults() {
        return surroundings.faults();
    }

    List<Secret> secrets() {
        return List.copyOf(secrets);
    }

    Redaction redaction() {
        return Redaction.of(secrets);
    }

    boolean simulated() {
        return simulated.isPresent();
    }

    Optional<URI> simulatedAt() {
        return simulated;
    }
}
