package dev.rowan.simulator;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.TestBench.Got;
import dev.rowan.simulator.fault.FaultText;
import java.io.IOException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Faults that a client of HTTP sees: statuses, strange bodies, strange endings.
class FaultTest {
    private TestBench bench;

    @BeforeEach
    void open() throws IOException {
        bench = TestBench.open(Map.of());
    }

    @AfterEach
    void close() throws IOException {
        bench.close();
    }

    @Test
    void everyEndpointFailsWithTheStatusAskedForAndBillsNothing() throws Exception {
        for (Call call : Call.toAll("hello")) {
            for (int status : List.of(408, 429, 500, 502, 503, 504, 524, 529)) {
                Got got = bench.post(call, "status:" + status);

                assertThat(got.status()).isEqualTo(status);
                assertThat(got.at("error")).isNotNull();
                assertThat(got.header("retry-after")).isEmpty();
            }
        }
        assertThat(bench.get("/_simulator/bill").at("calls")).isEqualTo(0L);
    }

    @Test
    void repeatsTheKeyInAnswersErrorsAndHeaders() throws Exception {
        for (Call call : Call.toAll("hello")) {
            Got error = bench.post(call, "echo_key:400");
            String key = error.header("x-simulator-key").orElseThrow();
            assertThat(error.status()).isEqualTo(400);
            assertThat(error.text()).contains(key, HexFormat.of().formatHex(key.getBytes(UTF_8)));
            assertThat(bench.post(call, "echo_key:200").header("x-simulator-key"))
                    .contains(key);
        }
        Got answer = bench.post(Call.openAi("hello"), "echo_key:200");
        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.text()).contains(answer.header("x-simulator-key").orElseThrow());
    }

    @Test
    void sendsRetryAfterInEveryForm() throws Exception {
        assertThat(retryAfter("seconds")).isEqualTo("2");
        assertThat(retryAfter("date")).isEqualTo("Thu, 01 Jan 2026 00:00:02 GMT");
        assertThat(retryAfter("past")).isEqualTo("Wed, 31 Dec 2025 00:00:00 GMT");
        assertThat(retryAfter("fraction")).isEqualTo("0.5");
        assertThat(retryAfter("negative")).isEqualTo("-5");
        assertThat(retryAfter("garbage")).isEqualTo("soon");
        assertThat(retryAfter("empty")).isEmpty();
        assertThat(retryAfter("huge")).isEqualTo("1000000000");
        assertThat(bench.post(Call.openAi("x"), "status:503:millis").header("retry-after-ms"))
                .contains("1500");
    }

    private String retryAfter(String form) throws Exception {
        return bench.post(Call.openAi("x"), "status:429:" + form)
                .header("retry-after")
                .orElseThrow();
    }

    @Test
    void billsWorkThatIsDoneThoughTheReplySaysItFailed() throws Exception {
        for (Call call : Call.toAll("hello")) {
            bench.reset();

            assertThat(bench.post(call, "failed_reply:504").status()).isEqualTo(504);
            assertThat(bench.get("/_simulator/bill").at("calls")).isEqualTo(1L);
        }
    }

    @Test
    void countsFollowedRedirects() throws Exception {
        Got got = bench.post(Call.openAi("x"), "status:307");
        assertThat(got.status()).isEqualTo(307);

        bench.get(got.header("location").orElseThrow());
        assertThat(bench.get("/_simulator/stats").at("endpoints.unknown.requests"))
                .isEqualTo(1L);
    }

    @Test
    void modelsEndTheirAnswersAsAskedFor() throws Exception {
        ends("ending:length", "length", "max_tokens", "MAX_TOKENS");
        ends("ending:content_filter", "content_filter", "refusal", "SAFETY");
        ends("ending:refusal", "stop", "refusal", "PROHIBITED_CONTENT");

        assertThat(bench.post(Call.openAi("x"), "ending:refusal").at("choices.0.message.refusal"))
                .isEqualTo("I'm sorry, but I can't help with that.");
        assertThat(bench.post(Call.responses("x"), "ending:refusal").at("output.0.content.0.type"))
                .isEqualTo("refusal");
        assertThat(bench.post(Call.responses("x"), "ending:length").at("status"))
                .isEqualTo("incomplete");
        assertThat(bench.post(Call.anthropic("x"), "ending:pause").at("stop_reason"))
                .isEqualTo("pause_turn");
        assertThat(bench.post(Call.openRouter("x"), "ending:pause").at("choices.0.error.code"))
                .isEqualTo(502L);
    }

    private void ends(String fault, String openAi, String anthropic, String gemini) throws Exception {
        assertThat(bench.post(Call.openAi("x"), fault).at("choices.0.finish_reason"))
                .isEqualTo(openAi);
        assertThat(bench.post(Call.anthropic("x"), fault).at("stop_reason")).isEqualTo(anthropic);
        assertThat(bench.post(Call.gemini("x"), fault).at("candidates.0.finishReason"))
                .isEqualTo(gemini);
    }

    @Test
    void promptsAreBlockedAsEachProviderBlocksThem() throws Exception {
        Got azure = bench.post(Call.azure("x"), "ending:prompt_blocked");
        assertThat(azure.status()).isEqualTo(400);
        assertThat(azure.at("error.code")).isEqualTo("content_filter");
        assertThat(azure.at("error.innererror.content_filter_result.violence.filtered"))
                .isEqualTo(true);

        Got gemini = bench.post(Call.gemini("x"), "ending:prompt_blocked");
        assertThat(gemini.status()).isEqualTo(200);
        assertThat(gemini.at("promptFeedback.blockReason")).isEqualTo("PROHIBITED_CONTENT");
        assertThat(gemini.json().has("candidates")).isFalse();
    }

    @Test
    void usageCanBeMissing() throws Exception {
        for (Call call : Call.toModels("hello")) {
            Got got = bench.post(call, "no_usage");

            assertThat(got.status()).isEqualTo(200);
            assertThat(got.json().has("usage")).isFalse();
            assertThat(got.json().has("usageMetadata")).isFalse();
        }
    }

    @Test
    void bodiesCanBeStrange() throws Exception {
        for (Call call : Call.toAll("hello")) {
            Got html = bench.post(call, "body:html");
            assertThat(html.header("content-type")).contains("text/html");
            assertThat(html.text()).startsWith("<html>");
            assertThat(bench.post(call, "body:empty").response().body()).isEmpty();
            for (String junk : List.of("invalid_utf8", "deep_json", "duplicate_keys", "nan")) {
                byte[] body = bench.post(call, "body:" + junk).response().body();
                assertThatThrownBy(() -> RowJson.readValue(body)).as(junk).isInstanceOf(JsonException.class);
            }
            assertThat(bench.post(call, "body:wrong_type").text()).startsWith("[{");
        }
        assertThat(bench.post(Call.openAi("x"), "body:deep_json").response().body())
                .hasSize(200_000);
    }

    @Test
    void hugeBodiesAreAsLongAsAskedFor() throws Exception {
        Got got = bench.post(Call.openAi("x"), "huge:" + (3 << 20));

        assertThat(got.response().body()).hasSize(3 << 20);
        assertThat(got.json().text("id").orElseThrow()).hasSize((3 << 20) - 9);
    }

    @Test
    void anUnknownFaultIsRefusedWithTheKnownOnes() throws Exception {
        Got got = bench.post(Call.openAi("x"), "earthquake");

        assertThat(got.status()).isEqualTo(400);
        assertThat(got.text()).contains("lost_reply").contains("status:CODE");
        assertThat(FaultText.parse("status:200")).isEmpty();
        assertThat(FaultText.parse("huge:9999999999")).isEmpty();
        assertThat(FaultText.parse("safety_analyze:nothing")).isEmpty();
    }

    @Test
    void theJournalNamesTheFault() throws Exception {
        bench.post(Call.openAi("x"), "status:503:date");
        bench.post(Call.openAi("x"));

        assertThat(bench.journal())
                .extracting(line -> line.text("fault").orElseThrow())
                .containsExactly("status:503:date", "none");
    }
}
