package dev.rowan.providers.anthropic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.Fixture;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class AnthropicMessagesTest {
    private static final AnthropicMessages CODEC = new AnthropicMessages();
    private static final Usage USAGE = new Usage(
            Optional.of(19L),
            Optional.of(4L),
            Optional.of(CacheWrites.of(3L)),
            Optional.of(5L),
            Optional.empty(),
            Optional.empty());

    @Test
    void writesARequest(TestInfo test) throws Exception {
        var request = CODEC.request(
                Fixture.endpoint("https://api.anthropic.com", Optional.empty()), Fixture.fullRequest("claude-x"));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void writesARequestForTheNewerVersion(TestInfo test) throws Exception {
        var request = CODEC.request(
                Fixture.endpoint("https://api.anthropic.com", Optional.of("2026-10-21")),
                ChatRequest.of("claude-x", "hi", 16));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void readsAnAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Answered(
                        "yes",
                        new Details(Optional.of("claude-x"), Optional.of("req_1"), Optional.of("end_turn"), USAGE)));
    }

    @Test
    void readsATruncatedAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Truncated(
                        "ye",
                        new Details(Optional.of("claude-x"), Optional.of("req_1"), Optional.of("max_tokens"), USAGE)));
    }

    @Test
    void readsARefusal(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Refused(
                        "no",
                        new Details(Optional.of("claude-x"), Optional.of("req_1"), Optional.of("refusal"), USAGE)));
    }

    @Test
    void acceptsNoPause(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "the stop reason must be end_turn, got pause_turn",
                        new Details(Optional.of("claude-x"), Optional.of("req_1"), Optional.of("pause_turn"), USAGE)));
    }

    @Test
    void acceptsNoMessageWithoutText(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "the message has no text",
                        new Details(Optional.of("claude-x"), Optional.of("req_1"), Optional.of("end_turn"), USAGE)));
    }

    @Test
    void acceptsNoMessageWithoutStopReason(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "the message has no stop reason",
                        new Details(Optional.of("claude-x"), Optional.of("req_1"), Optional.empty(), USAGE)));
    }

    @Test
    void recognizesAnOverload(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.CAPACITY, 529, Optional.of("overloaded_error"), "Overloaded", Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void recognizesARateLimit(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.CAPACITY, 429, Optional.of("rate_limit_error"), "slow down", Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void recognizesMissingCredit(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.NO_CREDIT,
                                400,
                                Optional.of("invalid_request_error"),
                                "Your credit balance is too low to access the API",
                                Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void recognizesABillingError(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(Kind.NO_CREDIT, 402, Optional.of("billing_error"), "pay", Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void recognizesADeadKey(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.DEAD_KEY,
                                401,
                                Optional.of("authentication_error"),
                                "invalid x-api-key",
                                Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void recognizesAnInvalidRequest(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.INVALID,
                                400,
                                Optional.of("invalid_request_error"),
                                "max_tokens: must be positive",
                                Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void recognizesAServerError(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(Kind.RETRYABLE, 500, Optional.of("api_error"), "oops", Optional.empty()),
                        Optional.of("req_1")));
    }
}
