package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// The batch example in a folder of its own, against a simulator in a process of its own whose batches take
/// as long as a test wants. It has 200 rows: 100 go into the first job, 86 into the second, 14 are blocked
/// before.
final class BatchStage implements AutoCloseable {
    static final int MOODS = 186;
    private static final Path EXAMPLE = Path.of("..", "examples", "batch");

    final Path folder;
    final Map<String, String> variables = new HashMap<>();
    private final RowanProcess simulator;
    private final URI address;

    BatchStage(Path folder, String running) throws IOException, InterruptedException {
        this.folder = folder;
        for (String name : List.of("pipeline.yaml", "tickets.csv")) {
            Files.copy(EXAMPLE.resolve(name), folder.resolve(name));
        }
        change("      max_tokens: 16\n", "      max_tokens: 16\n      price: {input: 0.15, output: 0.6}\n");
        Files.writeString(folder.resolve("simulator.yaml"), "batch: {running: " + running + "}\n");
        simulator =
                RowanProcess.start(folder, RowanProcess.command("simulate", "--json", "--settings", "simulator.yaml"));
        Map<?, ?> serving = map(simulator.firstLine());
        address = URI.create(String.valueOf(serving.get("address")));
        if (serving.get("environment") instanceof Map<?, ?> environment) {
            environment.forEach((name, value) -> variables.put(String.valueOf(name), String.valueOf(value)));
        }
        variables.put("MODEL", "openai/gpt-4o-mini");
    }

    /// Changes the pipeline's text.
    void change(String before, String after) throws IOException {
        Path file = folder.resolve("pipeline.yaml");
        String text = Files.readString(file);
        if (!text.contains(before)) {
            throw new IllegalArgumentException("the pipeline has no '" + before + "'");
        }
        Files.writeString(file, text.replace(before, after));
    }

    Ended rowan(String... args) throws IOException, InterruptedException {
        return RowanProgram.run(folder, variables, args);
    }

    RowanProcess start(String... args) throws IOException {
        return RowanProcess.start(folder, RowanProcess.command(args), variables);
    }

    /// The provider's batches, oldest first.
    List<Map<?, ?>> batches() {
        try (var in = address.resolve("/_simulator/batches").toURL().openStream()) {
            var batches = new ArrayList<Map<?, ?>>();
            for (String line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
                batches.add(map(line));
            }
            return batches;
        } catch (IOException broken) {
            throw new IllegalStateException(broken);
        }
    }

    List<String> states() {
        return batches().stream()
                .map(batch -> String.valueOf(batch.get("state")))
                .toList();
    }

    /// Changes the batch with this number, from 1.
    void toBatch(int number, String what) throws IOException {
        Object id = batches().get(number - 1).get("id");
        post("batches/" + id + "/" + what);
    }

    private void post(String what) throws IOException {
        var exchange = (HttpURLConnection)
                address.resolve("/_simulator/" + what).toURL().openConnection();
        exchange.setRequestMethod("POST");
        if (exchange.getResponseCode() != 200) {
            throw new IllegalStateException(what + " was answered with " + exchange.getResponseCode());
        }
    }

    private static Map<?, ?> map(String json) {
        try {
            return RowJson.readValue(json.getBytes(UTF_8)) instanceof Map<?, ?> map ? map : Map.of();
        } catch (JsonException broken) {
            throw new IllegalStateException("the simulator said: " + json, broken);
        }
    }

    @Override
    public void close() throws IOException {
        simulator.close();
    }
}
