package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Credential;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Redaction;
import dev.rowan.api.secret.Secret;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RecordedRequestTest {
    @Test
    void recordsNoSecretThatARequestRepeatsInItsBody() {
        var secret = Secret.of("${KEY}", "key-of-the-test");
        var request = WireRequest.postJson(
                URI.create("https://service.test/ask"),
                Headers.none(),
                Credential.bearer("service.test", secret),
                Payload.utf8("{\"text\":\"key-of-the-test\"}"),
                Duration.ofSeconds(30));

        RecordedRequest plain = RecordedRequest.of(request, Redaction.of(List.of()), Optional.empty());
        RecordedRequest clean = RecordedRequest.of(request, Redaction.of(List.of(secret)), Optional.empty());

        assertThat(plain.bytes().asText()).contains("key-of-the-test");
        assertThat(clean.bytes().asText()).endsWith("{\"text\":\"[secret]\"}").doesNotContain("key-of-the-test");
        assertThat(clean.sha256()).isEqualTo(clean.bytes().sha256());
    }
}
