package dev.rowan.providers.http;

import static dev.rowan.providers.http.Clients.post;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.WireProvider.OpenWire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireSettings;
import dev.rowan.api.call.WireSettings.ClientCertificate;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A server whose certificate only an authority of one's own vouches for, and that asks for one in turn.
@Tag("slow")
class PrivateAuthorityTest {
    @TempDir
    private static Path folder;

    private static TestTls.Pem server;
    private static TestTls.Pem client;

    @BeforeAll
    static void makeKeys() throws Exception {
        server = TestTls.pem(Files.createDirectory(folder.resolve("server")), "dns:localhost");
        client = TestTls.pem(Files.createDirectory(folder.resolve("client")), "dns:client");
    }

    @Test
    void isTrustedWhenItsAuthorityIsNamed() throws Exception {
        try (RawServer listening = listen(false);
                OpenWire trusting = open(Optional.of(server.certificate()), Optional.empty());
                OpenWire other = open(Optional.empty(), Optional.empty())) {
            assertThat(trusting.exchange(post(uri(listening), "1"))).isInstanceOf(WireReply.Complete.class);
            assertThat(other.exchange(post(uri(listening), "2"))).isInstanceOf(WireReply.NotSent.class);
            assertThat(listening.requests()).hasSize(1);
        }
    }

    @Test
    void isShownTheCertificateItAsksFor() throws Exception {
        try (RawServer listening = listen(true);
                OpenWire known = open(
                        Optional.of(server.certificate()),
                        Optional.of(new ClientCertificate(client.certificate(), client.key())));
                OpenWire unknown = open(Optional.of(server.certificate()), Optional.empty())) {
            assertThat(known.exchange(post(uri(listening), "1"))).isInstanceOf(WireReply.Complete.class);
            assertThat(unknown.exchange(post(uri(listening), "2"))).isNotInstanceOf(WireReply.Complete.class);
            assertThat(listening.requests()).hasSize(1);
        }
    }

    /// What the platform trusts stays trusted: the authorities of the file come on top.
    @Test
    void isTrustedBesidesThePlatformsOwn() throws Exception {
        int usual = issuers(WireSettings.allowing(List.of()));

        assertThat(issuers(new WireSettings(List.of(), Optional.of(server.certificate()), Optional.empty())))
                .isEqualTo(usual + 1);
    }

    private static int issuers(WireSettings settings) throws Exception {
        return TlsContext.trusted(settings.caFile()).size();
    }

    @Test
    void reportsAnInvalidFile() throws IOException {
        Path text = Files.writeString(folder.resolve("text.pem"), "no certificate\n");

        assertThatThrownBy(() -> open(Optional.of(text), Optional.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("text.pem must hold certificates in PEM");
        assertThatThrownBy(() -> open(Optional.empty(), Optional.of(new ClientCertificate(client.certificate(), text))))
                .hasMessageContaining("text.pem must hold a private key as PKCS#8")
                .hasMessageContaining("openssl pkcs8 -topk8 -nocrypt");
    }

    private static URI uri(RawServer listening) {
        return URI.create("https://localhost:" + listening.port() + "/v1");
    }

    private static OpenWire open(Optional<Path> ca, Optional<ClientCertificate> certificate) {
        return new AuditedWires().open(new WireSettings(List.of(), ca, certificate), Map.of(), new SystemTime());
    }

    private static RawServer listen(boolean asks) throws Exception {
        var listener = (SSLServerSocket) TestTls.context(server, client)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        listener.setNeedClientAuth(asks);
        return new RawServer(listener, (socket, self) -> {
            while (self.readRequest(socket)) {
                RawServer.write(socket, RawServer.ok("hello"));
            }
        });
    }
}
