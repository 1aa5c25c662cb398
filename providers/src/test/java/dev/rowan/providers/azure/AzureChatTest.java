package dev.rowan.providers.azure;

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

class AzureChatTest {
    private static final AzureChat CODEC = new AzureChat();
    private static final Usage USAGE = new Usage(
            Optional.of(20L),
            Optional.of(4L),
            Optional.of(CacheWrites.halfHour(1L)),
            Optional.of(9L),
            Optional.of(2L),
            Optional.empty());

    @Test
    void writesARequestForTheNewerInterface(TestInfo test) throws Exception {
        var request = CODEC.request(
                Fixture.endpoint("https://r.openai.azure.com", Optional.empty()), Fixture.fullRequest("dep 1"));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void writesARequestForADeployment(TestInfo test) throws Exception {
        var request = CODEC.request(
                Fixture.endpoint("https://r.openai.azure.com", Optional.of("2024-10-21")),
                ChatRequest.of("dep 1", "hi", 16));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void readsAnAnswerWithFilterResults(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Answered(
                        "hi",
                        new Details(
                                Optional.of("gpt-4o-mini-2024-07-18"),
                                Optional.of("req_1"),
                                Optional.of("stop"),
                                USAGE)));
    }

    @Test
    void readsAFilteredQuestion(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Filtered(
                        "content_filter",
                        new Details(
                                Optional.empty(),
                                Optional.of("req_1"),
                                Optional.of("content_filter"),
                                Usage.unknown())));
    }

    @Test
    void recognizesARateLimit(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.CAPACITY,
                                429,
                                Optional.of("429"),
                                "Requests have exceeded the call rate limit",
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
                                Optional.of("401"),
                                "Access denied due to invalid subscription key",
                                Optional.empty()),
                        Optional.empty()));
    }
}
