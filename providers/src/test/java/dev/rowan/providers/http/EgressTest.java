package dev.rowan.providers.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireReply.NotSentReason;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Secret;
import java.net.InetAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EgressTest {
    private static final Egress STRICT = Egress.allowing(List.of());

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0.0.0",
                "10.1.2.3",
                "100.64.0.1",
                "100.100.100.200",
                "127.0.0.1",
                "127.9.9.9",
                "169.254.169.254",
                "172.16.0.1",
                "172.31.255.255",
                "192.168.1.1",
                "168.63.129.16",
                "224.0.0.1",
                "255.255.255.255",
                "::",
                "::1",
                "::ffff:10.0.0.1",
                "::ffff:169.254.169.254",
                "64:ff9b::a00:1",
                "2002:a00:1::",
                "fd00:ec2::254",
                "fe80::1",
                "ff02::1"
            })
    void refusesANameAtAPrivateAddress(String address) {
        assertThat(STRICT.refusal("api.example", InetAddress.ofLiteral(address)))
                .get()
                .asString()
                .contains("network.allow");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1.1.1.1", "172.32.0.1", "172.15.0.1", "192.169.0.1", "100.128.0.1", "2606:4700::1111"})
    void letsPublicAddressesThrough(String address) {
        assertThat(STRICT.refusal("api.example", InetAddress.ofLiteral(address)))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"10.0.0.0/8,10.1.2.3", "MODELS.internal,10.1.2.3", "10.1.2.3,10.1.2.3", "fd00::/8,fd00::7"})
    void letsThroughWhatIsListed(String listed, String address) {
        assertThat(Egress.allowing(List.of(listed)).refusal("models.internal", InetAddress.ofLiteral(address)))
                .isEmpty();
        assertThat(Egress.allowing(List.of(listed)).refusal("other.internal", InetAddress.ofLiteral("192.168.0.1")))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "a.localhost", "127.0.0.1", "[::1]"})
    void letsThisMachineBeReachedByItsOwnNames(String host) {
        assertThat(STRICT.refusal(get("http://" + host + "/"))).isEmpty();
        assertThat(Hosts.known(host).orElseThrow())
                .allSatisfy(address -> assertThat(STRICT.refusal(host, address)).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://api.example/", "http://10.0.0.1/", "http://localhost.example/", "http://1.1.1.1/"})
    void refusesPlainHttpToOtherMachines(String uri) {
        assertThat(STRICT.refusal(get(uri))).get().asString().startsWith("plain http is allowed to localhost only");
    }

    @Test
    void refusesACredentialForAnotherHost() {
        var request = new WireRequest(
                "GET",
                URI.create("https://evil.example/"),
                Headers.none(),
                List.of(Credential.bearer("api.example", Secret.of("${KEY}", "sk-canary-42"))),
                Payload.empty(),
                Clients.LIMIT);
        assertThat(STRICT.refusal(request)).contains("${KEY} is for api.example, not for evil.example");
    }

    @Test
    void refusesANameWithOnePrivateAddressAmongOthersBeforeConnecting() {
        HostLookup.Names mixed =
                _ -> List.of(InetAddress.ofLiteral("1.1.1.1"), InetAddress.ofLiteral("169.254.169.254"));
        try (var client = AuditedClient.open(Clients.settings(), new SystemTime(), mixed)) {
            assertThat(client.exchange(get("https://rebind.example/")))
                    .isInstanceOfSatisfying(WireReply.NotSent.class, reply -> {
                        assertThat(reply.reason()).isEqualTo(NotSentReason.FORBIDDEN);
                        assertThat(reply.detail()).contains("169.254.169.254");
                    });
        }
    }

    private static WireRequest get(String uri) {
        return new WireRequest("GET", URI.create(uri), Headers.none(), List.of(), Payload.empty(), Clients.LIMIT);
    }
}
