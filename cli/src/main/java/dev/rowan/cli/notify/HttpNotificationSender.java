package dev.rowan.cli.notify;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Wire;
import dev.rowan.api.call.WireReply;
import dev.rowan.api.call.WireRequest;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Sends notifications by HTTP POST, under the same network rules as calls. Only the host of the URL is ever shown:
/// the rest may be a secret.
record HttpNotificationSender(URI url, Wire wire) implements NotificationSender {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    @Override
    public Optional<String> send(NotifyEvent event) {
        var request = new WireRequest(
                "POST",
                url,
                Headers.none()
                        .with("Content-Type", "application/json")
                        .with("X-Rowan-Event", event.kind().word()),
                List.of(),
                Payload.of(event.bytes()),
                LIMIT);
        return switch (wire.exchange(request)) {
            case WireReply.Complete complete when complete.status() / 100 == 2 -> Optional.empty();
            case WireReply.Complete complete ->
                Optional.of(url.getHost() + " answered with status " + complete.status() + ", not 2xx");
            case WireReply.NotSent notSent ->
                Optional.of("nothing was sent to " + url.getHost() + ": "
                        + notSent.reason().word());
            case WireReply.Unknown unknown ->
                Optional.of("no complete reply from " + url.getHost() + ": "
                        + unknown.fault().word());
        };
    }
}
