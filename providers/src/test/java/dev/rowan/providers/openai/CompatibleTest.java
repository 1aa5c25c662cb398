package dev.rowan.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;

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

class CompatibleTest {
    private static final ChatCompletions CODEC = ChatCompletions.compatible();

    @Test
    void writesARequestForAnotherServer(TestInfo test) throws Exception {
        var request = CODEC.request(
                Fixture.endpoint("http://localhost:8000/v1", Optional.empty()), ChatRequest.of("llama", "hi", 16));
        assertThat(Fixture.written(request)).isEqualTo(Fixture.of(test).text());
    }

    @Test
    void readsContentInParts(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Answered(
                        "ab", new Details(Optional.empty(), Optional.empty(), Optional.of("stop"), Usage.unknown())));
    }

    @Test
    void recognizesAPlainTextError(TestInfo test) throws Exception {
        assertThat(CODEC.reply(Fixture.of(test).reply()))
                .isEqualTo(new ChatReply.Rejected(
                        new Rejection(Kind.INVALID, 422, Optional.empty(), "model not loaded", Optional.empty()),
                        Optional.empty()));
    }
}
