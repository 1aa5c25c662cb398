package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.simulator.BatchBench.Api;
import dev.rowan.simulator.TestBench.Got;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// What is odd about batches of OpenAI and Azure OpenAI, and what goes wrong with them, over HTTP.
@Tag("slow")
class OpenAiBatchQuirkTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void azureHasAnErrorFileOfNoBytes() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String azure = bench.create(Api.AZURE, 2);
            String openAi = bench.create(Api.OPENAI, 2);
            bench.pass(SECOND);
            Got file = bench.ask(
                    Api.AZURE, "GET", "/files/" + bench.job(Api.AZURE, azure).at("error_file_id"));
            assertThat(file.at("bytes")).isEqualTo(0L);
            assertThat(bench.results(Api.AZURE, azure, "error_file_id")).isEmpty();
            assertThat(bench.results(Api.AZURE, azure, "output_file_id").toString())
                    .contains("prompt_filter_results");
            assertThat(bench.job(Api.OPENAI, openAi).json().has("error_file_id"))
                    .isTrue();
            assertThat(bench.job(Api.OPENAI, openAi).at("error_file_id")).isNull();
        }
        try (BatchBench bench = BatchBench.open(Map.of("absent_ids", true))) {
            String id = bench.create(Api.OPENAI, 2);
            assertThat(bench.job(Api.OPENAI, id).json().has("output_file_id")).isFalse();
        }
    }

    @Test
    void azureDeviatesAsItsDocumentationShows() throws Exception {
        List<String> all = List.of("capitalised_status", "iso_times", "null_counts", "null_endpoint", "value_list");
        try (BatchBench bench = BatchBench.open(Map.of("azure", all, "validating", "1s"))) {
            String id = bench.create(Api.AZURE, 2);
            Got job = bench.job(Api.AZURE, id);
            assertThat(job.at("status")).isEqualTo("Validating");
            assertThat(job.at("created_at")).isEqualTo("2026-01-01T00:00:00Z");
            assertThat(job.at("request_counts.total")).isNull();
            assertThat(job.at("endpoint")).isNull();
            assertThat(bench.ask(Api.AZURE, "GET", "/batches").at("value.0.id")).isEqualTo(id);
            assertThat(bench.job(Api.OPENAI, bench.create(Api.OPENAI, 2)).at("status"))
                    .isEqualTo("validating");
        }
    }

    @Test
    void theOlderPathsOfAzureNeedAVersion() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            assertThat(bench.ask(Api.AZURE_OLDER, "GET", "/files").status()).isEqualTo(200);
            assertThat(bench.bench
                            .send(HttpRequest.newBuilder(bench.bench.address().resolve("/openai/files"))
                                    .header("api-key", Call.KEY)
                                    .build())
                            .status())
                    .isEqualTo(404);
        }
    }

    @Test
    void aFileIsNotReadyAtOnce() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("file_lag", "5s"))) {
            String file = bench.upload(Api.AZURE, BatchBench.lines(1));
            assertThat(bench.ask(Api.AZURE, "GET", "/files/" + file).at("status"))
                    .isEqualTo("pending");
            Got early = bench.post(Api.AZURE, "/batches", bench.order(file));
            assertThat(early.status()).isEqualTo(400);
            assertThat(early.text()).contains("Cannot find file");
            bench.pass(Duration.ofSeconds(5));
            assertThat(bench.ask(Api.AZURE, "GET", "/files/" + file).at("status"))
                    .isEqualTo("processed");
            assertThat(bench.post(Api.AZURE, "/batches", bench.order(file)).status())
                    .isEqualTo(200);
        }
    }

    @Test
    void tooManyTokensAreReportedLateUnlessItFailsFast() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("enqueued_tokens", 150, "validating", "10m", "running", "1h"))) {
            String one = bench.create(Api.OPENAI, 10);
            String two = bench.create(Api.OPENAI, 10);
            assertThat(bench.job(Api.OPENAI, two).at("status")).isEqualTo("validating");
            bench.pass(Duration.ofMinutes(10));
            assertThat(bench.job(Api.OPENAI, one).at("status")).isEqualTo("in_progress");
            assertThat(bench.job(Api.OPENAI, two).at("status")).isEqualTo("failed");
            assertThat(bench.job(Api.OPENAI, two).at("errors.data.0.code")).isEqualTo("token_limit_exceeded");
            bench.pass(Duration.ofHours(1));
            assertThat(bench.job(Api.OPENAI, bench.create(Api.OPENAI, 10)).at("status"))
                    .isEqualTo("validating");
        }
        try (BatchBench bench = BatchBench.open(Map.of("enqueued_tokens", 150, "fail_fast", true))) {
            bench.create(Api.AZURE, 10);
            String file = bench.upload(Api.AZURE, BatchBench.lines(10));
            Got refused = bench.post(Api.AZURE, "/batches", bench.order(file));
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.text()).contains("token_limit_exceeded");
        }
    }

    @Test
    void soManyJobsAnHour() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("creates_per_hour", 2))) {
            String file = bench.upload(Api.OPENAI, BatchBench.lines(1));
            assertThat(bench.post(Api.OPENAI, "/batches", bench.order(file)).status())
                    .isEqualTo(200);
            assertThat(bench.post(Api.OPENAI, "/batches", bench.order(file)).status())
                    .isEqualTo(200);
            assertThat(bench.post(Api.OPENAI, "/batches", bench.order(file)).status())
                    .isEqualTo(429);
            bench.pass(Duration.ofHours(1));
            assertThat(bench.post(Api.OPENAI, "/batches", bench.order(file)).status())
                    .isEqualTo(200);
            assertThat(bench.ask(Api.OPENAI, "GET", "/batches?limit=2").at("has_more"))
                    .isEqualTo(true);
            assertThat(bench.ask(Api.OPENAI, "GET", "/batches").json().objects("data"))
                    .hasSize(3);
        }
    }

    @Test
    void aJobIsMadeThoughTheReplyIsLost() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("list_lag", "60s", "get_lag", "5s"))) {
            String file = bench.upload(Api.OPENAI, BatchBench.lines(1));
            assertThatThrownBy(() ->
                            bench.post(Api.OPENAI, "/batches", bench.order(file), "x-simulator-fault", "lost_reply"))
                    .isInstanceOf(IOException.class);
            assertThat(bench.post(Api.OPENAI, "/batches", bench.order(file), "x-simulator-fault", "failed_reply:504")
                            .status())
                    .isEqualTo(504);
            String id = bench.bench.journal().getLast().text("about").orElseThrow();
            assertThat(bench.ask(Api.OPENAI, "GET", "/batches").json().objects("data"))
                    .isEmpty();
            assertThat(bench.job(Api.OPENAI, id).status()).isEqualTo(404);
            bench.pass(Duration.ofSeconds(5));
            assertThat(bench.job(Api.OPENAI, id).status()).isEqualTo(200);
            bench.pass(Duration.ofSeconds(55));
            Got list = bench.ask(Api.OPENAI, "GET", "/batches");
            assertThat(list.json().objects("data")).hasSize(2);
            assertThat(list.at("data.1.metadata.run")).isEqualTo("r7");
        }
    }

    @Test
    void aDownloadIsCutAtAnyByte() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String id = bench.create(Api.OPENAI, 20);
            bench.pass(SECOND);
            String path = "/files/" + bench.job(Api.OPENAI, id).at("output_file_id") + "/content";
            String whole = bench.ask(Api.OPENAI, "GET", path).text();
            assertThat(whole.lines()).hasSize(20);
            for (String fault : List.of("reset:0", "reset:300", "reset:" + whole.length(), "truncate")) {
                assertThatThrownBy(() ->
                                bench.ask(Api.OPENAI, "GET", path, new byte[0], Map.of("x-simulator-fault", fault)))
                        .as(fault)
                        .isInstanceOf(IOException.class);
            }
            assertThat(bench.ask(Api.OPENAI, "GET", path).text()).isEqualTo(whole);
        }
    }

    @Test
    void linesAreMissingDoubleUnknownAndBadOnDemand() throws Exception {
        assertThat(ids("missing")).isEmpty();
        assertThat(ids("duplicate")).hasSize(8).containsOnly("r-0", "r-1", "r-2", "r-3");
        assertThat(ids("unknown")).hasSize(8).anyMatch(id -> id.startsWith("unknown-"));
        try (BatchBench bench = BatchBench.open(Map.of("lines", Map.of("bad", 1)))) {
            String id = bench.create(Api.OPENAI, 4);
            bench.pass(SECOND);
            assertThatThrownBy(() -> bench.results(Api.OPENAI, id, "output_file_id"))
                    .isInstanceOf(AssertionError.class);
            assertThat(bench.control("GET", "bill").at("calls")).isEqualTo(4L);
        }
    }

    private static List<String> ids(String fault) throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("lines", Map.of(fault, 1)))) {
            String id = bench.create(Api.OPENAI, 4);
            bench.pass(SECOND);
            return bench.results(Api.OPENAI, id, "output_file_id").stream()
                    .map(line -> line.text("custom_id").orElse(""))
                    .toList();
        }
    }

    @Test
    void azureKeepsFiveHundredFilesThatDoNotExpire() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            for (int i = 0; i < 500; i++) {
                assertThat(bench.form(Api.AZURE, "x", Map.of("purpose", "batch"))
                                .status())
                        .isEqualTo(200);
            }
            assertThat(bench.form(Api.AZURE, "x", Map.of("purpose", "batch")).status())
                    .isEqualTo(400);
            assertThat(bench.form(Api.AZURE, "x", Map.of("purpose", "batch", "expires_after[seconds]", "1209600"))
                            .status())
                    .isEqualTo(200);
        }
    }
}
