package dev.rowan.web.rows;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// A landscape with a run `a` in progress, and the page over it.
final class RowsSite implements AutoCloseable {
    private static final String TOKEN = "test-token-0123456789";

    static final List<String> AWKWARD = List.of(
            "say \"hello\"",
            "back\\slash",
            "line\nbreak\ttab",
            "käse Ünïcode 日本",
            "smile 😀 end",
            "100% _under_ ^hat^",
            "<script>alert(1)</script>",
            "=SUM(A1:A9)",
            "null",
            "bell\u0007 \u001f",
            "' OR 1=1 --",
            "\u202Eevil\u2066");

    private final Landscape landscape;
    private final Website site;
    private final HttpClient client = HttpClient.newHttpClient();
    final LandscapeRecorder recorder;

    RowsSite(Path folder) throws IOException, InterruptedException {
        this(folder, new SystemTime());
    }

    /// The page uses `time`; the run does not.
    RowsSite(Path folder, Time time) throws IOException, InterruptedException {
        String url = "sqlite:" + folder.resolve("rowan.db");
        this.landscape = Landscapes.open(url, folder, new SystemTime(), new SecureRandom());
        this.recorder = landscape.start(RandomRun.start("a"));
        this.site = Website.start(
                WebAccess.onLoopback(0, TOKEN), new LandscapeLocation(url, folder, UnaryOperator.identity()), time);
    }

    void committed(List<? extends LogEntry> entries) throws InterruptedException {
        long last = 0;
        for (LogEntry entry : entries) {
            last = recorder.record(entry);
        }
        recorder.awaitCommitted(last);
    }

    /// Ends the run.
    void end() throws InterruptedException {
        recorder.end(new RunEnd(RunEnd.Status.COMPLETED, 0, Optional.empty()));
        recorder.close();
    }

    private HttpRequest.Builder asking(String path) {
        return HttpRequest.newBuilder(URI.create(site.address() + path)).header("Authorization", "Bearer " + TOKEN);
    }

    private HttpRequest request(String path) {
        return asking(path).build();
    }

    /// The live part of a page.
    String part(String path) throws IOException, InterruptedException {
        return client.send(asking(path).header("X-Rowan-Fragment", "1").build(), BodyHandlers.ofString())
                .body();
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path), BodyHandlers.ofString());
    }

    HttpResponse<InputStream> open(String path) throws IOException, InterruptedException {
        return client.send(request(path), BodyHandlers.ofInputStream());
    }

    Map<String, @Nullable Object> json(String path) throws IOException, InterruptedException {
        return object(get(path).body());
    }

    /// The answer once the index has all `tokens`.
    Map<String, @Nullable Object> whole(String path, long tokens) throws IOException, InterruptedException {
        Map<String, @Nullable Object> answer = json(path);
        while (!Boolean.TRUE.equals(answer.get("complete"))
                || !Long.valueOf(tokens).equals(answer.get("tokens"))) {
            Thread.onSpinWait();
            answer = json(path);
        }
        return answer;
    }

    /// The lines of a search that have `name`.
    List<Map<?, ?>> lines(String path, String name) throws IOException, InterruptedException {
        var found = new ArrayList<Map<?, ?>>();
        for (String line : get(path).body().lines().toList()) {
            if (object(line).get(name) instanceof Map<?, ?> map) {
                found.add(map);
            }
        }
        return found;
    }

    static Map<String, @Nullable Object> object(String text) {
        try {
            return RowJson.readRow(text.getBytes(java.nio.charset.StandardCharsets.UTF_8))
                    .asMap();
        } catch (JsonException wrong) {
            throw new AssertionError(text, wrong);
        }
    }

    @Override
    public void close() {
        client.close();
        site.close();
        recorder.close();
        landscape.close();
    }
}
