package dev.rowan.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.CacheWrites;
import dev.rowan.api.call.Usage;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatReply.Details;
import dev.rowan.providers.chat.Fixture;
import dev.rowan.providers.reply.Rejection;
import dev.rowan.providers.reply.Rejection.Kind;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

class ResponsesTest {
    private static final Responses CODEC = new Responses();
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
    void readsAnAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Answered(
                        "yes",
                        new Details(
                                Optional.of("gpt-4o-mini"), Optional.of("req_1"), Optional.of("completed"), USAGE)));
    }

    @Test
    void readsARefusal(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Refused(
                        "no",
                        new Details(
                                Optional.of("gpt-4o-mini"), Optional.of("req_1"), Optional.of("completed"), USAGE)));
    }

    @Test
    void readsATruncatedAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Truncated(
                        "ye",
                        new Details(
                                Optional.of("gpt-4o-mini"),
                                Optional.of("req_1"),
                                Optional.of("max_output_tokens"),
                                USAGE)));
    }

    @Test
    void readsAFilteredAnswer(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Filtered(
                        "content_filter",
                        new Details(
                                Optional.of("gpt-4o-mini"),
                                Optional.of("req_1"),
                                Optional.of("content_filter"),
                                USAGE)));
    }

    @Test
    void recognizesAFailure(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(
                                Kind.CAPACITY, 200, Optional.of("rate_limit_exceeded"), "slow down", Optional.empty()),
                        Optional.of("req_1")));
    }

    @Test
    void acceptsNoResponseThatIsStillQueued(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "the status is not completed",
                        new Details(Optional.of("gpt-4o-mini"), Optional.of("req_1"), Optional.of("queued"), USAGE)));
    }

    @Test
    void acceptsNoResponseWithoutText(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Malformed(
                        "no message with text",
                        new Details(
                                Optional.of("gpt-4o-mini"), Optional.of("req_1"), Optional.of("completed"), USAGE)));
    }
}
