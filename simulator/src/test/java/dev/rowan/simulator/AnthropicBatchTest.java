package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.simulator.BatchBench.Api;
import dev.rowan.simulator.TestBench.Got;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Message batches as Anthropic has them, over HTTP.
class AnthropicBatchTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static Map<String, @Nullable Object> item(String id, Call call) {
        return JsonObjects.object("custom_id", id, "params", call.body());
    }

    private static Map<String, @Nullable Object> order(int items) {
        return JsonObjects.object(
                "requests",
                IntStream.range(0, items)
                        .mapToObj(i -> item("r-" + i, Call.anthropic("Is it positive or negative? great " + i)))
                        .toList());
    }

    private static String create(BatchBench bench, Api api, Map<String, @Nullable Object> order) throws Exception {
        return String.valueOf(bench.post(api, "/batches", order).at("id"));
    }

    private static List<Fields> results(BatchBench bench, String id) throws Exception {
        return BatchBench.linesOf(bench.ask(Api.ANTHROPIC, "GET", "/batches/" + id + "/results"));
    }

    private static String type(Fields line) {
        return line.object("result").flatMap(result -> result.text("type")).orElse("");
    }

    @ParameterizedTest
    @EnumSource(names = {"ANTHROPIC", "ANTHROPIC_NEWER"})
    void reportsNothingUntilItHasEnded(Api api) throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("running", "10s"))) {
            Got fresh = bench.post(api, "/batches", order(10));
            String id = String.valueOf(fresh.at("id"));
            assertThat(fresh.json().all().keySet())
                    .containsExactly(
                            "id",
                            "type",
                            "processing_status",
                            "request_counts",
                            "ended_at",
                            "created_at",
                            "expires_at",
                            "archived_at",
                            "cancel_initiated_at",
                            "results_url");
            bench.pass(Duration.ofSeconds(9));
            Got running = bench.job(api, id);
            assertThat(running.at("processing_status")).isEqualTo("in_progress");
            assertThat(running.at("request_counts.processing")).isEqualTo(10L);
            assertThat(running.at("request_counts.succeeded")).isEqualTo(0L);
            assertThat(running.text()).doesNotContain("r-0");
            assertThat(bench.ask(api, "GET", "/batches/" + id + "/results").status())
                    .isEqualTo(404);
            bench.pass(SECOND);
            Got ended = bench.job(api, id);
            assertThat(ended.at("processing_status")).isEqualTo("ended");
            assertThat(ended.at("request_counts.succeeded")).isEqualTo(10L);
            assertThat(ended.at("results_url")).asString().endsWith("/v1/messages/batches/" + id + "/results");
            List<Fields> lines = results(bench, id);
            assertThat(lines).hasSize(10).allMatch(line -> type(line).equals("succeeded"));
            assertThat(lines.toString()).contains("service_tier=batch");
            assertThat(bench.control("GET", "bill").at("lines.0.batch")).isEqualTo(id);
        }
    }

    @Test
    void answersARowAsInRealTime() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            Call call = Call.anthropic("Is it positive or negative? great 0");
            String id = create(bench, Api.ANTHROPIC, order(1));
            bench.pass(SECOND);
            Object inBatch = results(bench, id)
                    .getFirst()
                    .object("result")
                    .flatMap(result -> result.object("message"))
                    .orElseThrow()
                    .get("content");
            assertThat(inBatch).isEqualTo(bench.bench.post(call).json().get("content"));
        }
    }

    @Test
    void whatIsWrongWithAnItemComesWithTheResults() throws Exception {
        Map<String, @Nullable Object> order = JsonObjects.object(
                "requests",
                List.of(
                        item("a", Call.anthropic("x")),
                        item("b", Call.anthropic("x").drop("max_tokens")),
                        item("c", Call.anthropic("x").set("temperature", 1))));
        try (BatchBench bench = BatchBench.open(Map.of("order", "input"))) {
            String older = create(bench, Api.ANTHROPIC, order);
            String newer = create(bench, Api.ANTHROPIC_NEWER, order);
            bench.pass(SECOND);
            assertThat(results(bench, older))
                    .extracting(AnthropicBatchTest::type)
                    .containsExactly("succeeded", "errored", "succeeded");
            assertThat(results(bench, newer))
                    .extracting(AnthropicBatchTest::type)
                    .containsExactly("succeeded", "errored", "errored");
            Fields error = results(bench, older)
                    .get(1)
                    .object("result")
                    .flatMap(result -> result.object("error"))
                    .flatMap(whole -> whole.object("error"))
                    .orElseThrow();
            assertThat(error.text("type")).contains("invalid_request_error");
            assertThat(bench.control("GET", "bill").at("calls")).isEqualTo(3L);
        }
    }

    @Test
    void cancelsAndExpiresItemByItem() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("running", "48h", "cancelling", "1m"))) {
            String expired = create(bench, Api.ANTHROPIC, order(10));
            bench.pass(Duration.ofHours(12));
            String canceled = create(bench, Api.ANTHROPIC, order(8));
            bench.pass(Duration.ofHours(12));
            assertThat(bench.job(Api.ANTHROPIC, expired).at("request_counts.expired"))
                    .isEqualTo(5L);
            assertThat(bench.ask(Api.ANTHROPIC, "POST", "/batches/" + canceled + "/cancel")
                            .at("processing_status"))
                    .isEqualTo("canceling");
            bench.pass(Duration.ofMinutes(1));
            assertThat(bench.job(Api.ANTHROPIC, canceled).at("request_counts.canceled"))
                    .isEqualTo(6L);
            assertThat(results(bench, expired).stream()
                            .filter(line -> type(line).equals("expired")))
                    .hasSize(5);
            assertThat(results(bench, canceled).stream()
                            .filter(line -> type(line).equals("canceled")))
                    .hasSize(6);
            assertThat(bench.ask(Api.ANTHROPIC, "POST", "/batches/" + canceled + "/cancel")
                            .status())
                    .isEqualTo(400);
        }
    }

    @Test
    void isListedDeletedAndArchived() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String one = create(bench, Api.ANTHROPIC, order(1));
            String two = create(bench, Api.ANTHROPIC, order(1));
            String three = create(bench, Api.ANTHROPIC, order(2));
            assertThat(bench.ask(Api.ANTHROPIC, "DELETE", "/batches/" + one).status())
                    .isEqualTo(400);
            Got page = bench.ask(Api.ANTHROPIC, "GET", "/batches?limit=2");
            assertThat(page.at("data.0.id")).isEqualTo(three);
            assertThat(page.at("has_more")).isEqualTo(true);
            Got rest = bench.ask(Api.ANTHROPIC, "GET", "/batches?limit=2&after_id=" + page.at("last_id"));
            assertThat(rest.at("data.0.id")).isEqualTo(one);
            assertThat(rest.at("has_more")).isEqualTo(false);
            assertThat(bench.ask(Api.ANTHROPIC, "GET", "/batches?before_id=" + two)
                            .at("data.0.id"))
                    .isEqualTo(three);
            bench.pass(SECOND);
            assertThat(bench.ask(Api.ANTHROPIC, "DELETE", "/batches/" + one).at("type"))
                    .isEqualTo("message_batch_deleted");
            assertThat(bench.job(Api.ANTHROPIC, one).status()).isEqualTo(404);
            bench.pass(Duration.ofDays(29));
            assertThat(bench.ask(Api.ANTHROPIC, "GET", "/batches/" + two + "/results")
                            .status())
                    .isEqualTo(404);
            assertThat(bench.job(Api.ANTHROPIC, two).at("archived_at")).isNotNull();
            assertThat(bench.control("GET", "bill").at("calls")).isEqualTo(4L);
        }
    }

    @Test
    void checksTheFrameAtOnce() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("max_requests", 2, "queued_requests", 3))) {
            assertThat(bench.post(Api.ANTHROPIC, "/batches", JsonObjects.object("requests", List.of()))
                            .status())
                    .isEqualTo(400);
            assertThat(bench.post(Api.ANTHROPIC, "/batches", order(3)).status()).isEqualTo(413);
            for (Map<String, @Nullable Object> bad : List.of(
                    item("not good", Call.anthropic("x")),
                    JsonObjects.object("custom_id", "a", "params", JsonObjects.object(), "note", 1),
                    JsonObjects.object("custom_id", "a"))) {
                Got got = bench.post(Api.ANTHROPIC, "/batches", JsonObjects.object("requests", List.of(bad)));
                assertThat(got.at("error.type")).isEqualTo("invalid_request_error");
            }
            Map<String, @Nullable Object> same = item("a", Call.anthropic("x"));
            assertThat(bench.post(Api.ANTHROPIC, "/batches", JsonObjects.object("requests", List.of(same, same)))
                            .text())
                    .contains("duplicate custom_id");
            assertThat(bench.post(Api.ANTHROPIC, "/batches", order(2)).status()).isEqualTo(200);
            assertThat(bench.post(Api.ANTHROPIC, "/batches", order(2)).at("error.type"))
                    .isEqualTo("rate_limit_error");
        }
    }

    @Test
    void lowCreditLooksLikeAnInvalidRequest() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("low_credit", 1))) {
            String id = create(bench, Api.ANTHROPIC, order(2));
            bench.pass(SECOND);
            String text = results(bench, id).getFirst().toString();
            assertThat(text).contains("invalid_request_error").contains("credit balance is too low");
        }
    }

    @Test
    void aBatchIsMadeThoughTheReplyIsLost() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            assertThatThrownBy(() -> bench.post(Api.ANTHROPIC, "/batches", order(3), "x-simulator-fault", "lost_reply"))
                    .isInstanceOf(IOException.class);
            assertThat(bench.ask(Api.ANTHROPIC, "GET", "/batches").at("data.0.request_counts.processing"))
                    .isEqualTo(3L);
        }
    }
}
