package dev.rowan.providers.service;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.RequestSigner;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/// The address of a service and its key. `simulated` means that it is the built-in simulator, which gets a
/// placeholder instead of a key. `signer` completes requests when they are sent.
public record ServiceAccess(URI base, Secret key, boolean simulated, RequestSigner signer) {
    private static final Secret PLACEHOLDER = Secret.placeholder("simulator", "simulator-takes-any-key");

    public ServiceAccess(URI base, Secret key, boolean simulated) {
        this(base, key, simulated, RequestSigner.NONE);
    }

    /// A service to which requests are signed with an identity.
    public static ServiceAccess signed(URI base, RequestSigner signer) {
        return new ServiceAccess(base, IdentitySigner.PLACEHOLDER, false, signer);
    }

    /// The settings of a service; the rest comes from `defaults`. `keyOption` and `locationOption` are the option
    /// names for messages.
    public record Wanted(
            Optional<ServiceLocation> location,
            Optional<SecretReference> key,
            ServiceDefaults defaults,
            String locationOption,
            String keyOption) {

        /// Resolves the address and the key before any row is read. A missing key never leads to the simulator.
        public ServiceAccess find(PluginSetup setup) throws PluginException, InterruptedException {
            return switch (found(setup)) {
                case ServiceLocation.Simulator() -> new ServiceAccess(setup.simulator(), PLACEHOLDER, true);
                case ServiceLocation.At(URI base) -> new ServiceAccess(base, sendable(secret(setup)), false);
            };
        }

        /// Rejects a key that is not a valid header value, which would otherwise fail with the first row.
        private static Secret sendable(Secret secret) throws PluginException {
            try {
                return Credential.header("localhost", "Authorization", secret).secret();
            } catch (IllegalArgumentException refused) {
                throw new PluginException(String.valueOf(refused.getMessage()));
            }
        }

        /// The location alone.
        public ServiceLocation found(PluginSetup setup) throws PluginException {
            if (location.isPresent()) {
                return location.get();
            }
            Optional<String> variable = firstSet(setup, defaults.addressVariables());
            if (variable.isPresent()) {
                return setup.environment(variable.get())
                        .flatMap(ServiceLocation::parse)
                        .orElseThrow(() -> new PluginException(
                                "environment variable " + variable.get() + " must be " + ServiceLocation.RULE));
            }
            return defaults.address()
                    .map(ServiceLocation.At::new)
                    .orElseThrow(() -> missing("an address", locationOption, defaults.addressVariables()));
        }

        private Secret secret(PluginSetup setup) throws PluginException, InterruptedException {
            if (key.isPresent()) {
                return setup.secret(key.get());
            }
            Optional<String> variable = firstSet(setup, defaults.keyVariables());
            String asked = variable.orElse(defaults.keyVariables().getFirst());
            try {
                return setup.secret(new SecretReference.Environment(asked));
            } catch (PluginException absent) {
                throw variable.isPresent() ? absent : missing("a key", keyOption, defaults.keyVariables());
            }
        }

        /// Checks only whether a variable is set.
        private static Optional<String> firstSet(PluginSetup setup, List<String> variables) {
            return variables.stream()
                    .filter(variable -> setup.environment(variable).isPresent())
                    .findFirst();
        }

        private static PluginException missing(String what, String option, List<String> variables) {
            return new PluginException("needs %s: set '%s' or the environment variable %s; for a trial without a key, "
                            .formatted(what, option, String.join(" or ", variables))
                    + "name the " + ServiceLocation.SIMULATOR + " instead");
        }
    }
}
