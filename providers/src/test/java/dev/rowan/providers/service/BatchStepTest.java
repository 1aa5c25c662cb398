package dev.rowan.providers.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchReply;
import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Receipt.Disposition;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.openai.OpenAiErrors;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class BatchStepTest {
    private static final Timings NO_TIME = new Timings(Optional.empty(), Optional.empty(), Duration.ZERO);
    private static final BatchStep MAKES = new BatchStep(true, OpenAiErrors::read);
    private static final BatchStep ASKS = new BatchStep(false, OpenAiErrors::read);

    private static BatchReply<String> read(BatchStep step, WireReply reply) {
        return step.reply(reply, body -> body.at("id").text());
    }

    private static WireReply.Complete complete(int status, String body, Headers headers) {
        Payload payload = Payload.utf8(body);
        return new WireReply.Complete(status, headers, payload, Optional.empty(), NO_TIME);
    }

    @Test
    void isDoneWithTheServicesNameForTheExchange() {
        assertThat(read(MAKES, complete(201, "{\"id\":\"f1\"}", Headers.of("x-request-id", "r1"))))
                .isEqualTo(new BatchReply.Done<>("f1", Optional.of("r1")));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "<html>", "{}", "[]", "{\"id\":7}", "{\"id\":\"a\",\"id\":\"b\"}"})
    void isLostWhenASuccessCannotBeRead(String body) {
        assertThat(read(MAKES, complete(200, body, Headers.none()))).isInstanceOf(BatchReply.Lost.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 500, 501, 502, 503, 504, 524, 529, 599})
    void isLostAfterEveryStatusThatLeavesOpenWhetherSomethingWasMade(int status) {
        assertThat(read(MAKES, complete(status, "", Headers.none()))).isInstanceOf(BatchReply.Lost.class);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 503, 529, 429})
    void mayPassLaterWhenNothingIsMade(int status) {
        assertThat(refused(read(ASKS, complete(status, "", Headers.none()))).isRetryable())
                .isTrue();
    }

    @Test
    void isGoneOnlyWhereSomethingWasAskedFor() {
        assertThat(read(ASKS, complete(404, "{\"error\":{\"message\":\"no\"}}", Headers.none())))
                .isEqualTo(new BatchReply.Gone<>("no"));
        assertThat(refused(read(MAKES, complete(404, "", Headers.none()))).disposition())
                .isEqualTo(Disposition.INVALID);
    }

    @Test
    void takesAdviceWhenToComeBackByTheServicesOwnClock() {
        assertThat(advice(Headers.of("retry-after", "7"))).contains(Duration.ofSeconds(7));
        assertThat(advice(Headers.of("retry-after", "Sun, 15 Nov 2026 10:00:30 GMT")
                        .with("date", "Sun, 15 Nov 2026 10:00:00 GMT")))
                .contains(Duration.ofSeconds(30));
        assertThat(advice(Headers.of("retry-after", "Sun, 15 Nov 2026 10:00:30 GMT")))
                .isEmpty();
        assertThat(advice(Headers.of("retry-after", "1000000000"))).contains(Duration.ofHours(1));
        assertThat(advice(Headers.of("retry-after", "soon").with("date", "today")))
                .isEmpty();
    }

    private static Optional<Duration> advice(Headers headers) {
        return refused(read(ASKS, complete(429, "", headers))).retryAfter();
    }

    @ParameterizedTest
    @EnumSource(WireReply.NotSentReason.class)
    void isNotSentWhenNothingWas(WireReply.NotSentReason failure) {
        boolean mayPass = switch (failure) {
            case FORBIDDEN, FILE, INTERRUPTED -> false;
            case DNS, CONNECT, TLS, PROXY, POOL, DEADLINE, HELD -> true;
        };

        assertThat(read(MAKES, new WireReply.NotSent(failure, "why", NO_TIME)))
                .isEqualTo(new BatchReply.NotSent<>("why", mayPass));
    }

    @ParameterizedTest
    @EnumSource(WireReply.Fault.class)
    void isLostWhenNoWholeReplyCame(WireReply.Fault fault) {
        var unknown = new WireReply.Unknown(
                fault, "why", OptionalInt.of(200), Headers.none(), Payload.utf8("{\"id\":\"f\"}"), NO_TIME);

        assertThat(read(MAKES, unknown)).isEqualTo(new BatchReply.Lost<>(fault.word() + ": why"));
        assertThat(read(ASKS, unknown)).isInstanceOf(BatchReply.Lost.class);
    }

    private static BatchReply.Refused<String> refused(BatchReply<String> reply) {
        assertThat(reply).isInstanceOf(BatchReply.Refused.class);
        return (BatchReply.Refused<String>) reply;
    }

    @Test
    void readsWhatIsNoJsonByItsStatus() {
        var refused = refused(ASKS.replied(complete(401, "<html>", Headers.none()), _ -> Optional.of("x")));

        assertThat(refused.disposition()).isEqualTo(Disposition.DEAD_KEY);
        assertThat(refused.message()).isEqualTo("status 401");
    }
}
