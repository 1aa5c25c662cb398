package dev.rowan.connectors.storage;

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

/// The setup of a source or sink on a storage: the given variables, and the HTTP client of real runs.
public record WireSetup(Map<String, String> variables, Wire wire, Time time) implements PluginSetup {

    /// Waits do not last.
    public static WireSetup of(Map<String, String> variables) {
        return new WireSetup(variables, client(), new NoWaitTime());
    }

    public static Wire client() {
        try {
            var settings = HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), SSLContext.getDefault());
            return AuditedClient.open(settings, new SystemTime());
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    /// The same with an additional or replaced variable.
    public WireSetup with(String name, String value) {
        var more = new java.util.HashMap<>(variables);
        more.put(name, value);
        return new WireSetup(Map.copyOf(more), wire, time);
    }

    /// The same with another wire, made from this one.
    public WireSetup over(UnaryOperator<Wire> change) {
        return new WireSetup(variables, change.apply(wire), time);
    }

    /// A clock with the real time whose sleeps return immediately.
    public static final class NoWaitTime implements Time {
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
