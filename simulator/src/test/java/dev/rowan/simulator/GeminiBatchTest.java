package dev.rowan.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.simulator.BatchBench.Api;
import dev.rowan.simulator.TestBench.Got;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// Batches and files as Gemini has them, over HTTP.
class GeminiBatchTest {
    private static final String CREATE = "/v1beta/models/gemini-flash:batchGenerateContent";
    private static final Duration SECOND = Duration.ofSeconds(1);

    private static Call call(int number) {
        return Call.gemini("Is it positive or negative? great " + number);
    }

    private static Map<String, @Nullable Object> inline(int requests) {
        return inline(IntStream.range(0, requests)
                .mapToObj(i ->
                        JsonObjects.object("request", call(i).body(), "metadata", JsonObjects.object("key", "r-" + i)))
                .toList());
    }

    private static Map<String, @Nullable Object> inline(List<Map<String, @Nullable Object>> requests) {
        return JsonObjects.object(
                "batch",
                JsonObjects.object(
                        "displayName",
                        "r7",
                        "inputConfig",
                        JsonObjects.object("requests", JsonObjects.object("requests", requests))));
    }

    private static Map<String, @Nullable Object> byFile(String name) {
        return JsonObjects.object(
                "batch", JsonObjects.object("displayName", "r7", "inputConfig", JsonObjects.object("fileName", name)));
    }

    private static String lines(int rows) {
        return IntStream.range(0, rows)
                .mapToObj(i -> BatchBench.text(JsonObjects.object("key", "r-" + i, "request", call(i).body())))
                .collect(Collectors.joining("\n"));
    }

    /// Uploads in two pieces; the name of the file.
    private static String upload(BatchBench bench, String text) throws Exception {
        Got start = bench.ask(
                Api.GEMINI,
                "POST",
                "/upload/v1beta/files",
                "{\"file\":{\"displayName\":\"in\"}}".getBytes(StandardCharsets.UTF_8),
                Map.of(
                        "x-goog-upload-protocol", "resumable",
                        "x-goog-upload-command", "start",
                        "x-goog-upload-header-content-type", "jsonl"));
        URI address = URI.create(start.header("x-goog-upload-url").orElseThrow());
        String path = address.getPath() + "?" + address.getQuery();
        int half = text.length() / 2;
        Got first = bench.ask(
                Api.GEMINI,
                "POST",
                path,
                text.substring(0, half).getBytes(StandardCharsets.UTF_8),
                Map.of("x-goog-upload-command", "upload", "x-goog-upload-offset", "0"));
        assertThat(first.header("x-goog-upload-status")).contains("active");
        Got last = bench.ask(
                Api.GEMINI,
                "POST",
                path,
                text.substring(half).getBytes(StandardCharsets.UTF_8),
                Map.of("x-goog-upload-command", "upload, finalize", "x-goog-upload-offset", "" + half));
        assertThat(last.header("x-goog-upload-status")).contains("final");
        assertThat(last.at("file.mimeType")).isEqualTo("jsonl");
        assertThat(last.at("file.sizeBytes")).isEqualTo("" + text.length());
        return String.valueOf(last.at("file.name"));
    }

    private static Got get(BatchBench bench, @Nullable Object name) throws Exception {
        return bench.ask(Api.GEMINI, "GET", "/v1beta/" + name);
    }

    @Test
    void givesInlineResponsesWithTheMetadataOfEach() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("validating", "1s", "running", "10s", "order", "input"))) {
            Got fresh = bench.post(Api.GEMINI, CREATE, inline(4));
            Object name = fresh.at("name");
            assertThat(fresh.at("metadata.state")).isEqualTo("BATCH_STATE_PENDING");
            assertThat(fresh.at("metadata.batchStats.requestCount")).isEqualTo("4");
            assertThat(fresh.at("done")).isEqualTo(false);
            bench.pass(Duration.ofSeconds(6));
            Got running = get(bench, name);
            assertThat(running.at("metadata.state")).isEqualTo("BATCH_STATE_RUNNING");
            assertThat(running.at("metadata.batchStats.pendingRequestCount")).isEqualTo("2");
            bench.pass(Duration.ofSeconds(5));
            Got done = get(bench, name);
            assertThat(done.at("done")).isEqualTo(true);
            assertThat(done.at("metadata.state")).isEqualTo("BATCH_STATE_SUCCEEDED");
            assertThat(done.at("metadata.displayName")).isEqualTo("r7");
            assertThat(done.at("response.inlinedResponses.inlinedResponses.2.metadata.key"))
                    .isEqualTo("r-2");
            assertThat(done.at("metadata.output.inlinedResponses.inlinedResponses.0.response.candidates"))
                    .isEqualTo(bench.bench.post(call(0)).json().get("candidates"));
        }
    }

    @Test
    void givesAFileOfResponsesForAFileOfRequests() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String file = upload(bench, lines(5) + "\n{\"key\":\"bad\",\"request\":{}}");
            Object name = bench.post(Api.GEMINI, CREATE, byFile(file)).at("name");
            bench.pass(SECOND);
            Got done = get(bench, name);
            assertThat(done.at("metadata.batchStats.failedRequestCount")).isEqualTo("1");
            assertThat(done.at("metadata.state")).isEqualTo("BATCH_STATE_SUCCEEDED");
            String path = "/download/v1beta/" + done.at("response.responsesFile") + ":download?alt=media";
            List<Fields> lines = BatchBench.linesOf(bench.ask(Api.GEMINI, "GET", path));
            assertThat(lines)
                    .extracting(line -> line.text("key").orElse(""))
                    .containsExactlyInAnyOrder("r-0", "r-1", "r-2", "r-3", "r-4", "bad");
            Fields bad = lines.stream()
                    .filter(line -> line.text("key").orElse("").equals("bad"))
                    .findFirst()
                    .orElseThrow();
            assertThat(bad.object("error").orElseThrow().get("code")).isEqualTo(3L);
            assertThat(bench.control("GET", "bill").at("calls")).isEqualTo(5L);
            assertThatThrownBy(() ->
                            bench.ask(Api.GEMINI, "GET", path, new byte[0], Map.of("x-simulator-fault", "reset:400")))
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void filesAreGoneAfterTwoDays() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            String file = upload(bench, lines(1));
            assertThat(get(bench, file).at("state")).isEqualTo("ACTIVE");
            assertThat(get(bench, "files").at("files.0.name")).isEqualTo(file);
            bench.pass(Duration.ofDays(2));
            assertThat(get(bench, file).status()).isEqualTo(403);
            assertThat(bench.post(Api.GEMINI, CREATE, byFile(file)).status()).isEqualTo(404);
            String other = upload(bench, lines(2));
            assertThat(bench.ask(Api.GEMINI, "DELETE", "/v1beta/" + other).status())
                    .isEqualTo(200);
            assertThat(get(bench, other).status()).isEqualTo(403);
        }
    }

    @Test
    void resumesAnUpload() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            assertThat(bench.ask(Api.GEMINI, "POST", "/upload/v1beta/files").status())
                    .isEqualTo(400);
            Got start = bench.ask(
                    Api.GEMINI,
                    "POST",
                    "/upload/v1beta/files",
                    new byte[0],
                    Map.of("x-goog-upload-protocol", "resumable", "x-goog-upload-command", "start"));
            URI address = URI.create(start.header("x-goog-upload-url").orElseThrow());
            Got wrong = bench.ask(
                    Api.GEMINI,
                    "POST",
                    address.getPath() + "?" + address.getQuery(),
                    new byte[3],
                    Map.of("x-goog-upload-command", "upload", "x-goog-upload-offset", "7"));
            assertThat(wrong.status()).isEqualTo(400);
            Got asked = bench.ask(
                    Api.GEMINI,
                    "POST",
                    address.getPath() + "?" + address.getQuery(),
                    new byte[0],
                    Map.of("x-goog-upload-command", "query"));
            assertThat(asked.header("x-goog-upload-size-received")).contains("0");
        }
    }

    @Test
    void whatExpiresOrIsCancelledLeavesNothing() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("running", "96h"))) {
            Object expired = bench.post(Api.GEMINI, CREATE, inline(4)).at("name");
            bench.pass(Duration.ofHours(47));
            assertThat(get(bench, expired).at("metadata.state")).isEqualTo("BATCH_STATE_RUNNING");
            Object cancelled = bench.post(Api.GEMINI, CREATE, inline(4)).at("name");
            assertThat(bench.ask(Api.GEMINI, "POST", "/v1beta/" + cancelled + ":cancel")
                            .text())
                    .isEqualTo("{}");
            bench.pass(Duration.ofHours(1));
            assertThat(get(bench, expired).at("metadata.state")).isEqualTo("BATCH_STATE_EXPIRED");
            assertThat(get(bench, expired).json().has("response")).isFalse();
            assertThat(get(bench, cancelled).at("metadata.state")).isEqualTo("BATCH_STATE_CANCELLED");
            assertThat(get(bench, cancelled).json().has("response")).isFalse();
        }
    }

    @Test
    void isListedAndDeleted() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("job_state", true))) {
            Object one = bench.post(Api.GEMINI, CREATE, inline(1)).at("name");
            Object two = bench.post(Api.GEMINI, CREATE, inline(1)).at("name");
            assertThat(two).isNotEqualTo(one);
            Got page = get(bench, "batches?pageSize=1");
            assertThat(page.at("operations.0.name")).isEqualTo(two);
            assertThat(page.at("operations.0.metadata.state")).isEqualTo("JOB_STATE_RUNNING");
            assertThat(get(bench, "batches?pageSize=1&pageToken=" + page.at("nextPageToken"))
                            .at("operations.0.name"))
                    .isEqualTo(one);
            assertThat(bench.ask(Api.GEMINI, "DELETE", "/v1beta/" + one).status())
                    .isEqualTo(200);
            assertThat(bench.ask(Api.GEMINI, "POST", "/v1beta/" + two + ":delete")
                            .status())
                    .isEqualTo(200);
            assertThat(get(bench, one).status()).isEqualTo(404);
            assertThat(get(bench, "batches").json().objects("operations")).isEmpty();
        }
    }

    @Test
    void soManyJobsAndTokensMayWait() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of("max_jobs", 1, "quota_held", "72h", "running", "1h"))) {
            Object one = bench.post(Api.GEMINI, CREATE, inline(1)).at("name");
            Got refused = bench.post(Api.GEMINI, CREATE, inline(1));
            assertThat(refused.at("error.status")).isEqualTo("RESOURCE_EXHAUSTED");
            bench.ask(Api.GEMINI, "POST", "/v1beta/" + one + ":cancel");
            bench.pass(Duration.ofHours(71));
            assertThat(bench.post(Api.GEMINI, CREATE, inline(1)).status()).isEqualTo(429);
            bench.pass(Duration.ofHours(2));
            assertThat(bench.post(Api.GEMINI, CREATE, inline(1)).status()).isEqualTo(200);
        }
        try (BatchBench bench = BatchBench.open(Map.of("enqueued_tokens", 15))) {
            assertThat(bench.post(Api.GEMINI, CREATE, inline(2)).at("error.details.0.@type"))
                    .asString()
                    .endsWith("QuotaFailure");
        }
    }

    @Test
    void aBadInputFailsAsAWhole() throws Exception {
        try (BatchBench bench = BatchBench.open(Map.of())) {
            Object name = bench.post(Api.GEMINI, CREATE, byFile(upload(bench, lines(1) + "\n{")))
                    .at("name");
            bench.pass(SECOND);
            assertThat(get(bench, name).at("metadata.state")).isEqualTo("BATCH_STATE_FAILED");
            assertThat(get(bench, name).at("error.message")).isEqualTo("Line 2 of the input is no request.");
            assertThat(bench.post(Api.GEMINI, CREATE, inline(List.of())).status())
                    .isEqualTo(400);
        }
    }
}
