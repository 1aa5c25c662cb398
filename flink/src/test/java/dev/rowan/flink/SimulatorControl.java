package dev.rowan.flink;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;

/// The latency and the bill of a simulator.
final class SimulatorControl implements AutoCloseable {
    private final URI address;
    private final HttpClient client = HttpClient.newHttpClient();

    SimulatorControl(URI address) {
        this.address = address;
    }

    private static Map<String, Object> latencyOf(int millis) {
        return Map.of("latency", Map.of("typical", millis + "ms"));
    }

    /// Settings of a simulator whose answers take so long.
    static SimulatorSettings latency(int millis) {
        var problems = new Problems();
        Section section = Section.check(
                        ConfigNode.of(latencyOf(millis)), SimulatorSettings.OPTIONS, Path.of(""), problems)
                .orElseThrow(() -> new IllegalStateException(problems.list().toString()));
        return SimulatorSettings.read(section);
    }

    void setLatency(int millis) throws IOException, InterruptedException {
        send("settings", "PUT", RowJson.writeValue(latencyOf(millis)));
    }

    long billedCalls() throws IOException, InterruptedException {
        try {
            Object bill = RowJson.readValue(send("bill", "GET", new byte[0]));
            return bill instanceof Map<?, ?> lines && lines.get("calls") instanceof Number calls
                    ? calls.longValue()
                    : 0;
        } catch (JsonException broken) {
            throw new IOException(broken);
        }
    }

    private byte[] send(String path, String method, byte[] body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "/_simulator/" + path))
                .method(method, BodyPublishers.ofByteArray(body))
                .build();
        var reply = client.send(request, BodyHandlers.ofByteArray());
        if (reply.statusCode() != 200) {
            throw new IOException(method + " " + path + " was answered with " + reply.statusCode());
        }
        return reply.body();
    }

    @Override
    public void close() {
        client.close();
    }
}
