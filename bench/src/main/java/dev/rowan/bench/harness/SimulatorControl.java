package dev.rowan.bench.harness;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Inspects and controls the jobs of a simulator in another process.
public final class SimulatorControl implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI address;

    public SimulatorControl(URI address) {
        this.address = address;
    }

    /// Sends a request below `/_simulator/`; returns the reply.
    public String ask(String method, String what, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address.resolve("/_simulator/" + what))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        HttpResponse<String> reply = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (reply.statusCode() != 200) {
            throw new IOException(what + ": expected 200, got " + reply.statusCode() + " " + reply.body());
        }
        return reply.body();
    }

    /// All jobs, from `/_simulator/batches`.
    public List<Map<?, ?>> jobs() throws IOException, InterruptedException {
        var jobs = new ArrayList<Map<?, ?>>();
        for (String line : ask("GET", "batches", "").lines().toList()) {
            try {
                if (RowJson.readValue(line.getBytes(UTF_8)) instanceof Map<?, ?> job) {
                    jobs.add(job);
                }
            } catch (JsonException broken) {
                throw new IOException(broken);
            }
        }
        return jobs;
    }

    @Override
    public void close() {
        client.close();
    }
}
