package dev.rowan.providers.openrouter;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.chat.Fixture;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.math.BigDecimal;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class OpenRouterChatTest {
    private static final OpenRouterChat CODEC = new OpenRouterChat();
    private static final Usage USAGE = new Usage(
            Optional.of(20L),
            Optional.of(4L),
            Optional.of(CacheWrites.halfHour(1L)),
            Optional.of(9L),
            Optional.of(2L),
            Optional.of(new BigDecimal("0.00015")));

    @Test
    void writesARequest(TestInfo test) throws Exception {
        var request = CODEC.request(
                Fixture.endpoint("https://openrouter.ai/api/v1", Optional.empty()),
                Fixture.fullRequest("openai/gpt-4o-mini"));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void readsAnAnswerWithItsCost(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Answered(
                        "hi",
                        new Details(
                                Optional.of("gpt-4o-mini-2024-07-18"),
                                Optional.of("gen-1"),
                                Optional.of("stop"),
                                USAGE)));
    }

    @Test
    void recognizesAnErrorWithinASuccess(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(Kind.CAPACITY, 200, Optional.of("429"), "upstream is busy", Optional.empty()),
                        Optional.of("gen-1")));
    }

    @Test
    void recognizesAnErrorInsteadOfASuccess(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.RETRYABLE, 200, Optional.of("502"), "provider returned error", Optional.empty()),
                        Optional.empty()));
    }

    @Test
    void recognizesMissingCredit(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.NO_CREDIT, 402, Optional.of("402"), "Insufficient credits", Optional.empty()),
                        Optional.empty()));
    }

    @Test
    void takesAFlaggedQuestionForNoDeadKey(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(Kind.INVALID, 403, Optional.of("403"), "Input was flagged", Optional.empty()),
                        Optional.empty()));
    }

    @Test
    void recognizesADeadKey(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(Kind.DEAD_KEY, 403, Optional.of("403"), "Key is disabled", Optional.empty()),
                        Optional.empty()));
    }

    @Test
    void survivesACodeOfAnySize(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(Kind.RETRYABLE, 200, Optional.of("200"), "x", Optional.empty()),
                        Optional.empty()));
    }
}
