package dev.rowan.engine.call;

import dev.rowan.api.secret.Secret;
import dev.rowan.engine.pool.Outage;
import dev.rowan.engine.pool.Pacer;
import dev.rowan.engine.pool.Pacers;
import dev.rowan.engine.pool.PoolConfig;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/// The services that a run calls, each with one pacer and one circuit breaker shared by all transforms.
final class Services {
    private static final byte[] MARK_KEY = "rowan-pacer-mark".getBytes(java.nio.charset.StandardCharsets.US_ASCII);

    private final Pacers pacers;
    private final Map<ServiceKey, SharedCircuitBreaker> wires = new ConcurrentHashMap<>();

    Services(Pacers pacers) {
        this.pacers = pacers;
    }

    Pacer pacer(ServiceKey key, PoolConfig config) {
        return pacers.pacer(
                new Pacers.Key(key.address(), mark(key.secret()), key.tier().orElse("")), config);
    }

    SharedCircuitBreaker breaker(ServiceKey key) {
        return wires.computeIfAbsent(key, service -> new SharedCircuitBreaker(service.address()));
    }

    /// The current pace of each service.
    List<CallStatistics.ServicePace> paces() {
        return pacers.states().stream()
                .map(state -> new CallStatistics.ServicePace(state.getKey(), state.getValue()))
                .toList();
    }

    OptionalLong delayedUntil(long rowSeq) {
        return pacers.delayedUntil(rowSeq);
    }

    List<Map.Entry<String, Outage.Change>> takeOutageChanges() {
        return pacers.takeOutageChanges();
    }

    void pause() {
        pacers.pause();
    }

    void resume() {
        pacers.resume();
    }

    void landscapeDown(boolean isDown) {
        pacers.landscapeDown(isDown);
    }

    void stop() {
        pacers.stop();
    }

    /// Equal secrets have equal marks, in all runs: processes on one landscape find each other by them.
    private static String mark(Optional<Secret> secret) {
        return secret.map(value -> value.fingerprint(MARK_KEY)).orElse("");
    }
}
