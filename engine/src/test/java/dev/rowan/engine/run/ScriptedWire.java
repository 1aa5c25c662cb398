package dev.rowan.engine.run;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/// A wire that answers as it is told: `script` gets the body of the request and how often it was sent before, from 0.
final class ScriptedWire implements Wire {
    static final Timings NO_TIME = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);

    private final BiFunction<String, Integer, WireReply> script;
    private final Supplier<Optional<WireReply.NotSent>> connecting;
    private final AtomicInteger connects = new AtomicInteger();
    private final Map<String, AtomicInteger> sends = new ConcurrentHashMap<>();
    private final List<String> sent = new CopyOnWriteArrayList<>();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger peak = new AtomicInteger();

    ScriptedWire(BiFunction<String, Integer, WireReply> script) {
        this(script, Optional::empty);
    }

    /// `connecting` says what hinders a connection.
    ScriptedWire(BiFunction<String, Integer, WireReply> script, Supplier<Optional<WireReply.NotSent>> connecting) {
        this.script = script;
        this.connecting = connecting;
    }

    @Override
    public Optional<WireReply.NotSent> connect(WireRequest request) {
        connects.incrementAndGet();
        return connecting.get();
    }

    /// How often a connection was tried without a request.
    int connects() {
        return connects.get();
    }

    @Override
    public WireReply exchange(WireRequest request) {
        String body = request.body().asText();
        int before = sends.computeIfAbsent(body, _ -> new AtomicInteger()).getAndIncrement();
        sent.add(body);
        peak.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        try {
            return script.apply(body, before);
        } finally {
            inFlight.decrementAndGet();
        }
    }

    /// The bodies that were sent, in order.
    List<String> sent() {
        return List.copyOf(sent);
    }

    int peak() {
        return peak.get();
    }

    static WireReply ok(String body) {
        return reply(200, body, Headers.none());
    }

    static WireReply reply(int status, String body, Headers headers) {
        Payload payload = Payload.utf8(body);
        return new WireReply.Complete(status, headers, payload, Optional.empty(), NO_TIME);
    }

    static WireReply status(int status) {
        return reply(status, "{}", Headers.none());
    }

    static WireReply lost() {
        return new WireReply.Unknown(
                WireReply.Fault.RESET, "reset", OptionalInt.empty(), Headers.none(), Payload.empty(), NO_TIME);
    }

    static WireReply.NotSent notSent() {
        return new WireReply.NotSent(WireReply.NotSentReason.CONNECT, "nobody listens", NO_TIME);
    }
}
