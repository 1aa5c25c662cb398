package dev.rowan.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.batch.BatchService;
import dev.rowan.api.batch.CustomId;
import dev.rowan.api.call.Receipt;
import dev.rowan.api.call.Usage;
import dev.rowan.api.secret.Secret;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.providers.azure.AzureBatches;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.reply.JsonTree;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The envelope of a request, and what is found wrong before it is sent.
class RequestLineTest {
    private static final ChatEndpoint NEWER = endpoint(Optional.empty());
    private static final BatchService CHAT =
            new OpenAiBatches(NEWER, "gpt-4o", _ -> none(), BatchDialect.chat(BatchDialect.openAiTerms()));
    private static final BatchService RESPONSES =
            new OpenAiBatches(NEWER, "gpt-4o", _ -> none(), BatchDialect.responses(BatchDialect.openAiTerms()));
    private static final BatchService OLDER =
            AzureBatches.of(endpoint(Optional.of("2024-10-21")), "my \"own\"", _ -> none());

    private static ChatEndpoint endpoint(Optional<String> version) {
        return new ChatEndpoint(
                URI.create("https://example.invalid/v1"),
                Secret.of("k", "key-of-a-test"),
                version,
                Duration.ofSeconds(1),
                ExtraHeaders.NONE);
    }

    private static Receipt none() {
        return Receipt.answered(Usage.unknown(), Optional.empty(), Optional.empty());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String line(BatchService service, String id, String body) {
        return new String(service.line(id, bytes(body)), StandardCharsets.UTF_8);
    }

    @Test
    void putsTheBodyIntoTheLineAsItIs() {
        assertThat(line(CHAT, "s-0", "{\"model\":\"gpt-4o\", \"messages\":[\"ü\"]}"))
                .isEqualTo("{\"custom_id\":\"s-0\",\"method\":\"POST\",\"url\":\"/v1/chat/completions\","
                        + "\"body\":{\"model\":\"gpt-4o\", \"messages\":[\"ü\"]}}\n");
        assertThat(line(RESPONSES, "s-0", "{}")).contains("\"url\":\"/v1/responses\"");
    }

    @Test
    void addsTheDeploymentWhereTheBodyDoesNotNameIt() throws JsonException {
        String line = line(OLDER, "s-0", "{\"messages\":[]}");

        assertThat(line).contains("\"url\":\"/chat/completions\"").endsWith(",\"messages\":[]}}\n");
        assertThat(new JsonTree(RowJson.readValue(bytes(line)))
                        .at("body")
                        .at("model")
                        .text())
                .contains("my \"own\"");
        assertThat(line(OLDER, "s-0", "{\"messages\":[],\"model\":\"x\"}")).containsOnlyOnce("\"model\"");
    }

    @Test
    void takesEveryIdThatASubmissionGives() {
        String longest = new CustomId("a".repeat(54), 999_999_999).text();

        assertThat(longest).hasSize(64);
        assertThat(line(CHAT, longest, "{}")).contains("\"custom_id\":\"" + longest + "\"");
        assertThat(line(CHAT, "Az09_-", "{}")).contains("Az09_-");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "a b", "a\"b", "a.b", "ä", "a\n", "a/b", "a:b"})
    void refusesAnIdThatSomeProviderWouldNotTake(String id) {
        assertThatThrownBy(() -> CHAT.line(id, bytes("{}"))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> CHAT.line("a".repeat(65), bytes("{}"))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "[] | must be a JSON object",
                "{\"model\" | must be a JSON object",
                "{\"model\":\"gpt-4o\",\"messages\":[1],\"stream\":true} | 'stream' must not be true",
                "{\"model\":\"gpt-4\",\"messages\":[1]} | must be for the model 'gpt-4o', got 'gpt-4'",
                "{\"messages\":[1]} | must be for the model 'gpt-4o', got none",
                "{\"model\":7,\"messages\":[1]} | must be for the model 'gpt-4o', got none",
                "{\"model\":\"gpt-4o\"} | 'messages' must not be empty",
                "{\"model\":\"gpt-4o\",\"messages\":[]} | 'messages' must not be empty",
                "{\"model\":\"gpt-4o\",\"messages\":null} | 'messages' must not be empty"
            })
    void namesWhatIsWrongWithABody(String body, String words) {
        assertThat(CHAT.refusal(bytes(body)))
                .hasValueSatisfying(why -> assertThat(why).contains(words));
    }

    @Test
    void refusesABodyThatIsMoreThanALine() {
        assertThat(CHAT.refusal(bytes("{\"model\":\"gpt-4o\",\n\"messages\":[1]}")))
                .isPresent();
        assertThat(CHAT.refusal(bytes("\uFEFF{\"model\":\"gpt-4o\",\"messages\":[1]}")))
                .isPresent();
    }

    @Test
    void takesWhatTheCodecsSend() {
        var request = ChatRequest.of("gpt-4o", "two\r\nlines", 5);

        assertThat(CHAT.refusal(
                        ChatCompletions.openAi().request(NEWER, request).body().bytes()))
                .isEmpty();
        assertThat(RESPONSES.refusal(
                        new Responses().request(NEWER, request).body().bytes()))
                .isEmpty();
        assertThat(OLDER.refusal(bytes("{\"messages\":[1],\"stream\":false}"))).isEmpty();
        assertThat(RESPONSES.refusal(bytes("{\"model\":\"gpt-4o\",\"input\":\"text\"}")))
                .isEmpty();
    }
}
