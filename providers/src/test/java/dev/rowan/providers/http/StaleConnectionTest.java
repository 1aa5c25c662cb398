package dev.rowan.providers.http;

import static dev.rowan.providers.http.Clients.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.Complete;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// A server that ends every connection after its reply, however soon the next request comes.
@Tag("slow")
@Timeout(180)
class StaleConnectionTest {
    private static final int REQUESTS = 30;

    @TempDir
    private static Path folder;

    private static SSLContext tls;

    @BeforeAll
    static void makeKeys() throws Exception {
        tls = TestTls.selfSigned(folder, "dns:localhost");
    }

    /// How a server spoils a connection after its reply. The script returns when the client's machine has it.
    enum Ending {
        CLOSE {
            @Override
            void end(Socket socket) throws IOException {
                socket.setSoLinger(true, 30); // closing waits until the other side has acknowledged it
                socket.close();
            }
        },
        RESET {
            @Override
            void end(Socket socket) throws IOException {
                RawServer.reset(socket);
            }
        },
        /// What a server says that closes a connection which was idle for too long.
        REQUEST_TIMEOUT {
            @Override
            void end(Socket socket) throws IOException {
                RawServer.write(socket, "HTTP/1.1 408 Request Timeout\r\nContent-Length: 0\r\n\r\n");
                CLOSE.end(socket);
            }
        };

        abstract void end(Socket socket) throws IOException;
    }

    @ParameterizedTest
    @CsvSource({
        "false,CLOSE",
        "false,RESET",
        "false,REQUEST_TIMEOUT",
        "true,CLOSE",
        "true,RESET",
        "true,REQUEST_TIMEOUT"
    })
    void isFoundBeforeTheNextRequestIsWritten(boolean secure, Ending ending) throws Exception {
        RawServer.Script once = (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, RawServer.ok("once"));
            ending.end(socket);
        };
        try (var server = server(secure, once);
                var client = client()) {
            for (int i = 1; i <= REQUESTS; i++) {
                WireReply reply = client.exchange(post(uri(secure, server), "request " + i));
                assertThat(reply).isInstanceOf(Complete.class);
                assertThat(((Complete) reply).status()).isEqualTo(200);
                server.awaitClosed();
            }
            assertThat(server.requests()).hasSize(REQUESTS).doesNotHaveDuplicates();
            assertThat(server.connections()).isEqualTo(REQUESTS);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isNoneWhereTheServerKeepsItOpen(boolean secure) throws Exception {
        RawServer.Script always = (socket, server) -> {
            while (server.readRequest(socket)) {
                RawServer.write(socket, RawServer.ok("again"));
            }
        };
        try (var server = server(secure, always);
                var client = client()) {
            for (int i = 1; i <= REQUESTS; i++) {
                assertThat(client.exchange(post(uri(secure, server), "request " + i)))
                        .isInstanceOf(Complete.class);
            }
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    /// The reply and the rest stand in one TLS record, of which the client's buffer takes only the beginning.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void isOneWithBytesBehindItsReply(boolean secure) throws Exception {
        String more = "x".repeat(12 * 1024);
        RawServer.Script talkative = (socket, server) -> {
            while (server.readRequest(socket)) {
                socket.getOutputStream().write((RawServer.ok("first") + more).getBytes(StandardCharsets.ISO_8859_1));
            }
        };
        try (var server = server(secure, talkative);
                var client = client()) {
            for (int i = 1; i <= 5; i++) {
                assertThat(client.exchange(post(uri(secure, server), "request " + i)))
                        .isInstanceOf(Complete.class);
            }
            assertThat(server.connections()).isEqualTo(5);
        }
    }

    /// Once a byte of the request may have left, nobody sends it again on another connection.
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thatBreaksAfterTheRequestWasWrittenLeavesItUnknown(boolean secure) throws Exception {
        RawServer.Script second = (socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, RawServer.ok("first"));
            server.readRequest(socket);
            RawServer.reset(socket);
        };
        try (var server = server(secure, second);
                var client = client()) {
            assertThat(client.exchange(post(uri(secure, server), "1"))).isInstanceOf(Complete.class);
            assertThat(client.exchange(post(uri(secure, server), "2"))).isInstanceOf(WireReply.Unknown.class);
            assertThat(server.requests()).hasSize(2);
        }
    }

    private static AuditedClient client() {
        return AuditedClient.open(HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), tls), new SystemTime());
    }

    private static RawServer server(boolean secure, RawServer.Script script) throws IOException {
        ServerSocket listener = secure
                ? tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress())
                : new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        return new RawServer(listener, script);
    }

    private static URI uri(boolean secure, RawServer server) {
        return URI.create((secure ? "https" : "http") + "://localhost:" + server.port() + "/v1");
    }
}
