package dev.rowan.engine.call;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.Transfer;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import dev.rowan.api.secret.Redaction;
import dev.rowan.api.secret.Secret;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/// The replies of a transfer, with secrets redacted in everything held in memory.
class RedactedWireTest {
    private static final String KEY = "sk-0123456789abcdef";

    private static final class Echo implements Wire {
        @Override
        public WireReply exchange(WireRequest request) {
            throw new AssertionError("a transfer must stay one");
        }

        @Override
        public WireReply transfer(Transfer transfer) {
            return new WireReply.Complete(
                    200,
                    Headers.of("x-echo", "key " + KEY),
                    Payload.empty(),
                    Optional.of("the sum of a file"),
                    new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
        }
    }

    @Test
    void takesSecretsOutOfTheHeadersOfATransferAndKeepsTheSumOfItsFile() {
        var wire = new RedactedWire(new Echo(), Redaction.of(List.of(Secret.of("test", KEY))));
        var request = new WireRequest(
                "GET",
                URI.create("https://example.org/results"),
                Headers.none(),
                List.of(),
                Payload.empty(),
                Duration.ofSeconds(1));
        var reply = (WireReply.Complete)
                wire.transfer(new Transfer(request, Optional.empty(), Optional.of(Path.of("results")), 1));
        assertThat(reply.headers().first("x-echo")).contains("key [secret]");
        assertThat(reply.filed()).contains("the sum of a file");
    }
}
