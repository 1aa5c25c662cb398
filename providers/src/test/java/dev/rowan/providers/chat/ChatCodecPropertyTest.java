package dev.rowan.providers.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.Headers;
import dev.rowan.api.call.Payload;
import dev.rowan.api.call.Timings;
import dev.rowan.api.call.WireReply;
import dev.rowan.providers.anthropic.AnthropicMessages;
import dev.rowan.providers.azure.AzureChat;
import dev.rowan.providers.gemini.GeminiChat;
import dev.rowan.providers.openai.ChatCompletions;
import dev.rowan.providers.openai.Responses;
import dev.rowan.providers.openrouter.OpenRouterChat;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/// No codec throws, whatever comes, and none makes an answer of rubbish.
class ChatCodecPropertyTest {
    private static final List<ChatCodec> CODECS = List.of(
            ChatCompletions.openAi(),
            new Responses(),
            new AzureChat(),
            new AnthropicMessages(),
            new GeminiChat(),
            new OpenRouterChat());

    /// Documents of the keys that the readers look at, with values of every type in every place.
    @Provide
    Arbitrary<String> documents() {
        Arbitrary<String> keys = Arbitraries.of(
                "choices",
                "message",
                "content",
                "error",
                "code",
                "usage",
                "candidates",
                "parts",
                "output",
                "status",
                "details",
                "promptFeedback",
                "type",
                "prompt_tokens",
                "input_tokens",
                "refusal");
        Arbitrary<String> leaves = Arbitraries.of(
                "null",
                "true",
                "0",
                "-1",
                "1e400",
                "99999999999999999999",
                "\"\"",
                "\"x\"",
                "[]",
                "{}",
                "[null]",
                "[[]]");
        return Arbitraries.lazyOf(
                () -> leaves,
                () -> keys.flatMap(key -> documents().map(inner -> "{\"" + key + "\":" + inner + "}")),
                () -> documents().map(inner -> "[" + inner + "]"));
    }

    @Property(tries = 1_000)
    void neverThrowsAndNeverMakesAnAnswerOfRubbish(
            @ForAll("documents") String body, @ForAll @IntRange(min = 200, max = 599) int status) {
        for (ChatCodec codec : CODECS) {
            assertThat(codec.reply(reply(status, Payload.utf8(body)))).isNotInstanceOf(ChatReply.Answered.class);
        }
    }

    @Property(tries = 300)
    void survivesAnyBytes(@ForAll byte[] body) {
        for (ChatCodec codec : CODECS) {
            assertThat(codec.reply(reply(200, Payload.of(body)))).isNotInstanceOf(ChatReply.Answered.class);
        }
    }

    private static WireReply.Complete reply(int status, Payload body) {
        return new WireReply.Complete(
                status,
                Headers.none(),
                body,
                Optional.empty(),
                new Timings(Optional.empty(), Optional.empty(), Duration.ZERO));
    }
}
