package dev.rowan.engine.plan;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.plugin.StandardStreams;
import dev.rowan.api.secret.Redaction;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.api.secret.SecretSource;
import dev.rowan.engine.startup.RunEnvironment;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The plugin setup of a plan. The source is read for real, as in a run. For transforms, missing secrets are
/// replaced and listed, since nothing is sent; prices may be unknown.
///
/// Owned by the planner's thread.
final class PlanSetup {
    private final RunEnvironment surroundings;
    private final Time time;
    private final List<Secret> secrets = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();
    private Optional<URI> simulated = Optional.empty();

    PlanSetup(RunEnvironment surroundings, Time time) {
        this.surroundings = surroundings;
        this.time = time;
    }

    PluginSetup forSource() {
        return new Given() {
            @Override
            Secret replaced(SecretReference reference, String message) throws PluginException {
                throw new PluginException(message);
            }

            @Override
            public Wire wire() {
                return surroundings.wire();
            }
        };
    }

    PluginSetup forTransforms() {
        return new Given() {
            @Override
            Secret replaced(SecretReference reference, String message) {
                if (!missing.contains(message)) {
                    missing.add(message);
                }
                String name = reference.origin().replaceAll("[^a-zA-Z_0-9]", "");
                return Secret.of(reference.origin(), "in-place-of-" + name);
            }

            @Override
            public Wire wire() throws PluginException {
                throw new PluginException("a plan sends nothing");
            }

            @Override
            public PluginSetup forSources() {
                return forSource();
            }
        };
    }

    private abstract class Given implements PluginSetup {

        /// The placeholder of a missing secret.
        abstract Secret replaced(SecretReference reference, String message) throws PluginException;

        @Override
        public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
            return switch (surroundings.secrets().resolve(reference)) {
                case SecretSource.Found.Value(var secret) -> {
                    secrets.add(secret);
                    yield secret;
                }
                case SecretSource.Found.Nothing(var message) -> replaced(reference, message);
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
        public StandardStreams streams() {
            return surroundings.streams();
        }

        @Override
        public Time time() {
            return time;
        }

        @Override
        public boolean costCapped() {
            return false;
        }
    }

    /// Messages about what is missing for a run.
    List<String> missing() {
        return List.copyOf(missing);
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

    /// For requests that count tokens.
    Wire wire() {
        return surroundings.wire();
    }
}
