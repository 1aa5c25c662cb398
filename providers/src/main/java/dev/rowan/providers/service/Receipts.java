package dev.rowan.providers.service;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Receipt;
import dev.rowan.providers.reply.Rejection;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/// Builds receipts, the same way for all services.
public final class Receipts {
    private static final List<String> REQUEST_ID =
            List.of("apim-request-id", "x-request-id", "request-id", "x-ms-request-id");
    private static final int LONGEST_ID = 200;
    private static final BigDecimal LONGEST_DELAY =
            BigDecimal.valueOf(Duration.ofDays(1).toSeconds());

    private Receipts() {}

    /// The service's request id, if any.
    public static Optional<String> requestId(Headers headers) {
        return REQUEST_ID.stream()
                .flatMap(name -> headers.first(name).stream())
                .filter(id -> !id.isBlank() && id.length() <= LONGEST_ID)
                .findFirst();
    }

    public static Receipt of(Rejection rejection, Headers headers) {
        return Receipt.refused(
                standing(rejection.kind()),
                rejection.retryDelay().flatMap(Receipts::seconds),
                requestId(headers),
                rejection.message());
    }

    private static Receipt.Disposition standing(Rejection.Kind kind) {
        return switch (kind) {
            case RETRYABLE -> Receipt.Disposition.RETRYABLE;
            case CAPACITY -> Receipt.Disposition.CAPACITY;
            case DEAD_KEY -> Receipt.Disposition.DEAD_KEY;
            case NO_CREDIT -> Receipt.Disposition.NO_CREDIT;
            case INVALID -> Receipt.Disposition.INVALID;
        };
    }

    /// A delay such as `31s` or `0.5s`; empty when it is written otherwise or is longer than a day.
    private static Optional<Duration> seconds(String text) {
        if (!text.matches("[0-9]{1,9}(\\.[0-9]{1,9})?s")) {
            return Optional.empty();
        }
        return Optional.of(new BigDecimal(text.substring(0, text.length() - 1)))
                .filter(delay -> delay.compareTo(LONGEST_DELAY) <= 0)
                .map(delay -> Duration.ofNanos(delay.movePointRight(9).longValueExact()));
    }
}
