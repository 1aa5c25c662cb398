package dev.rowan.simulator;

import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.json.Fields;
import dev.rowan.testkit.FakeTime;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A simulator under test with a clock that stands still, and a client of the JDK that asks it from outside.
final class TestBench implements AutoCloseable {
    private final FakeTime time = new FakeTime();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Simulator simulator;

    private TestBench(SimulatorSettings settings) throws IOException {
        simulator = Simulator.start(settings, time);
    }

    static TestBench open(Map<String, ?> settings) throws IOException {
        return new TestBench(settings(settings));
    }

    static SimulatorSettings settings(Map<String, ?> values) {
        var problems = new Problems();
        Optional<SimulatorSettings> settings = Section.check(
                        ConfigNode.of(values), SimulatorSettings.OPTIONS, Path.of(""), problems)
                .map(SimulatorSettings::read);
        problems.throwIfAny();
        return settings.orElseThrow();
    }

    FakeTime time() {
        return time;
    }

    URI address() {
        return simulator.address();
    }

    /// A reply that came whole.
    record Got(HttpResponse<byte[]> response) {
        int status() {
            return response.statusCode();
        }

        String text() {
            return new String(response.body(), StandardCharsets.UTF_8);
        }

        Optional<String> header(String name) {
            return response.headers().firstValue(name);
        }

        Fields json() {
            try {
                return Fields.of(RowJson.readValue(response.body())).orElseThrow();
            } catch (JsonException e) {
                throw new AssertionError(text(), e);
            }
        }

        /// The value at `path`: names and positions with dots between them.
        @Nullable
        Object at(String path) {
            Object here = json().all();
            for (String step : path.split("\\.")) {
                here = here instanceof List<?> list
                        ? list.get(Integer.parseInt(step))
                        : here instanceof Map<?, ?> map ? map.get(step) : null;
            }
            return here;
        }
    }

    Got post(Call call) throws IOException, InterruptedException {
        return send(call.request(address()));
    }

    Got post(Call call, String fault) throws IOException, InterruptedException {
        return post(call.with("x-simulator-fault", fault));
    }

    Got get(String path) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address().resolve(path)).build());
    }

    Got change(Map<String, ?> settings) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address().resolve("/_simulator/settings"))
                .PUT(HttpRequest.BodyPublishers.ofByteArray(RowJson.writeValue(settings)))
                .build());
    }

    Got reset() throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(address().resolve("/_simulator/reset"))
                .POST(HttpRequest.BodyPublishers.noBody())
                .build());
    }

    /// The journal, line by line.
    List<Fields> journal() throws IOException, InterruptedException {
        return get("/_simulator/journal").text().lines().map(TestBench::line).toList();
    }

    static Fields line(String line) {
        try {
            return Fields.of(RowJson.readValue(line.getBytes(StandardCharsets.UTF_8)))
                    .orElseThrow();
        } catch (JsonException e) {
            throw new AssertionError(line, e);
        }
    }

    Got send(HttpRequest request) throws IOException, InterruptedException {
        return new Got(client.send(request, HttpResponse.BodyHandlers.ofByteArray()));
    }

    @Override
    public void close() throws IOException {
        client.shutdownNow();
        client.close();
        simulator.close();
    }
}
