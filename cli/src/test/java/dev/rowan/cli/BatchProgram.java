package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// The program with a pipeline whose calls go through a batch service, and the simulator that plays it.
final class BatchProgram implements AutoCloseable {
    static final String MODEL = "openai/gpt-4o-mini";
    private static final String KEY = "a-key-of-this-test";
    private static final String PIPELINE = """
            run: {name: moods}
            source: {plugin: jsonl, options: {path: rows.jsonl, id: id}}
            transforms:
              - plugin: llm
                name: mood
                options:
                  model: MODEL
                  base_url: ADDRESS
                  mode: batch
                  batch: {poll_interval: 100ms, max_requests: MOST}
                  user_prompt_template: "Which mood? {{ text }}"
                  output_key: mood
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
            """;

    final Program program;
    private final Simulator simulator;
    private final String pipeline;

    /// `batch` is the section of that name in the simulator's settings; each job has three rows.
    BatchProgram(Path folder, String model, Map<String, Object> batch) throws IOException {
        this(folder, model, 3, batch);
    }

    BatchProgram(Path folder, String model, int rowsInJob, Map<String, Object> batch) throws IOException {
        this(folder, model, rowsInJob, batch, Map.of());
    }

    /// The first send of each request meets `faults` of the service.
    BatchProgram(Path folder, String model, int rowsInJob, Map<String, Object> batch, Map<String, Object> faults)
            throws IOException {
        SimulatorSettings settings = Section.check(
                        ConfigNode.of(Map.of("batch", batch, "faults", faults, "fault_attempts", 1L)),
                        SimulatorSettings.OPTIONS,
                        folder,
                        new Problems())
                .map(SimulatorSettings::read)
                .orElseThrow();
        simulator = Simulator.start(settings, new SystemTime());
        program = new Program(folder);
        for (String name : List.of("OPENAI", "AZURE_OPENAI", "ANTHROPIC", "GEMINI")) {
            program.variable(name + "_API_KEY", KEY);
        }
        pipeline = PIPELINE.replace("MODEL", model).replace("MOST", String.valueOf(rowsInJob));
        write(simulator.address() + (model.startsWith("openai") ? "/v1" : ""));
        rows(6, "fine");
    }

    /// Writes the pipeline with another address of the service.
    void write(String address) throws IOException {
        program.write("pipeline.yaml", pipeline.replace("ADDRESS", address));
    }

    /// Replaces a text in the pipeline file.
    void edit(String before, String after) throws IOException {
        String text = Files.readString(program.path("pipeline.yaml"));
        assertThat(text).contains(before);
        program.write("pipeline.yaml", text.replace(before, after));
    }

    void rows(int rows, String text) throws IOException {
        var lines = new StringBuilder();
        for (int i = 1; i <= rows; i++) {
            lines.append("{\"id\":")
                    .append(i)
                    .append(",\"text\":\"")
                    .append(text)
                    .append("\"}\n");
        }
        program.write("rows.jsonl", lines.toString());
    }

    URI simulator() {
        return simulator.address();
    }

    /// Submits all rows and exits; returns the run's id.
    String submit() throws Exception {
        Program.Ran ran = program.run("batch", "submit", "pipeline.yaml", "--json");
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(6);
        return String.valueOf(ran.json().get("run"));
    }

    /// Runs a command that must end with this exit code.
    Program.Ran ends(int code, String... arguments) {
        Program.Ran ran = program.run(arguments);
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(code);
        return ran;
    }

    /// The provider's batches, oldest first.
    List<Map<?, ?>> batches() throws Exception {
        var batches = new ArrayList<Map<?, ?>>();
        for (String line : get("batches").lines().toList()) {
            batches.add(RowJson.readValue(line.getBytes(UTF_8)) instanceof Map<?, ?> map ? map : Map.of());
        }
        return batches;
    }

    List<String> states() throws Exception {
        return batches().stream()
                .map(batch -> String.valueOf(batch.get("state")))
                .toList();
    }

    /// What the provider takes for all batches.
    BigDecimal paid() throws Exception {
        return batches().stream()
                .map(batch -> new BigDecimal(String.valueOf(batch.get("usd"))))
                .reduce(BigDecimal.ZERO, BigDecimal::add);
    }

    void advance(Duration by) throws IOException {
        post("advance?by=" + by);
    }

    /// Does something to the batch with this number, from 1.
    void toBatch(int number, String what) throws Exception {
        post("batches/" + batches().get(number - 1).get("id") + "/" + what);
    }

    /// Completes every batch that still runs; jobs and batches may be numbered in different orders.
    void completeRunning() throws Exception {
        for (Map<?, ?> batch : batches()) {
            control("POST", "batches/" + batch.get("id") + "/complete").getResponseCode();
        }
    }

    private String get(String what) throws IOException {
        try (var in = simulator.address().resolve("/_simulator/" + what).toURL().openStream()) {
            return new String(in.readAllBytes(), UTF_8);
        }
    }

    /// Changes the settings of the simulator, given as JSON.
    void change(String settings) throws IOException {
        HttpURLConnection exchange = control("PUT", "settings");
        exchange.setDoOutput(true);
        exchange.getOutputStream().write(settings.getBytes(UTF_8));
        assertThat(exchange.getResponseCode()).as(settings).isEqualTo(200);
    }

    private HttpURLConnection control(String method, String what) throws IOException {
        var exchange = (HttpURLConnection)
                simulator.address().resolve("/_simulator/" + what).toURL().openConnection();
        exchange.setRequestMethod(method);
        return exchange;
    }

    private void post(String what) throws IOException {
        HttpURLConnection exchange = control("POST", what);
        assertThat(exchange.getResponseCode()).as(what).isEqualTo(200);
    }

    @Override
    public void close() throws IOException {
        simulator.close();
    }
}
