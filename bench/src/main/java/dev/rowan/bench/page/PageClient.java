package dev.rowan.bench.page;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Requests pages like a browser, with the token.
record PageClient(URI address, String token, HttpClient client) implements AutoCloseable {
    static final String TOKEN = "bench-token-0123456789";

    private HttpRequest request(String path) {
        return HttpRequest.newBuilder(URI.create(address + path))
                .header("Authorization", "Bearer " + token)
                .build();
    }

    /// The whole body of a successful reply.
    byte[] get(String path) throws IOException, InterruptedException {
        HttpResponse<byte[]> reply = client.send(request(path), HttpResponse.BodyHandlers.ofByteArray());
        if (reply.statusCode() != 200) {
            throw new IllegalStateException(path + " answered " + reply.statusCode() + ": "
                    + new String(reply.body(), java.nio.charset.StandardCharsets.UTF_8));
        }
        return reply.body();
    }

    Map<String, @Nullable Object> json(String path) throws IOException, InterruptedException {
        try {
            return RowJson.readRow(get(path)).asMap();
        } catch (JsonException e) {
            throw new IllegalStateException(e);
        }
    }

    /// The reply as a stream; closing it disconnects.
    InputStream open(String path) throws IOException, InterruptedException {
        return client.send(request(path), HttpResponse.BodyHandlers.ofInputStream())
                .body();
    }

    @Override
    public void close() {
        client.close();
    }
}
