package dev.rowan.providers.http;

import dev.rowan.api.CallScope;
import dev.rowan.api.Time;
import dev.rowan.api.call.WireReply.NotSentReason;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Resolves hosts, with a shared cache of thirty seconds.
///
/// The system's lookup blocks and ignores interrupts, so it runs on its own platform thread, and waiting callers
/// keep their deadlines. Shared state: a concurrent map of lookups.
final class HostLookup implements AutoCloseable {
    private static final Duration KEPT = Duration.ofSeconds(30);

    private final Time time;
    private final Names names;
    private final CallScope scope = CallScope.openPlatform("http-lookup");
    private final Map<String, Asked> asked = new ConcurrentHashMap<>();

    /// Resolves host names.
    @FunctionalInterface
    interface Names {
        List<InetAddress> addresses(String host) throws Exception;
    }

    private record Asked(FutureTask<List<InetAddress>> task, long until) {}

    HostLookup(Time time, Names names) {
        this.time = time;
        this.names = names;
    }

    static List<InetAddress> ofSystem(String host) throws Exception {
        return List.of(InetAddress.getAllByName(host));
    }

    List<InetAddress> addresses(String host, Duration limit) throws NotConnectedException, InterruptedException {
        List<InetAddress> known = Hosts.known(host).orElse(List.of());
        return known.isEmpty() ? ask(host, limit) : known;
    }

    private List<InetAddress> ask(String host, Duration limit) throws NotConnectedException, InterruptedException {
        long now = time.nanos();
        Asked entry = asked.compute(
                host,
                (_, old) -> old != null && old.until() - now > 0 ? old : new Asked(start(host), now + KEPT.toNanos()));
        try {
            return entry.task().get(limit.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException _) {
            throw new NotConnectedException(NotSentReason.DEADLINE, "DNS lookup of " + host + " timed out");
        } catch (ExecutionException _) {
            asked.remove(host, entry);
            throw new NotConnectedException(NotSentReason.DNS, "cannot resolve host " + host + "");
        }
    }

    private FutureTask<List<InetAddress>> start(String host) {
        return scope.fork(() -> names.addresses(host));
    }

    @Override
    public void close() {
        scope.close();
    }
}
