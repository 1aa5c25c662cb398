package dev.rowan.providers.http;

import static dev.rowan.providers.http.Clients.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.Fault;
import dev.rowan.api.call.WireReply.NotSent;
import dev.rowan.api.call.WireReply.NotSentReason;
import dev.rowan.api.call.WireReply.Unknown;
import dev.rowan.api.call.WireRequest;
import dev.rowan.testkit.FakeTime;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Exchanges that would never end, cut off by the deadline or by an interrupt.
class AuditedClientDeadlineTest {
    private final FakeTime time = new FakeTime();
    private final CountDownLatch stalled = new CountDownLatch(1);
    private final CountDownLatch never = new CountDownLatch(1);

    @ParameterizedTest
    @ValueSource(
            strings = {"", "HTTP/1.", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n", "HTTP/1.1 100 Continue\r\n\r\n"})
    void endsAtTheDeadlineWhenTheReplyStalls(String part) throws Exception {
        Unknown unknown = (Unknown) afterTheDeadline(stallingAfter(part), this::small);
        assertThat(unknown.fault()).isEqualTo(Fault.DEADLINE);
        assertThat(unknown.timings().total()).isEqualTo(Clients.LIMIT);
        if (part.isEmpty()) {
            assertThat(unknown.timings().firstByte()).isEmpty();
        }
    }

    @Test
    void endsAtTheDeadlineWhenBytesDripWithoutEnd() throws Exception {
        RawServer.Script drips = (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
            while (true) {
                RawServer.write(socket, "x");
                stalled.countDown();
            }
        };
        assertThat(afterTheDeadline(drips, this::small))
                .isInstanceOfSatisfying(
                        Unknown.class, unknown -> assertThat(unknown.fault()).isEqualTo(Fault.DEADLINE));
    }

    @Test
    void endsAtTheDeadlineWhenTheRequestIsNotRead() throws Exception {
        RawServer.Script deaf = (socket, _) -> {
            socket.getInputStream().read();
            stalled.countDown();
            never.await();
        };
        assertThat(afterTheDeadline(deaf, server -> post(server.uri(), "x".repeat(64 * 1024 * 1024))))
                .isInstanceOfSatisfying(
                        Unknown.class, unknown -> assertThat(unknown.fault()).isEqualTo(Fault.DEADLINE));
    }

    @Test
    void hasSentNothingWhenTheHandshakeStalls() throws Exception {
        RawServer.Script mute = (socket, _) -> {
            socket.getInputStream().read();
            stalled.countDown();
            never.await();
        };
        assertThat(afterTheDeadline(mute, server -> post(URI.create("https://localhost:" + server.port()), "x")))
                .isInstanceOfSatisfying(
                        NotSent.class, notSent -> assertThat(notSent.reason()).isEqualTo(NotSentReason.DEADLINE));
    }

    @Test
    void leavesOtherExchangesAlone() throws Exception {
        RawServer.Script stallsOnSlow = (socket, server) -> {
            for (String next = server.nextRequest(socket); !next.isEmpty(); next = server.nextRequest(socket)) {
                if (next.endsWith("slow")) {
                    stalled.countDown();
                    never.await();
                }
                RawServer.write(socket, RawServer.ok("quick"));
            }
        };
        try (var server = RawServer.start(stallsOnSlow);
                var client = Clients.open(time);
                var scope = CallScope.open("caller")) {
            var slow = scope.fork(() -> client.exchange(post(server.uri(), "slow")));
            stalled.await();
            time.advance(Duration.ofSeconds(1));
            assertThat(client.exchange(post(server.uri(), "quick"))).isInstanceOf(WireReply.Complete.class);
            assertThat(slow.isDone()).isFalse();
            time.advance(Clients.LIMIT);
            assertThat(slow.get()).isInstanceOf(Unknown.class);
        }
    }

    @Test
    void isUnknownWhenInterruptedAfterTheSend() throws Exception {
        var flag = new AtomicBoolean();
        try (var server = RawServer.start(stallingAfter(""));
                var client = Clients.open(time);
                var scope = CallScope.open("caller")) {
            var reply = scope.fork(() -> {
                WireReply told = client.exchange(post(server.uri(), "x"));
                flag.set(Thread.currentThread().isInterrupted());
                return told;
            });
            stalled.await();
            scope.interrupt();
            assertThat(reply.get())
                    .isInstanceOfSatisfying(
                            Unknown.class,
                            unknown -> assertThat(unknown.fault()).isEqualTo(Fault.INTERRUPTED));
            assertThat(flag).isTrue();
        }
    }

    @Test
    void sendsNothingWhenInterruptedBefore() throws Exception {
        try (var server = RawServer.answering(RawServer.ok("hello"));
                var client = Clients.open(time);
                var scope = CallScope.open("caller")) {
            var reply = scope.fork(() -> {
                Thread.currentThread().interrupt();
                return client.exchange(post(server.uri(), "x"));
            });
            assertThat(reply.get())
                    .isInstanceOfSatisfying(
                            NotSent.class,
                            notSent -> assertThat(notSent.reason()).isEqualTo(NotSentReason.INTERRUPTED));
            assertThat(server.requests()).isEmpty();
        }
    }

    @FunctionalInterface
    private interface Asks {
        WireRequest of(RawServer server);
    }

    private WireRequest small(RawServer server) {
        return post(server.uri(), "x");
    }

    private RawServer.Script stallingAfter(String part) {
        return (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, part);
            stalled.countDown();
            never.await();
        };
    }

    /// What an exchange tells when the server has stalled and the time is up.
    private WireReply afterTheDeadline(RawServer.Script script, Asks request) throws Exception {
        try (var server = RawServer.start(script);
                var client = Clients.open(time);
                var scope = CallScope.open("caller")) {
            var reply = scope.fork(() -> client.exchange(request.of(server)));
            stalled.await();
            time.advance(Clients.LIMIT);
            return reply.get();
        }
    }
}
