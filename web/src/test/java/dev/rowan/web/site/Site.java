package dev.rowan.web.site;

import dev.rowan.api.SystemTime;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.web.http.WebAccess;
import dev.rowan.web.read.LandscapeLocation;
import dev.rowan.web.serve.Website;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The page over the landscape `rowan.db` of a folder.
public final class Site implements AutoCloseable {
    private static final String TOKEN = "a-token-of-the-tests";

    private final Website site;
    private final HttpClient client = HttpClient.newHttpClient();

    private Site(Website site) {
        this.site = site;
    }

    public static Site over(Path folder) throws IOException {
        return new Site(Website.start(
                WebAccess.onLoopback(0, TOKEN),
                new LandscapeLocation("sqlite:rowan.db", folder, UnaryOperator.identity()),
                new SystemTime()));
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(site.address() + path)).header("Authorization", "Bearer " + TOKEN);
    }

    public HttpResponse<String> get(String path) throws IOException, InterruptedException {
        return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    /// The text of an existing page.
    public String page(String path) throws IOException, InterruptedException {
        HttpResponse<String> reply = get(path);
        if (reply.statusCode() != 200) {
            throw new AssertionError(path + " answered " + reply.statusCode() + ": " + reply.body());
        }
        return reply.body();
    }

    /// The live part of a page.
    public String fragment(String path) throws IOException, InterruptedException {
        return client.send(request(path).header("X-Rowan-Fragment", "1").build(), HttpResponse.BodyHandlers.ofString())
                .body();
    }

    public HttpResponse<String> post(String path, String json) throws IOException, InterruptedException {
        return client.send(
                request(path)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(json))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    public Map<String, @Nullable Object> json(String path) throws IOException, InterruptedException, JsonException {
        return RowJson.readRow(page(path).getBytes(StandardCharsets.UTF_8)).asMap();
    }

    /// The members of a list in an answer.
    public static List<Map<?, ?>> list(Map<?, ?> json, String name) {
        return ((List<?>) java.util.Objects.requireNonNull(json.get(name)))
                .stream().<Map<?, ?>>map(one -> (Map<?, ?>) one).toList();
    }

    @Override
    public void close() {
        site.close();
    }
}
