package dev.rowan.simulator;

import dev.rowan.json.RowJson;
import dev.rowan.simulator.TestBench.Got;
import dev.rowan.simulator.json.Fields;
import dev.rowan.simulator.json.JsonObjects;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/// A simulator under test, and short ways to its files and batches.
final class BatchBench implements AutoCloseable {
    final TestBench bench;

    private BatchBench(TestBench bench) {
        this.bench = bench;
    }

    static BatchBench open(Map<String, ?> batch) throws IOException {
        return new BatchBench(TestBench.open(Map.of("batch", batch)));
    }

    void pass(Duration time) {
        bench.time().advance(time);
    }

    Got ask(Api api, String method, String path) throws IOException, InterruptedException {
        return ask(api, method, path, new byte[0], Map.of());
    }

    Got ask(Api api, String method, String path, byte[] body, Map<String, String> more)
            throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(bench.address().resolve(api.path(path)));
        api.headers().forEach(request::header);
        more.forEach(request::header);
        return bench.send(request.method(method, HttpRequest.BodyPublishers.ofByteArray(body))
                .build());
    }

    Got post(Api api, String path, Map<String, ? extends @Nullable Object> body, String... headers)
            throws IOException, InterruptedException {
        Map<String, String> more = headers.length == 0 ? Map.of() : Map.of(headers[0], headers[1]);
        return ask(api, "POST", path, RowJson.writeValue(body), more);
    }

    Got control(String method, String path) throws IOException, InterruptedException {
        return bench.send(HttpRequest.newBuilder(bench.address().resolve("/_simulator/" + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build());
    }

    /// Uploads `lines` the way of OpenAI; the id of the file.
    String upload(Api api, String lines) throws IOException, InterruptedException {
        return String.valueOf(form(api, lines, Map.of("purpose", "batch")).at("id"));
    }

    Got form(Api api, String lines, Map<String, String> fields) throws IOException, InterruptedException {
        var body = new StringBuilder();
        fields.forEach((name, value) -> body.append("--mark\r\nContent-Disposition: form-data; name=\"")
                .append(name)
                .append("\"\r\n\r\n")
                .append(value)
                .append("\r\n"));
        body.append("--mark\r\nContent-Disposition: form-data; name=\"file\"; filename=\"in.jsonl\"\r\n")
                .append("Content-Type: application/jsonl\r\n\r\n")
                .append(lines)
                .append("\r\n--mark--\r\n");
        return ask(
                api,
                "POST",
                "/files",
                body.toString().getBytes(StandardCharsets.UTF_8),
                Map.of("content-type", "multipart/form-data; boundary=mark"));
    }

    Map<String, @Nullable Object> order(String file) {
        return JsonObjects.object(
                "input_file_id",
                file,
                "endpoint",
                "/v1/chat/completions",
                "completion_window",
                "24h",
                "metadata",
                JsonObjects.object("run", "r7"));
    }

    /// Makes a job of OpenAI's kind over `rows` good rows; its id.
    String create(Api api, int rows) throws IOException, InterruptedException {
        return create(api, lines(rows));
    }

    String create(Api api, String lines) throws IOException, InterruptedException {
        return String.valueOf(post(api, "/batches", order(upload(api, lines))).at("id"));
    }

    static String lines(int rows) {
        return IntStream.range(0, rows).mapToObj(i -> row(i, "great " + i)).collect(Collectors.joining("\n"));
    }

    static String row(int number, String text) {
        return text(JsonObjects.object(
                "custom_id",
                "r-" + number,
                "method",
                "POST",
                "url",
                "/v1/chat/completions",
                "body",
                chat(text).body()));
    }

    static Call chat(String text) {
        return Call.openAi("Is it positive or negative? " + text);
    }

    static String text(Map<String, ? extends @Nullable Object> json) {
        return new String(RowJson.writeValue(json), StandardCharsets.UTF_8);
    }

    Got job(Api api, String id) throws IOException, InterruptedException {
        return ask(api, "GET", "/batches/" + id);
    }

    /// The lines of the file that the job names as `field`.
    List<Fields> results(Api api, String job, String field) throws IOException, InterruptedException {
        return linesOf(ask(api, "GET", "/files/" + job(api, job).at(field) + "/content"));
    }

    static List<Fields> linesOf(Got got) {
        return got.text().lines().map(TestBench::line).toList();
    }

    @Override
    public void close() throws IOException {
        bench.close();
    }

    /// One of the ways to files and batches.
    enum Api {
        OPENAI("/v1", "", Map.of("authorization", "Bearer " + Call.KEY)),
        AZURE("/openai/v1", "", Map.of("api-key", Call.KEY)),
        AZURE_OLDER("/openai", "api-version=2024-10-21", Map.of("api-key", Call.KEY)),
        ANTHROPIC("/v1/messages", "", Map.of("x-api-key", Call.KEY, "anthropic-version", "2023-06-01")),
        ANTHROPIC_NEWER("/v1/messages", "", Map.of("x-api-key", Call.KEY, "anthropic-version", "2026-10-21")),
        GEMINI("", "", Map.of("x-goog-api-key", Call.KEY));

        private final String root;
        private final String query;
        private final Map<String, String> headers;

        Api(String root, String query, Map<String, String> headers) {
            this.root = root;
            this.query = query;
            this.headers = headers;
        }

        String path(String path) {
            String mark = query.isEmpty() ? "" : path.contains("?") ? "&" : "?";
            return root + path + mark + query;
        }

        Map<String, String> headers() {
            return headers;
        }
    }
}
