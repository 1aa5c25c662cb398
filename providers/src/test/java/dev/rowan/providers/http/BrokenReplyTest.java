package dev.rowan.providers.http;

import static dev.rowan.providers.http.Clients.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.Complete;
import dev.rowan.api.call.WireReply.Fault;
import dev.rowan.api.call.WireReply.Unknown;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Replies that break off at every byte, in both ways a connection can end, and replies that are none.
class BrokenReplyTest {
    private static final String COUNTED = RawServer.ok("{\"text\":\"hello\"}");
    private static final String CHUNKED =
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n6\r\n world\r\n0\r\n\r\n";

    static Stream<String> replies() {
        return Stream.of(COUNTED, CHUNKED);
    }

    @ParameterizedTest
    @MethodSource("replies")
    void isUnknownWhenTheConnectionIsResetAtAnyByte(String reply) throws Exception {
        for (int bytes = 0; bytes < reply.length(); bytes++) {
            String part = reply.substring(0, bytes);
            RawServer.Script script = (socket, server) -> {
                server.readRequest(socket);
                RawServer.write(socket, part);
                RawServer.reset(socket);
            };
            assertThat(brokenBy(script).fault()).isIn(Fault.RESET, Fault.TRUNCATED);
        }
    }

    @ParameterizedTest
    @MethodSource("replies")
    void isUnknownWhenTheReplyEndsAtAnyByte(String reply) throws Exception {
        int head = reply.indexOf("\r\n\r\n") + 4;
        for (int bytes = 0; bytes < reply.length(); bytes++) {
            String part = reply.substring(0, bytes);
            RawServer.Script script = (socket, server) -> {
                server.readRequest(socket);
                RawServer.write(socket, part);
            };
            Unknown unknown = brokenBy(script);
            assertThat(unknown.fault())
                    .as("after %s bytes", bytes)
                    .isIn(bytes < head ? List.of(Fault.RESET, Fault.PROTOCOL) : List.of(Fault.TRUNCATED));
            assertThat(unknown.status().isPresent()).isEqualTo(bytes >= head);
            assertThat(List.of("{\"text\":\"hello\"}", "hello world"))
                    .anyMatch(body -> body.startsWith(unknown.body().asText()));
        }
    }

    @Test
    void isUnknownWhenTheConnectionEndsWhileTheRequestIsRead() throws Exception {
        RawServer.Script script = (socket, _) -> {
            socket.getInputStream().readNBytes(10);
            RawServer.reset(socket);
        };
        assertThat(brokenBy(script).fault()).isEqualTo(Fault.RESET);
    }

    @Test
    void keepsWhatCameOfABrokenBody() throws Exception {
        RawServer.Script script = (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nX-Request-Id: 7\r\nContent-Length: 100\r\n\r\nhalf");
        };
        Unknown unknown = brokenBy(script);
        assertThat(unknown.headers().first("x-request-id")).contains("7");
        assertThat(unknown.body().asText()).isEqualTo("half");
        assertThat(unknown.timings().firstByte()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SSH-2.0-OpenSSH_9.6\r\n\r\n",
                "HTTP/2.0 200 OK\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nhello\r\n0\r\n\r\n",
                "<html>502 Bad Gateway</html>\r\n\r\n"
            })
    void isUnknownWhenTheReplyIsNone(String reply) throws Exception {
        RawServer.Script script = (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, reply);
        };
        assertThat(brokenBy(script).fault()).isIn(Fault.PROTOCOL, Fault.RESET);
    }

    @Test
    void isUnknownWhenTheHeadHasNoEnd() throws Exception {
        RawServer.Script longLine = (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\nX: " + "x".repeat(20_000));
        };
        RawServer.Script manyLines = (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, "HTTP/1.1 200 OK\r\n" + "X: x\r\n".repeat(300));
        };
        assertThat(brokenBy(longLine).fault()).isIn(Fault.PROTOCOL, Fault.RESET);
        assertThat(brokenBy(manyLines).fault()).isIn(Fault.PROTOCOL, Fault.RESET);
    }

    @Test
    void takesTheEndOfTheConnectionForTheEndOfAReplyWithoutLength() throws Exception {
        RawServer.Script script = (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, "HTTP/1.0 200 OK\r\n\r\nhello");
        };
        try (var server = RawServer.start(script);
                var client = Clients.open()) {
            WireReply reply = client.exchange(post(server.uri(), "x"));
            assertThat(reply)
                    .isInstanceOfSatisfying(
                            Complete.class,
                            complete -> assertThat(complete.body().asText()).isEqualTo("hello"));
        }
    }

    /// The one exchange with a server that follows `script`; it sends one request, however it ends.
    private static Unknown brokenBy(RawServer.Script script) throws Exception {
        try (var server = RawServer.start(script);
                var client = Clients.open()) {
            WireReply reply = client.exchange(post(server.uri(), "x"));
            assertThat(reply).isInstanceOf(Unknown.class);
            assertThat(server.connections()).isEqualTo(1);
            return (Unknown) reply;
        }
    }
}
