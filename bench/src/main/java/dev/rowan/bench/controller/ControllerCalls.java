package dev.rowan.bench.controller;

import dev.rowan.api.Row;
import dev.rowan.api.Time;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.RateHeaders;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import dev.rowan.engine.pool.Attempt;
import dev.rowan.engine.pool.CapacityException;
import dev.rowan.engine.pool.PooledExecutor;
import dev.rowan.engine.pool.PooledTask;
import dev.rowan.engine.pool.RetryException;
import dev.rowan.engine.pool.RowContext;
import dev.rowan.engine.stop.RowAbandonedException;
import dev.rowan.engine.throttle.BoundedThrottle;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.random.RandomGenerator;

/// Calls the simulator through a pool, row after row, and counts accepted and rejected requests. Each count is
/// thread-safe.
final class ControllerCalls {
    private static final Duration DEADLINE = Duration.ofMinutes(1);
    private static final RowContext ANY = new RowContext(Row.empty(), "any", 0);
    private static final String PROMPT = "Is this positive or negative? ";

    private final Wire wire;
    private final URI simulator;
    private final Time time;
    private final LongAdder accepted = new LongAdder();
    private final LongAdder acceptedTokens = new LongAdder();
    private final LongAdder rejected = new LongAdder();

    ControllerCalls(Wire wire, URI simulator, Time time) {
        this.wire = wire;
        this.simulator = simulator;
        this.time = time;
    }

    /// What the simulator accepted since the last call.
    ControllerCurve.Seen seen() {
        return new ControllerCurve.Seen(
                accepted.sumThenReset(), acceptedTokens.sumThenReset(), rejected.sumThenReset());
    }

    /// Sends requests until the pacer is stopped.
    void ask(PooledExecutor pool, RandomGenerator random) {
        try {
            while (true) {
                long tokens = random.nextLong(ControllerPoint.TOKENS / 2, ControllerPoint.TOKENS * 3 / 2);
                WireRequest request = request(tokens);
                PooledTask<Long> task = (_, attempt) -> attempt(request, attempt, tokens);
                pool.execute(ANY, task.ofTokens(tokens));
            }
        } catch (RowAbandonedException _) {
            // the end of the benchmark
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private long attempt(WireRequest request, Attempt attempt, long tokens)
            throws CapacityException, RetryException, InterruptedException {
        WireReply reply = attempt.onWire(() -> wire.exchange(request));
        if (!(reply instanceof WireReply.Complete complete)) {
            throw new RetryException(Duration.ofSeconds(1));
        }
        var hints = new RateHeaders(time.instant(), BoundedThrottle.CEILING).read(complete.headers());
        if (complete.status() == 429) {
            rejected.increment();
            throw new CapacityException(429, hints);
        }
        if (complete.status() != 200) {
            throw new IllegalStateException("expected 200 or 429, got " + complete.status() + " "
                    + complete.body().asText());
        }
        attempt.hints(hints);
        accepted.increment();
        acceptedTokens.add(tokens);
        return tokens;
    }

    /// A request of so many tokens by the simulator's count: four characters each, and one for the answer.
    private WireRequest request(long tokens) {
        String text = PROMPT + "x".repeat((int) (4 * tokens) - PROMPT.length() - 12);
        String body = "{\"model\":\"gpt-4o-mini\",\"messages\":[{\"role\":\"user\",\"content\":\"" + text
                + "\"}],\"max_tokens\":8}";
        var key = Credential.bearer(simulator.getHost(), Secret.of("benchmark", "sk-of-the-benchmark"));
        return WireRequest.postJson(
                simulator.resolve("/v1/chat/completions"), Headers.none(), key, Payload.utf8(body), DEADLINE);
    }

    /// Changes the simulator's settings while it serves.
    void change(String settings) {
        var request = new WireRequest(
                "PUT",
                simulator.resolve("/_simulator/settings"),
                Headers.of("Content-Type", "application/json"),
                List.of(),
                Payload.utf8(settings),
                DEADLINE);
        if (!(wire.exchange(request) instanceof WireReply.Complete complete && complete.status() == 200)) {
            throw new IllegalStateException("the simulator did not take its new settings");
        }
    }
}
