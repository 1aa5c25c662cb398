package dev.rowan.web.compare;

import dev.rowan.api.CallScope;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.web.http.WebRequestException;
import dev.rowan.web.read.SessionPool;
import java.security.SecureRandom;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The comparisons, one per pair of records, each on its own thread. Shared state, guarded by `lock`: the
/// comparisons.
final class Comparisons implements AutoCloseable {
    private static final int KEPT = 8;
    private static final int AT_ONCE = 2;
    private static final int SALT = 16;

    private final SessionPool<LandscapeReader> readers;
    private final SecureRandom random = new SecureRandom();
    private final CallScope scope = CallScope.open("web-compare");
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Pair, Held> kept = new LinkedHashMap<>(16, 0.75f, true);

    Comparisons(SessionPool<LandscapeReader> readers) {
        this.readers = readers;
    }

    /// Two runs by their ids and the roots of their records.
    private record Pair(String a, String rootA, String b, String rootB) {
        static Pair of(RunSummary a, RunSummary b) {
            return new Pair(a.runId(), a.root(), b.runId(), b.root());
        }
    }

    enum State {
        WORKING,
        DONE,
        CANCELLED,
        BROKEN
    }

    /// A comparison with its state; `why` it failed.
    record ComparisonState(Comparison comparison, State state, Optional<String> why) {}

    /// Guarded by the lock of the owner.
    private static final class Held {
        private final Comparison comparison;
        private State state = State.WORKING;
        private @Nullable String why;
        private @Nullable FutureTask<@Nullable Void> work;

        Held(Comparison comparison) {
            this.comparison = comparison;
        }

        ComparisonState state() {
            return new ComparisonState(comparison, state, Optional.ofNullable(why));
        }
    }

    /// The comparison of two runs, started if there is none. A cancelled one restarts only with `again`.
    ComparisonState of(RunSummary a, RunSummary b, boolean again) {
        lock.lock();
        try {
            Pair pair = Pair.of(a, b);
            Held held = underWay(a, b).orElse(kept.get(pair));
            if (held == null || (again && held.state != State.WORKING && held.state != State.DONE)) {
                held = begin(new Comparison(a, b));
                kept.put(pair, held);
                forget();
            }
            return held.state();
        } finally {
            lock.unlock();
        }
    }

    /// The comparison of these runs in progress; their records may have grown since.
    private Optional<Held> underWay(RunSummary a, RunSummary b) {
        return kept.values().stream()
                .filter(held -> held.state == State.WORKING
                        && held.comparison.a().runId().equals(a.runId())
                        && held.comparison.b().runId().equals(b.runId()))
                .findFirst();
    }

    private Held begin(Comparison comparison) {
        if (kept.values().stream().filter(one -> one.state == State.WORKING).count() >= AT_ONCE) {
            throw new WebRequestException(429, AT_ONCE + " comparisons are running, the maximum; wait, or cancel one");
        }
        var held = new Held(comparison);
        var salt = new byte[SALT];
        random.nextBytes(salt);
        held.work = scope.<@Nullable Void>fork(() -> {
            State state = State.BROKEN;
            String why = "stopped unexpectedly";
            try {
                comparison.run(readers, salt);
                state = State.DONE;
            } catch (InterruptedException _) {
                state = State.CANCELLED;
            } catch (RuntimeException broken) {
                why = String.valueOf(broken.getMessage());
            } finally {
                end(held, state, why);
            }
            return null;
        });
        return held;
    }

    private void end(Held held, State state, String why) {
        lock.lock();
        try {
            if (held.state == State.WORKING) {
                held.state = state;
                held.why = state == State.BROKEN ? why : null;
            }
        } finally {
            lock.unlock();
        }
    }

    private void forget() {
        var all = kept.entrySet().iterator();
        while (kept.size() > KEPT && all.hasNext()) {
            if (all.next().getValue().state != State.WORKING) {
                all.remove();
            }
        }
    }

    /// Cancels a running comparison.
    boolean cancel(RunSummary a, RunSummary b) {
        lock.lock();
        try {
            Optional<Held> held = underWay(a, b);
            if (held.isEmpty()) {
                return false;
            }
            held.get().state = State.CANCELLED;
            Optional.ofNullable(held.get().work).ifPresent(work -> work.cancel(true));
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void close() {
        scope.close();
    }
}
