package dev.rowan.providers.openai;

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

class ChatCompletionsTest {
    private static final ChatCompletions CODEC = ChatCompletions.openAi();
    private static final Usage USAGE = new Usage(
            Optional.of(20L),
            Optional.of(4L),
            Optional.of(CacheWrites.halfHour(1L)),
            Optional.of(9L),
            Optional.of(2L),
            Optional.empty());

    @Test
    void writesARequest(TestInfo test) throws Exception {
        var request = CODEC.request(
                Fixture.endpoint("https://api.openai.com/v1", Optional.empty()), Fixture.fullRequest("gpt-4o-mini"));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void writesOnlyWhatIsSet(TestInfo test) throws Exception {
        var request = CODEC.request(
                Fixture.endpoint("https://api.openai.com/v1/", Optional.empty()),
                ChatRequest.of("gpt-4o-mini", "hi", 16));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void readsAnAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Answered(
                        "{\"spam\":true}",
                        new Details(
                                Optional.of("gpt-4o-mini-2024-07-18"),
                                Optional.of("req_1"),
                                Optional.of("stop"),
                                USAGE)));
    }

    @Test
    void readsARefusal(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Refused(
                        "I can't help with that.",
                        new Details(
                                Optional.of("gpt-4o-mini-2024-07-18"),
                                Optional.of("req_1"),
                                Optional.of("stop"),
                                USAGE)));
    }

    @Test
    void readsATruncatedAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Truncated(
                        "{\"sp",
                        new Details(
                                Optional.of("gpt-4o-mini-2024-07-18"),
                                Optional.of("req_1"),
                                Optional.of("length"),
                                USAGE)));
    }

    @Test
    void readsAFilteredAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Filtered(
                        "content_filter",
                        new Details(
                                Optional.of("gpt-4o-mini-2024-07-18"),
                                Optional.of("req_1"),
                                Optional.of("content_filter"),
                                USAGE)));
    }

    @Test
    void takesMissingUsageForUnknown(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Answered(
                        "hi",
                        new Details(
                                Optional.of("gpt-4o-mini-2024-07-18"),
                                Optional.of("chatcmpl-1"),
                                Optional.of("stop"),
                                Usage.unknown())));
    }

    @Test
    void acceptsNoOtherStop(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "the finish reason must be stop, got tool_calls",
                        new Details(
                                Optional.of("gpt-4o-mini-2024-07-18"),
                                Optional.of("req_1"),
                                Optional.of("tool_calls"),
                                USAGE)));
    }

    @Test
    void acceptsNoMessageWithoutContent(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "the message has no content",
                        new Details(
                                Optional.of("gpt-4o-mini-2024-07-18"),
                                Optional.of("req_1"),
                                Optional.of("stop"),
                                USAGE)));
    }

    @Test
    void acceptsNoReplyWithoutChoices(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "no choice with a finish reason",
                        new Details(Optional.of("m"), Optional.of("c"), Optional.empty(), Usage.unknown())));
    }

    @Test
    void acceptsNoPageInPlaceOfJson(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "the body is not a JSON object",
                        new Details(Optional.empty(), Optional.of("req_1"), Optional.empty(), Usage.unknown())));
    }

    @Test
    void acceptsNoContentEncoding(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "the body has a content encoding",
                        new Details(Optional.empty(), Optional.of("req_1"), Optional.empty(), Usage.unknown())));
    }

    @Test
    void recognizesARateLimit(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.CAPACITY,
                                429,
                                Optional.of("rate_limit_exceeded"),
                                "Rate limit reached",
                                Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void recognizesMissingCredit(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.NO_CREDIT,
                                429,
                                Optional.of("insufficient_quota"),
                                "You exceeded your current quota",
                                Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void recognizesADeadKey(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.DEAD_KEY,
                                401,
                                Optional.of("invalid_api_key"),
                                "Incorrect API key provided",
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
                                "Invalid value",
                                Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void recognizesAServerError(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.RETRYABLE,
                                500,
                                Optional.of("server_error"),
                                "The server had an error",
                                Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void recognizesAnOverloadWithoutJson(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(Kind.CAPACITY, 503, Optional.empty(), "status 503", Optional.empty()),
                        Optional.empty()));
    }
}
