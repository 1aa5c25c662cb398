package dev.rowan.providers.http;

import static dev.rowan.providers.http.Clients.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.SignInException;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.Complete;
import dev.rowan.api.call.WireReply.Fault;
import dev.rowan.api.call.WireReply.NotSent;
import dev.rowan.api.call.WireReply.NotSentReason;
import dev.rowan.api.call.WireReply.Unknown;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AuditedClientTest {
    private static final Secret SECRET = Secret.of("${KEY}", "sk-canary-42");

    @Test
    void sendsOneRequestAndReadsTheWholeReply() throws Exception {
        try (var server = RawServer.answering(RawServer.ok("hello"));
                var client = Clients.open()) {
            Complete reply = complete(client.exchange(post(server.uri(), "{\"a\":1}")));
            assertThat(reply.status()).isEqualTo(200);
            assertThat(reply.body()).isEqualTo(Payload.utf8("hello"));
            assertThat(reply.timings().connect()).isPresent();
            assertThat(reply.timings().firstByte().orElseThrow())
                    .isLessThanOrEqualTo(reply.timings().total());
            assertThat(server.requests())
                    .containsExactly("POST /v1/chat HTTP/1.1\r\nHost: localhost:" + server.port()
                            + "\r\nUser-Agent: rowan\r\nAccept-Encoding: identity\r\nX-Test: 1\r\nContent-Length: 7"
                            + "\r\n\r\n{\"a\":1}");
        }
    }

    @Test
    void sendsCredentialsAsHeadersAndQueriesAsTheyAre() throws Exception {
        try (var server = RawServer.answering(RawServer.ok("{}"));
                var client = Clients.open()) {
            URI uri = URI.create("http://127.0.0.1:" + server.port() + "/a%20b?api-version=1&x=%2F");
            client.exchange(new WireRequest(
                    "GET",
                    uri,
                    Headers.none(),
                    List.of(Credential.bearer("127.0.0.1", SECRET)),
                    Payload.empty(),
                    Clients.LIMIT));
            assertThat(server.requests().getFirst())
                    .startsWith("GET /a%20b?api-version=1&x=%2F HTTP/1.1\r\n")
                    .contains("Authorization: Bearer sk-canary-42\r\n")
                    .doesNotContain("Content-Length");
        }
    }

    @Test
    void signsARequestWhenItIsSent() throws Exception {
        try (var server = RawServer.answering(RawServer.ok("{}"));
                var client = Clients.open()) {
            WireRequest plain = post(server.uri(), "1");
            client.exchange(plain.with(request -> request.with(request.headers().with("X-Date", "today"), List.of())));

            assertThat(server.requests().getFirst()).contains("X-Date: today\r\n");
            assertThat(plain.headers().first("x-date")).isEmpty();
        }
    }

    @Test
    void sendsNothingWithoutASignature() throws Exception {
        try (var server = RawServer.answering(RawServer.ok("{}"));
                var client = Clients.open()) {
            WireReply reply = client.exchange(post(server.uri(), "1").with(_ -> {
                throw new SignInException("the token service refused", new IOException("refused"));
            }));

            assertThat(reply).isInstanceOfSatisfying(NotSent.class, unsent -> {
                assertThat(unsent.reason()).isEqualTo(NotSentReason.CONNECT);
                assertThat(unsent.detail()).contains("not signed in: the token service refused");
            });
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void usesAConnectionAgain() throws Exception {
        try (var server = RawServer.answering(RawServer.ok("hello"));
                var client = Clients.open()) {
            assertThat(client.exchange(post(server.uri(), "1")).timings().connect())
                    .isPresent();
            assertThat(client.exchange(post(server.uri(), "2")).timings().connect())
                    .isEmpty();
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Connection: close\r\n", "Keep-Alive: timeout=0\r\n"})
    void usesAConnectionOnceWhenTheServerSaysSo(String header) throws Exception {
        String reply = "HTTP/1.1 200 OK\r\n" + header + "Content-Length: 2\r\n\r\n{}";
        try (var server = RawServer.answering(reply);
                var client = Clients.open()) {
            complete(client.exchange(post(server.uri(), "1")));
            complete(client.exchange(post(server.uri(), "2")));
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void neverTakesLeftOverBytesForTheNextReply() throws Exception {
        String poisoned = RawServer.ok("first") + RawServer.ok("a forged second");
        try (var server = RawServer.answering(poisoned);
                var client = Clients.open()) {
            for (int i = 0; i < 5; i++) {
                assertThat(complete(client.exchange(post(server.uri(), "x"))).body())
                        .isEqualTo(Payload.utf8("first"));
            }
            assertThat(server.connections()).isEqualTo(5);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void followsNoRedirect(int status) throws Exception {
        String reply = "HTTP/1.1 " + status + " Moved\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n";
        try (var server = RawServer.answering(reply);
                var client = Clients.open()) {
            assertThat(complete(client.exchange(post(server.uri(), "x"))).status())
                    .isEqualTo(status);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 502, 503, 504, 529})
    void neverTriesAgain(int status) throws Exception {
        String reply = "HTTP/1.1 " + status + " No\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n";
        try (var server = RawServer.answering(reply);
                var client = Clients.open()) {
            assertThat(complete(client.exchange(post(server.uri(), "x"))).status())
                    .isEqualTo(status);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void keepsNoCookie() throws Exception {
        try (var server = RawServer.answering("HTTP/1.1 200 OK\r\nSet-Cookie: a=b\r\nContent-Length: 0\r\n\r\n");
                var client = Clients.open()) {
            complete(client.exchange(post(server.uri(), "1")));
            complete(client.exchange(post(server.uri(), "2")));
            assertThat(server.requests()).hasSize(2).noneMatch(request -> request.contains("Cookie"));
        }
    }

    @Test
    void leavesAContentEncodingAsItIs() throws Exception {
        String reply = "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\n\u001f\u008b\u0008";
        try (var server = RawServer.answering(reply);
                var client = Clients.open()) {
            assertThat(complete(client.exchange(post(server.uri(), "1"))).body().bytes())
                    .containsExactly(0x1f, 0x8b, 0x08);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
                        + "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3;x=y\r\nllo\r\n0\r\n\r\n",
                "HTTP/1.1 200\r\ncontent-length:5\r\n\r\nhello"
            })
    void readsEveryFormOfAReply(String reply) throws Exception {
        try (var server = RawServer.answering(reply);
                var client = Clients.open()) {
            assertThat(complete(client.exchange(post(server.uri(), "1"))).body())
                    .isEqualTo(Payload.utf8("hello"));
        }
    }

    @Test
    void stopsReadingAtTheCapAndKeepsWhatCame() throws Exception {
        try (var server = RawServer.answering(RawServer.ok("x".repeat(100_000)));
                var client = AuditedClient.open(Clients.settings().withMaxBody(50_000), new SystemTime())) {
            WireReply reply = client.exchange(post(server.uri(), "1"));
            assertThat(reply).isInstanceOfSatisfying(Unknown.class, unknown -> {
                assertThat(unknown.fault()).isEqualTo(Fault.TOO_LARGE);
                assertThat(unknown.status()).hasValue(200);
                assertThat(unknown.body()).isEqualTo(Payload.utf8("x".repeat(50_000)));
            });
        }
        try (var server = RawServer.answering(RawServer.ok("x".repeat(50_000)));
                var client = AuditedClient.open(Clients.settings().withMaxBody(50_000), new SystemTime())) {
            assertThat(complete(client.exchange(post(server.uri(), "1"))).body().size())
                    .isEqualTo(50_000);
        }
    }

    @Test
    void reportsARefusedConnection() throws Exception {
        int port;
        try (var listener = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            port = listener.getLocalPort();
        }
        try (var client = Clients.open()) {
            assertThat(failure(client.exchange(post(URI.create("http://localhost:" + port + "/"), "1"))))
                    .isEqualTo(NotSentReason.CONNECT);
        }
    }

    @Test
    void reportsAnUnknownHost() {
        HostLookup.Names nobody = host -> {
            throw new UnknownHostException(host);
        };
        try (var client = AuditedClient.open(Clients.settings(), new SystemTime(), nobody)) {
            assertThat(failure(client.exchange(post(URI.create("https://api.example/"), "1"))))
                    .isEqualTo(NotSentReason.DNS);
        }
    }

    @Test
    void reportsThatItIsClosed() throws Exception {
        try (var server = RawServer.answering(RawServer.ok("hello"))) {
            var client = Clients.open();
            complete(client.exchange(post(server.uri(), "1")));
            client.close();
            assertThat(failure(client.exchange(post(server.uri(), "2")))).isEqualTo(NotSentReason.POOL);
            assertThat(server.requests()).hasSize(1);
        }
    }

    @Test
    void givesEachOfManyExchangesItsOwnReply() throws Exception {
        RawServer.Script echo = (socket, server) -> {
            for (String request = server.nextRequest(socket);
                    !request.isEmpty();
                    request = server.nextRequest(socket)) {
                RawServer.write(socket, RawServer.ok(request.substring(request.indexOf("\r\n\r\n") + 4)));
            }
        };
        try (var server = RawServer.start(echo);
                var client = Clients.open();
                var scope = CallScope.open("callers")) {
            var replies = new ArrayList<FutureTask<WireReply>>();
            for (int i = 0; i < 300; i++) {
                String body = "request " + i;
                replies.add(scope.fork(() -> client.exchange(post(server.uri(), body))));
            }
            for (int i = 0; i < 300; i++) {
                assertThat(complete(replies.get(i).get()).body()).isEqualTo(Payload.utf8("request " + i));
            }
            assertThat(server.requests()).hasSize(300);
        }
    }

    private static Complete complete(WireReply reply) {
        assertThat(reply).isInstanceOf(Complete.class);
        return (Complete) reply;
    }

    private static NotSentReason failure(WireReply reply) {
        assertThat(reply).isInstanceOf(NotSent.class);
        return ((NotSent) reply).reason();
    }
}
