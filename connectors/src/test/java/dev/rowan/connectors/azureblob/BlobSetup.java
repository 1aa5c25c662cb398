package dev.rowan.connectors.azureblob;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.providers.http.AuditedClient;
import dev.rowan.providers.http.Egress;
import dev.rowan.providers.http.HttpSettings;
import dev.rowan.providers.http.Proxies;
import dev.rowan.testkit.FakeSetup;
import java.net.URI;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/// The setup of an azure_blob source or sink: the given variables, and the HTTP client of real runs.
record BlobSetup(Map<String, String> variables, Wire wire, Time time) implements PluginSetup {

    static BlobSetup of(Azurite azurite) {
        return new BlobSetup(Map.of(AccountReference.VARIABLE, azurite.connectionString()), client(), new NoWaitTime());
    }

    static Wire client() {
        try {
            var settings = HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), SSLContext.getDefault());
            return AuditedClient.open(settings, new SystemTime());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /// The same with an additional or replaced variable.
    BlobSetup with(String name, String value) {
        var more = new java.util.HashMap<>(variables);
        more.put(name, value);
        return new BlobSetup(Map.copyOf(more), wire, time);
    }

    /// The same with another wire, made from this one.
    BlobSetup over(UnaryOperator<Wire> change) {
        return new BlobSetup(variables, change.apply(wire), time);
    }

    /// A clock with the real time whose sleeps return immediately.
    static final class NoWaitTime implements Time {
        private final Time real = new SystemTime();

        @Override
        public Instant instant() {
            return real.instant();
        }

        @Override
        public long nanos() {
            return real.nanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    @Override
    public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
        return FakeSetup.of(variables).secret(reference);
    }

    @Override
    public Optional<String> environment(String name) {
        return FakeSetup.of(variables).environment(name);
    }

    @Override
    public URI simulator() throws PluginException {
        throw new PluginException("there is no simulator here");
    }

    @Override
    public boolean costCapped() {
        return false;
    }
}
