package dev.rowan.providers.anthropic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rowan.api.batch.BatchLimits;
import dev.rowan.api.batch.ItemResult;
import dev.rowan.api.batch.ItemResult.NotExecuted;
import dev.rowan.api.batch.ItemResult.NotExecutedCause;
import dev.rowan.api.batch.ItemResult.Replied;
import dev.rowan.api.call.Payload;
import dev.rowan.api.secret.Secret;
import dev.rowan.providers.chat.ChatEndpoint;
import dev.rowan.providers.chat.ChatRequest;
import dev.rowan.providers.chat.ExtraHeaders;
import dev.rowan.providers.service.BatchSimulator;
import java.math.BigDecimal;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Items of message batches before they are sent, and lines of results.
class BatchLinesTest {
    private static final String MESSAGES = "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]";
    private static final String GOOD = "{\"model\":\"claude\",\"max_tokens\":5," + MESSAGES;

    private static AnthropicBatches service(String version) {
        var endpoint = new ChatEndpoint(
                URI.create("https://api.anthropic.com"),
                Secret.of("test", "sk-0123456789"),
                Optional.of(version),
                Duration.ofSeconds(1),
                ExtraHeaders.NONE);
        return new AnthropicBatches(endpoint, "claude", BatchSimulator::receipt);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void declaresItsLimits() {
        BatchLimits terms = service("2023-06-01").limits();
        assertThat(terms.provider()).isEqualTo("anthropic");
        assertThat(terms.maxRequests()).isEqualTo(100_000);
        assertThat(terms.maxBytes()).isBetween(255_000_000L, 256_000_000L);
        assertThat(terms.share()).isEqualByComparingTo(new BigDecimal("0.5"));
        assertThat(terms.timeout()).isEqualTo(Duration.ofHours(26));
        assertThat(terms.tagged()).isFalse();
    }

    @Test
    void putsTheBodyIntoItsLineAsItIs() {
        byte[] line = service("2023-06-01").line("s1-0", utf8("{\"model\": \"ä\"}"));
        assertThat(line).isEqualTo(utf8("{\"custom_id\":\"s1-0\",\"params\":{\"model\": \"ä\"}}\n"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> service("2023-06-01").line("a\"b", utf8("{}")));
    }

    @Test
    void takesWhatTheCodecMakes() {
        var endpoint = new ChatEndpoint(
                URI.create("https://api.anthropic.com"),
                Secret.of("test", "sk-0123456789"),
                Optional.empty(),
                Duration.ofSeconds(1),
                ExtraHeaders.NONE);
        Payload body = new AnthropicMessages()
                .request(endpoint, ChatRequest.of("claude", "hello\nworld", 5))
                .body();
        assertThat(service("2023-06-01").refusal(body.bytes())).isEmpty();
        assertThat(service("2026-10-21").refusal(body.bytes())).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "no JSON|a JSON object",
                "[]|a JSON object",
                "{|a JSON object",
                "{\"max_tokens\":5,\"messages\":[1]}|'model' must be 'claude', got none",
                "{\"model\":\"other\",\"max_tokens\":5,\"messages\":[1]}|got 'other'",
                "{\"model\":\"claude\",\"messages\":[1]}|'max_tokens' must be",
                "{\"model\":\"claude\",\"max_tokens\":0,\"messages\":[1]}|'max_tokens' must be",
                "{\"model\":\"claude\",\"max_tokens\":5,\"messages\":[]}|'messages' must not be empty",
            })
    void refusesWhatTheServiceWouldRefuseTooLate(String body, String why) {
        assertThat(service("2023-06-01").refusal(utf8(body)).orElseThrow()).contains(why);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"stream\":true", "\"speed\":\"fast\""})
    void refusesParametersThatBatchesDoNotTake(String parameter) {
        assertThat(service("2023-06-01").refusal(utf8(GOOD + "," + parameter + "}")))
                .isPresent();
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"temperature\":1", "\"top_p\":0.5", "\"top_k\":3"})
    void refusesSamplingInTheNewerVersionAlone(String parameter) {
        byte[] body = utf8(GOOD + "," + parameter + "}");
        assertThat(service("2023-06-01").refusal(body)).isEmpty();
        assertThat(service("2026-10-21").refusal(body).orElseThrow()).contains("anthropic-version 2026-10-21");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"role\":\"assistant\",\"content\":[{\"type\":\"document\"}]}",
                "{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"x\",\"citations\":[]}]}"
            })
    void refusesBlocksThatTheNewerVersionDoesNotTake(String message) {
        byte[] body = utf8("{\"model\":\"claude\",\"max_tokens\":5,\"messages\":[" + message + "]}");
        assertThat(service("2023-06-01").refusal(body)).isEmpty();
        assertThat(service("2026-10-21").refusal(body)).isPresent();
    }

    @Test
    void refusesABodyOfSeveralLines() {
        assertThat(service("2023-06-01").refusal(utf8(GOOD + "\n}")).orElseThrow())
                .contains("one line");
    }

    private static ItemResult read(String line) {
        return service("2023-06-01").result(utf8(line)).orElseThrow();
    }

    @Test
    void keepsTheMessageUnchanged() {
        String message = "{\"id\" : \"msg_1\", \"n\":1.50e3,\"text\":\"ä\\u00e4\\n\\\"}]\"}";
        var replied = (Replied) read("{\"new\":[1,{\"custom_id\":\"x\"}],\"result\": {\"message\":" + message
                + ",\"more\":{},\"type\":\"succeeded\"},\"custom_id\":\"s1-7\"}");
        assertThat(replied.customId()).isEqualTo("s1-7");
        assertThat(replied.reply().status()).isEqualTo(200);
        assertThat(replied.reply().body().asText()).isEqualTo(message);
    }

    @Test
    void readsWhatWasNeverCarriedOut() {
        assertThat(((NotExecuted) read("{\"custom_id\":\"a\",\"result\":{\"type\":\"expired\"}}")).cause())
                .isEqualTo(NotExecutedCause.EXPIRED);
        assertThat(((NotExecuted) read("{\"custom_id\":\"a\",\"result\":{\"type\":\"canceled\"}}")).cause())
                .isEqualTo(NotExecutedCause.CANCELLED);
    }

    @Test
    void wrapsAnErrorThatStandsAlone() {
        var replied = (Replied) read("{\"custom_id\":\"a\",\"result\":{\"type\":\"errored\","
                + "\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow\"}}}");
        assertThat(replied.reply().status()).isEqualTo(429);
        assertThat(replied.statusReceived()).as("the line states none").isFalse();
        assertThat(replied.reply().body().asText())
                .isEqualTo("{\"type\":\"error\",\"error\":{\"type\":\"rate_limit_error\",\"message\":\"slow\"}}");
    }

    @Test
    void takesAnErrorThatItDoesNotKnowForOneOfTheMoment() {
        var replied = (Replied)
                read(
                        "{\"custom_id\":\"a\",\"result\":{\"type\":\"errored\",\"error\":{\"error\":{\"type\":\"new_error\"}}}}");
        assertThat(replied.reply().status()).isEqualTo(500);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{\"custom_id\":\"a\"}",
                "{\"custom_id\":7,\"result\":{\"type\":\"expired\"}}",
                "{\"result\":{\"type\":\"expired\"}}",
                "{\"custom_id\":\"a\",\"result\":{\"type\":\"new\"}}",
                "{\"custom_id\":\"a\",\"result\":{\"type\":\"succeeded\"}}",
                "{\"custom_id\":\"a\",\"result\":{\"type\":\"succeeded\",\"message\":null}}",
                "{\"custom_id\":\"a\",\"result\":{\"type\":\"errored\"}}",
                "{\"custom_id\":\"a\",\"result\":{\"type\":\"expired\"}} more"
            })
    void isEmptyForAnIncompleteLine(String line) {
        assertThat(service("2023-06-01").result(utf8(line))).isEmpty();
    }
}
