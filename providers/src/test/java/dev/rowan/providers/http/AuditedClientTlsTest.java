package dev.rowan.providers.http;

import static dev.rowan.providers.http.Clients.post;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.CallScope;
import dev.rowan.api.SystemTime;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.Complete;
import dev.rowan.api.call.WireReply.NotSent;
import dev.rowan.api.call.WireReply.NotSentReason;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// TLS with a certificate of the test's own, directly and through a proxy.
class AuditedClientTlsTest {
    @TempDir
    private static Path folder;

    private static SSLContext tls;

    @BeforeAll
    static void makeKeys() throws Exception {
        tls = TestTls.selfSigned(folder, "dns:localhost,dns:api.example");
    }

    @Test
    void speaksTlsAndUsesTheConnectionAgain() throws Exception {
        try (var server = secureServer();
                var client = client(Proxies.none(), tls)) {
            URI uri = URI.create("https://localhost:" + server.port() + "/v1");
            assertThat(client.exchange(post(uri, "1"))).isInstanceOf(Complete.class);
            assertThat(client.exchange(post(uri, "2")).timings().connect()).isEmpty();
            assertThat(server.requests()).hasSize(2);
        }
    }

    @Test
    void sendsNothingToWhomItDoesNotTrust() throws Exception {
        try (var server = secureServer();
                var client = client(Proxies.none(), SSLContext.getDefault())) {
            assertThat(failure(client.exchange(post(URI.create("https://localhost:" + server.port()), "1"))))
                    .isEqualTo(NotSentReason.TLS);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void sendsNothingToAHostWithAnotherName() throws Exception {
        try (var server = secureServer();
                var client = client(Proxies.none(), tls)) {
            assertThat(failure(client.exchange(post(URI.create("https://127.0.0.1:" + server.port()), "1"))))
                    .isEqualTo(NotSentReason.TLS);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void passesAProxyByATunnel() throws Exception {
        try (var server = secureServer();
                var proxy = tunnelTo(server, "HTTP/1.1 200 Connection established\r\n\r\n");
                var client = client(proxies(proxy), tls)) {
            assertThat(client.exchange(post(URI.create("https://api.example/v1"), "1")))
                    .isInstanceOf(Complete.class);
            assertThat(proxy.requests())
                    .containsExactly(String.join(
                            "\r\n",
                            "CONNECT api.example:443 HTTP/1.1",
                            "Host: api.example:443",
                            "Proxy-Authorization: Basic dXNlcjpwYXNzd29yZA==",
                            "",
                            ""));
            assertThat(server.requests()).singleElement().asString().doesNotContain("Proxy-Authorization");
        }
    }

    @Test
    void sendsNothingWhenTheProxyRefuses() throws Exception {
        try (var server = secureServer();
                var proxy = tunnelTo(server, "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
                var client = client(proxies(proxy), tls)) {
            assertThat(failure(client.exchange(post(URI.create("https://api.example/v1"), "1"))))
                    .isEqualTo(NotSentReason.PROXY);
            assertThat(server.requests()).isEmpty();
        }
    }

    @Test
    void refusesAPrivateAddressThroughAProxyToo() throws Exception {
        try (var server = secureServer();
                var proxy = tunnelTo(server, "HTTP/1.1 200 OK\r\n\r\n");
                var client = client(proxies(proxy), tls)) {
            assertThat(failure(client.exchange(post(URI.create("https://169.254.169.254/latest"), "1"))))
                    .isEqualTo(NotSentReason.FORBIDDEN);
            assertThat(proxy.requests()).isEmpty();
        }
    }

    private static AuditedClient client(Proxies proxies, SSLContext trust) {
        return AuditedClient.open(HttpSettings.of(Egress.allowing(List.of()), proxies, trust), new SystemTime());
    }

    private static Proxies proxies(RawServer proxy) {
        return Proxies.of(Map.of("https_proxy", "http://user:password@127.0.0.1:" + proxy.port()));
    }

    private static RawServer secureServer() throws IOException {
        var listener = tls.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        return new RawServer(listener, (socket, server) -> {
            while (server.readRequest(socket)) {
                RawServer.write(socket, RawServer.ok("hello"));
            }
        });
    }

    /// A proxy that answers with `reply` and then passes bytes on to `target`, whatever was asked for.
    private static RawServer tunnelTo(RawServer target, String reply) throws IOException {
        return RawServer.start((socket, server) -> {
            server.readRequest(socket);
            RawServer.write(socket, reply);
            try (var onward = new Socket(InetAddress.getLoopbackAddress(), target.port());
                    var scope = CallScope.open("tunnel")) {
                var _ = scope.fork(() -> onward.getInputStream().transferTo(socket.getOutputStream()));
                socket.getInputStream().transferTo(onward.getOutputStream());
            }
        });
    }

    private static NotSentReason failure(WireReply reply) {
        assertThat(reply).isInstanceOf(NotSent.class);
        return ((NotSent) reply).reason();
    }
}
