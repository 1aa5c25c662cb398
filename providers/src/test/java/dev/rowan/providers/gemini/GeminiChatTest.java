package dev.rowan.providers.gemini;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Usage;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.chat.Fixture;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class GeminiChatTest {
    private static final GeminiChat CODEC = new GeminiChat();
    private static final Usage USAGE = new Usage(
            Optional.of(4L), Optional.of(1L), Optional.empty(), Optional.of(5L), Optional.of(3L), Optional.empty());

    @Test
    void writesARequest(TestInfo test) throws Exception {
        var request = CODEC.request(
                Fixture.endpoint("https://generativelanguage.googleapis.com", Optional.empty()),
                Fixture.fullRequest("gemini-x"));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void readsAnAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Answered(
                        "yes",
                        new Details(Optional.of("gemini-x"), Optional.of("resp_1"), Optional.of("STOP"), USAGE)));
    }

    @Test
    void readsATruncatedAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Truncated(
                        "ye",
                        new Details(Optional.of("gemini-x"), Optional.of("resp_1"), Optional.of("MAX_TOKENS"), USAGE)));
    }

    @Test
    void readsAFilteredAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Filtered(
                        "SAFETY",
                        new Details(Optional.of("gemini-x"), Optional.of("resp_1"), Optional.of("SAFETY"), USAGE)));
    }

    @Test
    void readsABlockedQuestion(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Filtered(
                        "PROHIBITED_CONTENT",
                        new Details(
                                Optional.of("gemini-x"),
                                Optional.of("resp_1"),
                                Optional.of("PROHIBITED_CONTENT"),
                                USAGE)));
    }

    @Test
    void acceptsNoOtherFinish(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "the finish reason must be STOP, got MALFORMED_FUNCTION_CALL",
                        new Details(
                                Optional.of("gemini-x"),
                                Optional.of("resp_1"),
                                Optional.of("MALFORMED_FUNCTION_CALL"),
                                USAGE)));
    }

    @Test
    void acceptsNoReplyWithoutCandidates(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "no candidate with a finish reason",
                        new Details(Optional.of("gemini-x"), Optional.of("resp_1"), Optional.empty(), USAGE)));
    }

    @Test
    void tellsWhenToComeBack(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.CAPACITY, 429, Optional.of("RESOURCE_EXHAUSTED"), "quota", Optional.of("31s")),
                        Optional.empty()));
    }

    @Test
    void recognizesADeadKey(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.DEAD_KEY,
                                400,
                                Optional.of("INVALID_ARGUMENT"),
                                "API key not valid",
                                Optional.empty()),
                        Optional.empty()));
    }

    @Test
    void recognizesAnOverload(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(Kind.CAPACITY, 503, Optional.of("UNAVAILABLE"), "overloaded", Optional.empty()),
                        Optional.empty()));
    }

    @Test
    void recognizesAnInvalidRequest(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.INVALID, 400, Optional.of("INVALID_ARGUMENT"), "bad schema", Optional.empty()),
                        Optional.empty()));
    }

    @Test
    void recognizesAServerError(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(Kind.RETRYABLE, 500, Optional.of("INTERNAL"), "oops", Optional.empty()),
                        Optional.empty()));
    }
}
