package dev.rowan.providers.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Usage;
import dev.rowan.api.call.Usd;
import dev.rowan.providers.reply.Rejection;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReceiptsTest {

    @Test
    void aRejectionCostsNothingAndKeepsTheServicesWords() {
        Rejection rejection = Rejection.of(
                        Rejection.Kind.CAPACITY, 429, Optional.of("TooManyRequests"), Optional.of("slow down"))
                .withRetryDelay(Optional.of("1.5s"));

        assertThat(Receipts.of(rejection, Headers.of("apim-request-id", "a-1")))
                .isEqualTo(new Receipt(
                        Receipt.Disposition.CAPACITY,
                        Usage.unknown(),
                        Optional.of(Usd.ZERO),
                        Optional.of(Duration.ofMillis(1500)),
                        Optional.of("a-1"),
                        Optional.of("slow down")));
    }

    @ParameterizedTest
    @EnumSource(Rejection.Kind.class)
    void everyKindOfRejectionHasTheStandingOfItsName(Rejection.Kind kind) {
        Rejection rejection = Rejection.of(kind, 400, Optional.empty(), Optional.empty());

        assertThat(Receipts.of(rejection, Headers.none()).disposition().name()).isEqualTo(kind.name());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "s", "1", "-1s", "1m", "1e9s", "86401s", "9999999999s", "1.s", "١s"})
    void takesNoAdviceThatItCannotRead(String delay) {
        Rejection rejection = Rejection.of(Rejection.Kind.CAPACITY, 429, Optional.empty(), Optional.empty())
                .withRetryDelay(Optional.of(delay));

        assertThat(Receipts.of(rejection, Headers.none()).retryAfter()).isEmpty();
    }

    @Test
    void keepsNoRequestIdThatIsBlankOrEndless() {
        assertThat(Receipts.requestId(Headers.of("x-request-id", "r-1"))).hasValue("r-1");
        assertThat(Receipts.requestId(Headers.of("x-request-id", " "))).isEmpty();
        assertThat(Receipts.requestId(Headers.of("x-request-id", "x".repeat(201))))
                .isEmpty();
    }
}
