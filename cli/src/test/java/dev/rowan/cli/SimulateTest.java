package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(180)
class SimulateTest {
    private static final String CHAT =
            "{\"model\":\"gpt-4o-mini\",\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    private static final String MESSAGE =
            "{\"model\":\"claude-x\",\"max_tokens\":9,\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}]}";
    private static final String CONTENT = "{\"contents\":[{\"role\":\"user\",\"parts\":[{\"text\":\"hi\"}]}]}";

    /// How a program that was led to `service` would call.
    private record Way(String service, String path, String header, String prefix, String keyVariable, String body) {}

    private static final List<Way> WAYS = List.of(
            new Way("OpenAI", "/chat/completions", "authorization", "Bearer ", "OPENAI_API_KEY", CHAT),
            new Way("Azure OpenAI", "/openai/v1/chat/completions", "api-key", "", "AZURE_OPENAI_API_KEY", CHAT),
            new Way("Anthropic", "/v1/messages", "x-api-key", "", "ANTHROPIC_API_KEY", MESSAGE),
            new Way(
                    "Gemini",
                    "/v1beta/models/gemini-2.5-flash:generateContent",
                    "x-goog-api-key",
                    "",
                    "GEMINI_API_KEY",
                    CONTENT),
            new Way("OpenRouter", "/chat/completions", "authorization", "Bearer ", "OPENROUTER_API_KEY", CHAT),
            new Way(
                    "Azure Content Safety",
                    "/contentsafety/text:analyze?api-version=2024-09-01",
                    "ocp-apim-subscription-key",
                    "",
                    "AZURE_CONTENT_SAFETY_KEY",
                    "{\"text\":\"hi\"}"));

    @TempDir
    private Path folder;

    private static int status(Way way, SimulatorProcess simulator) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(simulator.address(way.service()) + way.path()))
                .header(way.header(), way.prefix() + simulator.exports().get(way.keyVariable()))
                .header("content-type", "application/json")
                .header("anthropic-version", "2023-06-01")
                .POST(HttpRequest.BodyPublishers.ofString(way.body()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
        }
    }

    @Test
    void servesEveryServiceUnderTheVariablesThatItPrintsAndEndsWithABill() throws Exception {
        try (var simulator = SimulatorProcess.start(folder, "Press Ctrl-C to stop.", "--seed", "7")) {
            assertThat(simulator.lines().getFirst()).matches("Simulator at http://127\\.0\\.0\\.1:[0-9]+, seed 7");
            assertThat(simulator.lines()).allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
            assertThat(simulator.exports()).hasSize(9).containsEntry("OPENAI_BASE_URL", simulator.address("OpenAI"));
            for (Way way : WAYS) {
                assertThat(status(way, simulator)).as(way.service()).isEqualTo(200);
            }
            assertThat(simulator.stop()).singleElement().asString().startsWith("Stopped: 6 calls billed, ");
            assertThat(simulator.code()).isZero();
        }
    }

    @Test
    void printsTheSameAsJson() throws Exception {
        try (var simulator = SimulatorProcess.start(folder, "}", "--json")) {
            Map<?, ?> serving = json(simulator.lines().getFirst());
            assertThat(serving.get("status")).isEqualTo("serving");
            assertThat(serving.get("environment"))
                    .asString()
                    .contains("OPENAI_BASE_URL=" + serving.get("address") + "/v1");
            Map<?, ?> ended = json(simulator.stop().getFirst());
            assertThat(ended.get("status")).isEqualTo("ended");
            assertThat(ended.get("calls")).isEqualTo(0L);
            assertThat(simulator.code()).isZero();
        }
    }

    private static Map<?, ?> json(String line) throws Exception {
        return RowJson.readValue(line.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map ? map : Map.of();
    }

    @Test
    void takesSettingsFromAFileAndOptionsBeforeThem() throws Exception {
        Files.writeString(folder.resolve("sim.yaml"), """
                keys: [only-this-key-0123]
                limits: {requests: 9, tokens: 7000, per: 10s}
                latency: {typical: 5s}
                """);
        try (var simulator = SimulatorProcess.start(
                folder,
                "Press Ctrl-C to stop.",
                "--settings",
                "sim.yaml",
                "--requests",
                "1",
                "--latency",
                "30ms",
                "--fault",
                "openai_chat/status:503=1",
                "--fault-attempts",
                "1")) {
            assertThat(simulator.lines())
                    .contains(
                            "  latency 30 ms",
                            "  rate limit per key: 1 request and 7,000 tokens per 10.0 s",
                            "  1 kind of random faults, in the first 1 send of a request");
            assertThat(simulator.exports()).containsEntry("OPENAI_API_KEY", "only-this-key-0123");
            assertThat(status(WAYS.getFirst(), simulator)).isEqualTo(503);
        }
    }

    @Test
    void showsEveryProblemOfItsSettings() throws IOException {
        Ran ran = new Program(folder).run("simulate", "--latency", "soon", "--fault", "nonsense=0.5", "--per", "-1s");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("command line latency.typical: must be", "faults.nonsense: must have a known fault")
                .contains("limits.per: must be", "3 problems in command line\n");
        assertThat(ran.out()).isEmpty();
    }

    @Test
    void reportsAUsedPort() throws IOException {
        try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            String port = String.valueOf(taken.getLocalPort());
            Ran ran = new Program(folder).run("simulate", "--port", port);
            assertThat(ran.code()).isEqualTo(1);
            assertThat(ran.err()).contains("cannot listen on port " + port + " of 127.0.0.1");
        }
    }
}
