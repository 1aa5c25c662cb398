package dev.rowan.connectors.http;

import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.ReplyReader;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.api.call.WireReply;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// Reads the replies of the receiving service: 2xx is delivered, which costs nothing; 408, 425, 429 and 5xx are sent
/// again; a sign-in that is refused stops the run; any other status refuses the rows.
final class DeliveryReply implements ReplyReader {
    private static final int MAX_MESSAGE = 300;

    @Override
    public Receipt receipt(WireReply.Complete reply) {
        int status = reply.status();
        Optional<String> id = reply.headers().first("x-request-id");
        if (status >= 200 && status < 300) {
            return Receipt.answered(Usage.unknown(), Optional.of(Usd.ZERO), id);
        }
        Receipt.Disposition disposition = switch (status) {
            case 429, 503 -> Receipt.Disposition.CAPACITY;
            case 408, 425 -> Receipt.Disposition.RETRYABLE;
            case 401, 403 -> Receipt.Disposition.DEAD_KEY;
            default -> status >= 500 ? Receipt.Disposition.RETRYABLE : Receipt.Disposition.INVALID;
        };
        return Receipt.refused(disposition, Optional.empty(), id, message(reply));
    }

    /// The status and the beginning of the body.
    private static String message(WireReply.Complete reply) {
        String body =
                new String(reply.body().bytes(), StandardCharsets.UTF_8).strip().replaceAll("\\s+", " ");
        String shown = body.length() <= MAX_MESSAGE ? body : body.substring(0, MAX_MESSAGE) + "…";
        return "status " + reply.status() + (shown.isEmpty() ? "" : ": " + shown);
    }

    @Override
    public boolean isUsable(WireReply.Complete reply) {
        return reply.status() >= 200 && reply.status() < 300;
    }
}
