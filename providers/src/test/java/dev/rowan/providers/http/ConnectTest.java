package dev.rowan.providers.http;

import static dev.rowan.providers.http.Clients.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.WireReply.Complete;
import dev.rowan.api.call.WireReply.NotSentReason;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A connection without a request: the probe of a service that was down.
@Timeout(180)
class ConnectTest {
    @TempDir
    private Path folder;

    @Test
    void isOpenedAndClosedAndSendsNothing() throws Exception {
        try (var server = RawServer.answering(RawServer.ok("yes"));
                var client = Clients.open()) {
            assertThat(client.connect(post(server.uri(), "a question"))).isEmpty();
            server.awaitClosed();
            assertThat(server.requests()).isEmpty();

            assertThat(client.exchange(post(server.uri(), "a question"))).isInstanceOf(Complete.class);
            assertThat(server.connections()).isEqualTo(2);
        }
    }

    @Test
    void isHinderedByAPortWhereNobodyListens() throws Exception {
        var server = RawServer.answering(RawServer.ok("yes"));
        server.close();
        try (var client = Clients.open()) {
            assertThat(client.connect(post(server.uri(), "a question")))
                    .hasValueSatisfying(notSent -> assertThat(notSent.reason()).isEqualTo(NotSentReason.CONNECT));
        }
    }

    @Test
    void isMadeWithTlsWhereTheRequestWouldBe() throws Exception {
        SSLContext tls = TestTls.selfSigned(folder, "dns:localhost");
        ServerSocket listener =
                tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        HttpSettings trusting = HttpSettings.of(Egress.allowing(List.of()), Proxies.none(), tls);
        try (var server = new RawServer(listener, (socket, raw) -> raw.readRequest(socket));
                var trusted = AuditedClient.open(trusting, new SystemTime());
                var distrusting = Clients.open()) {
            URI uri = URI.create("https://localhost:" + server.port() + "/v1/chat");

            assertThat(trusted.connect(post(uri, "a question"))).isEmpty();
            assertThat(distrusting.connect(post(uri, "a question")))
                    .hasValueSatisfying(notSent -> assertThat(notSent.reason()).isEqualTo(NotSentReason.TLS));
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void isForbiddenWhereTheRequestWouldBe() {
        try (var client = Clients.open()) {
            assertThat(client.connect(post(URI.create("http://example.com/"), "a question")))
                    .hasValueSatisfying(notSent -> assertThat(notSent.reason()).isEqualTo(NotSentReason.FORBIDDEN));
        }
    }
}
