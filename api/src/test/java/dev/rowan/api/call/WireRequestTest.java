package dev.rowan.api.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.secret.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WireRequestTest {
    private static final Secret SECRET = Secret.of("${KEY}", "sk-canary-42");
    private static final Duration LIMIT = Duration.ofSeconds(30);

    @Test
    void printsNoSecretAndNoBody() {
        var request = WireRequest.postJson(
                URI.create("https://api.example/v1"),
                Headers.none(),
                Credential.bearer("api.example", SECRET),
                Payload.utf8("{\"text\":\"canary\"}"),
                LIMIT);
        assertThat(request.toString()).doesNotContain("canary").contains("${KEY}", "17 bytes");
        assertThat(request.headers().first("content-type")).contains("application/json");
        assertThat(request.isSecure()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"Host", "content-length", "Transfer-Encoding", "Connection", "Cookie", "a b", "", "x\r\ny", "x:"
            })
    void refusesHeadersThatFrameTheMessageOrAreNone(String name) {
        assertThatThrownBy(() -> get("https://api.example/", Headers.of(name, "1")))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\r\nX: 1", "a\u0000", "é", "\t"})
    void refusesHeaderValuesThatCouldBreakOut(String value) {
        assertThatThrownBy(() -> get("https://api.example/", Headers.of("X-Test", value)))
                .hasMessage("header X-Test must be printable ASCII");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/relative", "https:///path", "https://user:canary@api.example/", "https://a/#part", "ftp://a/b"
            })
    void refusesAddressesThatAreNotWhole(String uri) {
        assertThatThrownBy(() -> get(uri, Headers.none()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("canary");
    }

    @Test
    void refusesAMethodOrADeadlineThatIsNone() {
        assertThatThrownBy(() -> new WireRequest(
                        "GE T", URI.create("https://a/"), Headers.none(), List.of(), Payload.empty(), LIMIT))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new WireRequest(
                        "GET", URI.create("https://a/"), Headers.none(), List.of(), Payload.empty(), Duration.ZERO))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void bindsACredentialToItsHostWhateverTheCase() {
        var credential = Credential.header("API.example", "x-api-key", SECRET);
        assertThat(credential.isFor("api.EXAMPLE")).isTrue();
        assertThat(credential.isFor("api.example.evil")).isFalse();
    }

    @Test
    void refusesASecretThatCannotStandInAHeader() {
        assertThatThrownBy(() -> Credential.bearer("a", Secret.of("${KEY}", "canary-é-canary")))
                .hasMessage("${KEY} must be printable ASCII to be sent in a header");
    }

    @Test
    void findsHeadersWhateverTheirCase() {
        Headers headers = Headers.of("X-Request-Id", " a ").with("x-request-id", "b");
        assertThat(headers.first("x-REQUEST-id")).contains("a");
        assertThat(headers.has("other")).isFalse();
    }

    @Test
    void comparesPayloadsByTheirBytes() {
        Payload payload = Payload.utf8("abc");
        assertThat(payload).isEqualTo(Payload.utf8("abc")).hasSameHashCodeAs(Payload.utf8("abc"));
        assertThat(payload.sha256()).isEqualTo("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assertThat(Payload.of(new byte[0])).isSameAs(Payload.empty());
    }

    private static WireRequest get(String uri, Headers headers) {
        return new WireRequest("GET", URI.create(uri), headers, List.of(), Payload.empty(), LIMIT);
    }
}
