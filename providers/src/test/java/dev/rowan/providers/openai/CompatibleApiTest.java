package dev.rowan.providers.openai;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.call.WireReply;
import dev.rowan.providers.chat.ChatReply;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.GenerationParameters;
import dev.rowan.providers.service.BatchSimulator;
import dev.rowan.testkit.FakeCalls;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Entries of the table, old and new.
class CompatibleApiTest {
    @TempDir
    private Path folder;

    private static CompatibleApi named(String name) {
        return CompatibleApi.all().stream()
                .filter(api -> api.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    /// A provider that was added as an entry, and nothing else.
    @Test
    void aNewEntryIsAWorkingProvider() throws Exception {
        CompatibleApi added =
                CompatibleApi.parse("""
                        {"providers": {"acme": {"base_url": "https://api.acme.example/v1", "keys": ["ACME_API_KEY"]}}}
                        """.getBytes(StandardCharsets.UTF_8)).getFirst();
        assertThat(added.base()).isEqualTo(URI.create("https://api.acme.example/v1"));
        assertThat(added.keyVariables()).containsExactly("ACME_API_KEY");
        assertThat(added.batch()).isEmpty();
        ChatCompletions codec = ChatCompletions.of(added);
        try (var simulator = BatchSimulator.open(folder, Map.of())) {
            var endpoint = simulator.endpoint(Optional.empty(), "/compatible/acme/v1");
            WireReply reply = simulator.wire().exchange(codec.request(endpoint, ChatRequest.of("m", "hi", 16)));

            assertThat(codec.reply((WireReply.Complete) reply))
                    .isInstanceOfSatisfying(
                            ChatReply.Answered.class,
                            answer -> assertThat(answer.text()).isEqualTo("Echo: hi"));
        }
    }

    private static Map<String, @Nullable Object> body(String name) {
        var parameters = new GenerationParameters(
                Optional.empty(),
                Optional.empty(),
                Optional.of(7L),
                List.of(),
                Optional.empty(),
                GenerationParameters.NONE.extraBody());
        return ChatCompletions.of(named(name))
                .body(new ChatRequest(
                        "m",
                        Optional.of("Be brief."),
                        List.of("hi"),
                        16,
                        parameters,
                        Optional.of(new ChatRequest.AnswerSchema("answer", Map.of("type", "object")))));
    }

    @Test
    void writesTheKeysThatTheProviderKnows() {
        assertThat(body("mistral")).containsKeys("random_seed", "max_tokens").doesNotContainKey("seed");
        assertThat(body("groq")).containsKeys("seed", "max_completion_tokens").doesNotContainKey("max_tokens");
        assertThat(body("deepseek")).containsEntry("response_format", Map.of("type", "json_object"));
        assertThat(String.valueOf(body("deepseek").get("messages")))
                .contains("Be brief.\n\nAnswer with one JSON object that is valid for this JSON Schema:\n{\"type\":");
        assertThat(String.valueOf(body("groq").get("messages"))).doesNotContain("JSON Schema");
    }

    private static ChatReply read(String name, int status, String body) {
        return ChatCompletions.of(named(name)).reply(FakeCalls.json(status, body));
    }

    @Test
    void readsOtherFinishReasons() {
        String reply = """
                {"choices":[{"message":{"content":"yes"},"finish_reason":"%s"}],"usage":{"prompt_tokens":1,"completion_tokens":1}}
                """;
        assertThat(read("together", 200, reply.formatted("eos"))).isInstanceOf(ChatReply.Answered.class);
        assertThat(read("groq", 200, reply.formatted("eos"))).isInstanceOf(ChatReply.Malformed.class);
        assertThat(read("mistral", 200, reply.formatted("model_length"))).isInstanceOf(ChatReply.Truncated.class);
        assertThat(read("deepseek", 200, reply.formatted("insufficient_system_resource")))
                .isInstanceOfSatisfying(
                        ChatReply.Rejected.class,
                        rejected ->
                                assertThat(rejected.rejection().kind().name()).isEqualTo("CAPACITY"));
    }

    @Test
    void readsTheMessageOfEveryFormOfError() {
        for (String body : List.of(
                "{\"error\":{\"message\":\"wrong\"}}",
                "{\"object\":\"error\",\"message\":\"wrong\",\"type\":\"invalid\",\"code\":\"1500\"}",
                "{\"code\":\"invalid\",\"error\":\"wrong\"}",
                "{\"detail\":\"wrong\"}",
                "{\"detail\":[{\"loc\":[\"body\"],\"msg\":\"wrong\"}]}")) {
            assertThat(read("mistral", 422, body))
                    .as(body)
                    .isInstanceOfSatisfying(
                            ChatReply.Rejected.class,
                            rejected ->
                                    assertThat(rejected.rejection().message()).isEqualTo("wrong"));
        }
    }
}
