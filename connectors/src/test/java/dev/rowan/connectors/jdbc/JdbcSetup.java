package dev.rowan.connectors.jdbc;

import dev.rowan.api.Time;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.fault.Faults;
import dev.rowan.api.plugin.PluginException;
import dev.rowan.api.plugin.PluginSetup;
import dev.rowan.api.secret.Secret;
import dev.rowan.api.secret.SecretReference;
import dev.rowan.testkit.FakeSetup;
import dev.rowan.testkit.FakeTime;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/// The setup of a jdbc source or sink over a wire that sends nothing and forbids the given hosts.
record JdbcSetup(Map<String, String> variables, Optional<String> forbidden, Faults faults) implements PluginSetup {

    static JdbcSetup of(Faults faults) {
        return new JdbcSetup(Map.of(), Optional.empty(), faults);
    }

    @Override
    public Secret secret(SecretReference reference) throws PluginException, InterruptedException {
        return FakeSetup.of(variables).secret(reference);
    }

    @Override
    public Optional<String> environment(String name) {
        return Optional.ofNullable(variables.get(name));
    }

    @Override
    public URI simulator() throws PluginException {
        throw new PluginException("there is no simulator here");
    }

    @Override
    public Wire wire() {
        return new Wire() {
            @Override
            public WireReply exchange(WireRequest request) {
                throw new AssertionError("a database needs no HTTP");
            }

            @Override
            public Optional<String> refusal(String host) {
                return forbidden.filter(host::equals).map(name -> name + " is private");
            }
        };
    }

    @Override
    public Time time() {
        return new NoWaitTime();
    }

    /// The time stands still, and a sleep returns at once.
    private static final class NoWaitTime implements Time {
        private final FakeTime fake = new FakeTime();

        @Override
        public Instant instant() {
            return fake.instant();
        }

        @Override
        public long nanos() {
            return fake.nanos();
        }

        @Override
        public void sleep(Duration duration) {}
    }

    @Override
    public boolean costCapped() {
        return false;
    }
}
