package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.simulator.BatchBench.Api;
import dev.rowan.simulator.TestBench.Got;
import dev.rowan.simulator.json.Fields;
import java.math.BigDecimal;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Files and batches as OpenAI and Azure OpenAI have them, over HTTP.
class OpenAiBatchTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @ParameterizedTest
    @EnumSource(names = {"OPENAI", "AZURE", "AZURE_OLDER"})
    void goesThroughItsStatesAndLeavesAnOutput(Api api) throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("validating", "2s", "running", "10s", "finalizing", "1s"))) {
            String id = bench.create(api, 10);
            Got fresh = bench.job(api, id);
            assertThat(fresh.at("status")).isEqualTo("validating");
            assertThat(fresh.at("output_file_id")).isNull();
            assertThat(fresh.at("metadata.run")).isEqualTo("r7");
            bench.pass(Duration.ofSeconds(6));
            Got running = bench.job(api, id);
            assertThat(running.at("status")).isEqualTo("in_progress");
            assertThat(running.at("request_counts.completed")).isEqualTo(4L);
            bench.pass(Duration.ofSeconds(6));
            assertThat(bench.job(api, id).at("status")).isEqualTo("finalizing");
            bench.pass(SECOND);
            Got done = bench.job(api, id);
            assertThat(done.at("status")).isEqualTo("completed");
            assertThat(done.at("request_counts.total")).isEqualTo(10L);
            assertThat(done.at("usage.total_tokens")).isInstanceOf(Long.class);

            List<Fields> lines = bench.results(api, id, "output_file_id");
            assertThat(lines)
                    .extracting(line -> line.text("custom_id").orElse(""))
                    .containsExactlyInAnyOrderElementsOf(
                            IntStream.range(0, 10).mapToObj(i -> "r-" + i).toList())
                    .isNotEqualTo(IntStream.range(0, 10).mapToObj(i -> "r-" + i).toList());
            assertThat(lines.getFirst().has("id")).isEqualTo(api == Api.OPENAI);
            assertThat(bench.ask(api, "GET", "/files/" + done.at("output_file_id"))
                            .at("purpose"))
                    .isEqualTo("batch_output");
        }
    }

    @Test
    void answersARowAsInRealTime() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String id =
                    bench.create(Api.OPENAI, BatchBench.row(1, "terrible") + "\n" + BatchBench.row(2, "a joy, great"));
            bench.pass(SECOND);
            for (Fields line : bench.results(Api.OPENAI, id, "output_file_id")) {
                String text = line.text("custom_id").orElse("").equals("r-1") ? "terrible" : "a joy, great";
                Fields body = line.object("response")
                        .flatMap(reply -> reply.object("body"))
                        .orElseThrow();
                Got live = bench.bench.post(BatchBench.chat(text));
                assertThat(body.objects("choices").getFirst().object("message"))
                        .isEqualTo(live.json().objects("choices").getFirst().object("message"));
                assertThat(body.object("usage")).isEqualTo(live.json().object("usage"));
            }
        }
    }

    @Test
    void billsWhatIsDoneAtHalfPriceInTheNameOfTheBatch() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("running", "10s"))) {
            Got live = bench.bench.post(BatchBench.chat("great 0"));
            assertThat(live.status()).isEqualTo(200);
            BigDecimal price =
                    new BigDecimal(String.valueOf(bench.control("GET", "bill").at("usd")));
            bench.bench.reset();
            String id = bench.create(Api.OPENAI, BatchBench.row(0, "great 0"));
            bench.pass(Duration.ofSeconds(5));
            assertThat(bench.control("GET", "bill").at("calls")).isEqualTo(0L);
            bench.pass(Duration.ofSeconds(5));
            Got bill = bench.control("GET", "bill");

            assertThat(new BigDecimal(String.valueOf(bill.at("usd"))))
                    .isEqualByComparingTo(price.divide(BigDecimal.TWO));
            assertThat(bill.at("lines.0.batch")).isEqualTo(id);
            assertThat(bill.at("lines.0.endpoint")).isEqualTo("openai_batch");
            assertThat(bench.control("GET", "bill").text()).isEqualTo(bill.text());
            assertThat(bench.bench.journal().getLast().text("about")).contains(id);
        }
    }

    @Test
    void whatRunsOutOfTimeKeepsWhatIsDone() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("running", "48h", "order", "input"))) {
            String id = bench.create(Api.OPENAI, 10);
            bench.pass(Duration.ofHours(24));
            Got job = bench.job(Api.OPENAI, id);
            assertThat(job.at("status")).isEqualTo("expired");
            assertThat(bench.results(Api.OPENAI, id, "output_file_id"))
                    .extracting(line -> line.text("custom_id").orElse(""))
                    .containsExactly("r-0", "r-1", "r-2", "r-3", "r-4");
            Fields first = bench.results(Api.OPENAI, id, "error_file_id").getFirst();
            assertThat(first.text("custom_id")).contains("r-5");
            assertThat(first.get("response")).isNull();
            assertThat(first.object("error").orElseThrow().text("code")).contains("batch_expired");
            assertThat(bench.control("GET", "bill").at("calls")).isEqualTo(5L);

            String onAzure = bench.create(Api.AZURE, 10);
            bench.pass(Duration.ofHours(25));
            assertThat(bench.job(Api.AZURE, onAzure).at("status")).isEqualTo("in_progress");
        }
    }

    @Test
    void whatIsCancelledKeepsWhatIsDone() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("running", "10s", "cancelling", "5m"))) {
            String id = bench.create(Api.OPENAI, 10);
            bench.pass(Duration.ofSeconds(3));
            assertThat(bench.ask(Api.OPENAI, "POST", "/batches/" + id + "/cancel")
                            .at("status"))
                    .isEqualTo("cancelling");
            bench.pass(Duration.ofMinutes(5));
            assertThat(bench.job(Api.OPENAI, id).at("status")).isEqualTo("cancelled");
            assertThat(bench.results(Api.OPENAI, id, "output_file_id")).hasSize(3);
            assertThat(bench.results(Api.OPENAI, id, "error_file_id")).hasSize(7);
            assertThat(bench.ask(Api.OPENAI, "POST", "/batches/" + id + "/cancel")
                            .status())
                    .isEqualTo(409);
        }
    }

    @Test
    void badRowsGoToTheErrorFile() throws Exception {
        String bad = BatchBench.row(7, "x").replace("\"messages\"", "\"massages\"");
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String id = bench.create(Api.OPENAI, BatchBench.row(1, "x") + "\n" + bad);
            bench.pass(SECOND);
            assertThat(bench.job(Api.OPENAI, id).at("request_counts.failed")).isEqualTo(1L);
            Fields line = bench.results(Api.OPENAI, id, "error_file_id").getFirst();
            assertThat(line.object("response").orElseThrow().get("status_code")).isEqualTo(400L);
        }
        try (BatchBench bench = BatchBench.open(Map.of("row_faults", Map.of("status:500", 1.0)))) {
            String id = bench.create(Api.OPENAI, 3);
            bench.pass(SECOND);
            assertThat(bench.job(Api.OPENAI, id).at("output_file_id")).isNull();
            assertThat(bench.results(Api.OPENAI, id, "error_file_id")).hasSize(3);
            assertThat(bench.control("GET", "bill").at("calls")).isEqualTo(0L);
        }
    }

    @Test
    void filesAreListedDeletedAndForgotten() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String one = bench.upload(Api.OPENAI, BatchBench.lines(1));
            bench.pass(SECOND);
            String two = bench.upload(Api.OPENAI, BatchBench.lines(1));
            assertThat(two).isNotEqualTo(one);
            assertThat(bench.ask(Api.OPENAI, "GET", "/files?purpose=batch&limit=1")
                            .at("data.0.id"))
                    .isEqualTo(two);
            assertThat(bench.ask(Api.OPENAI, "GET", "/files?order=asc").at("data.0.id"))
                    .isEqualTo(one);
            assertThat(bench.ask(Api.OPENAI, "GET", "/files/" + one + "/content")
                            .text())
                    .isEqualTo(BatchBench.lines(1));
            assertThat(bench.ask(Api.OPENAI, "DELETE", "/files/" + one).at("deleted"))
                    .isEqualTo(true);
            assertThat(bench.ask(Api.OPENAI, "GET", "/files/" + one).status()).isEqualTo(404);
            bench.pass(Duration.ofDays(30));
            assertThat(bench.ask(Api.OPENAI, "GET", "/files/" + two).status()).isEqualTo(404);
            assertThat(bench.form(Api.OPENAI, "x", Map.of("purpose", "batch", "expires_after[seconds]", "5"))
                            .status())
                    .isEqualTo(400);
            assertThat(bench.form(Api.AZURE, "x", Map.of("purpose", "batch", "expires_after.seconds", "1209600"))
                            .at("expires_at"))
                    .isInstanceOf(Long.class);
        }
    }

    @Test
    void aBadInputFailsAsAWhole() throws Exception {
        Map<String, String> inputs = Map.of(
                "",
                "empty_file",
                "{",
                "invalid_json_line",
                BatchBench.row(1, "x") + "\n" + BatchBench.row(1, "y"),
                "duplicate_custom_id",
                BatchBench.row(1, "x").replace("/v1/chat", "/v2/chat"),
                "url_mismatch",
                BatchBench.row(1, "x") + "\n" + BatchBench.row(2, "y").replace("gpt-4o-mini", "other"),
                "model_mismatch",
                BatchBench.lines(5),
                "too_many_tasks",
                BatchBench.row(1, "x").replace("custom_id", "costum_id"),
                "invalid_request");
        try (BatchBench bench = BatchBench.open(Map.of("max_requests", 4, "validating", "1m"))) {
            for (Map.Entry<String, String> input : inputs.entrySet()) {
                String id = bench.create(Api.OPENAI, input.getKey());
                assertThat(bench.job(Api.OPENAI, id).at("status")).isEqualTo("validating");
                bench.pass(Duration.ofMinutes(1));
                Got failed = bench.job(Api.OPENAI, id);
                assertThat(failed.at("status")).as(input.getValue()).isEqualTo("failed");
                assertThat(failed.at("errors.data.0.code")).isEqualTo(input.getValue());
            }
            String marked = bench.create(Api.AZURE, "\ufeff" + BatchBench.row(1, "x"));
            bench.pass(Duration.ofMinutes(1));
            assertThat(bench.job(Api.AZURE, marked).at("errors.data.0.code")).isEqualTo("model_not_found");
        }
    }

    @Test
    void refusesAWrongOrder() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            Map<String, Object> order = Map.copyOf(Map.of(
                    "input_file_id", "file-none", "endpoint", "/v1/chat/completions", "completion_window", "24h"));
            assertThat(bench.post(Api.OPENAI, "/batches", order).text()).contains("Cannot find file file-none");
            assertThat(bench.post(Api.OPENAI, "/batches", Map.of()).at("error.param"))
                    .isEqualTo("input_file_id");
            assertThat(bench.job(Api.OPENAI, "batch_none").status()).isEqualTo(404);
            assertThat(bench.ask(Api.OPENAI, "GET", "/batches?limit=0").status())
                    .isEqualTo(400);
        }
    }

    @Test
    void aTestHurriesJobsOnAndBreaksThem() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("running", "10h", "order", "reversed"))) {
            String one = bench.create(Api.OPENAI, 4);
            assertThat(bench.control("POST", "advance?by=PT5H").status()).isEqualTo(200);
            assertThat(bench.job(Api.OPENAI, one).at("request_counts.completed"))
                    .isEqualTo(2L);
            assertThat(bench.control("POST", "batches/" + one + "/complete").at("state"))
                    .isEqualTo("completed");
            assertThat(bench.results(Api.OPENAI, one, "output_file_id"))
                    .extracting(line -> line.text("custom_id").orElse(""))
                    .containsExactly("r-3", "r-2", "r-1", "r-0");
            String two = bench.create(Api.OPENAI, 4);
            bench.control("POST", "batches/" + two + "/expire");
            assertThat(bench.job(Api.OPENAI, two).at("status")).isEqualTo("expired");
            bench.control("POST", "batches/" + two + "/show?status=paused");
            assertThat(bench.job(Api.OPENAI, two).at("status")).isEqualTo("paused");
            bench.control("POST", "batches/" + two + "/vanish");
            assertThat(bench.job(Api.OPENAI, two).status()).isEqualTo(404);
            assertThat(bench.control("GET", "batches").text().lines()).hasSize(2);
            assertThat(bench.control("POST", "advance?by=soon").status()).isEqualTo(400);
        }
    }

    @Test
    void theSameSeedMakesTheSameJobsAndResults() throws Exception {
        assertThat(results()).isEqualTo(results());
    }

    private static String results() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("lines", Map.of("missing", 0.2, "duplicate", 0.2)))) {
            String id = bench.create(Api.OPENAI, 30);
            bench.pass(SECOND);
            return id + bench.results(Api.OPENAI, id, "output_file_id");
        }
    }

    @Test
    void listsWhatIsBilledForEachRow() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("running", "48h", "lines", Map.of("missing", 1)))) {
            String id = bench.create(Api.OPENAI, 4);
            bench.pass(Duration.ofHours(24));
            List<Fields> rows = BatchBench.linesOf(bench.control("GET", "batches/" + id + "/rows"));
            assertThat(rows)
                    .extracting(row -> row.text("row").orElse(""))
                    .containsExactlyInAnyOrder("r-0", "r-1", "r-2", "r-3");
            assertThat(rows).filteredOn(row -> row.flag("billed")).hasSize(2);
            assertThat(bench.control("GET", "bill").at("calls")).isEqualTo(2L);
        }
    }

    @Test
    void aDeletedOutputIsGone() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String id = bench.create(Api.OPENAI, 1);
            bench.pass(SECOND);
            String path = "/files/" + bench.job(Api.OPENAI, id).at("output_file_id");
            assertThat(bench.ask(Api.OPENAI, "DELETE", path).status()).isEqualTo(200);
            assertThat(bench.ask(Api.OPENAI, "GET", path + "/content").status()).isEqualTo(404);
        }
    }

    @Test
    void othersSeeNothingOfIt() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String id = bench.create(Api.OPENAI, 1);
            Got got = bench.bench.send(
                    HttpRequest.newBuilder(bench.bench.address().resolve("/v1/batches/" + id))
                            .header("authorization", "Bearer other")
                            .build());
            assertThat(got.status()).isEqualTo(404);
        }
    }
}
