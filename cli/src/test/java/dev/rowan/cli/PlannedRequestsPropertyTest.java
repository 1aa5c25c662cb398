package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.cli.Program.Ran;
import dev.rowan.json.RowJson;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What `preview` shows is what a run sends, and what `estimate` counts is what a run makes.
@Timeout(120)
class PlannedRequestsPropertyTest {
    private static final int ROWS = 12;
    private static final String PIPELINE = """
            run: {name: planned}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: keyword_filter
                options: {fields: text, blocked_patterns: "secret", on_error: blocked}
              - plugin: truncate
                options: {fields: text, max_chars: 15000}
              - plugin: azure_content_safety
                options: {fields: text, thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 0}, pool_size: 4}
              - plugin: azure_prompt_shield
                options: {fields: body, rows_field: parts, pool_size: 4}
              - plugin: llm
                options:
                  model: openai/small
                  base_url: "${SIMULATOR}/v1"
                  pool_size: 4
                  queries:
                    - {user_prompt_template: "Is it good? {{ text }}", output_key: good}
                    - {user_prompt_template: "How many? {{ parts | length }}", output_key: many}
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              blocked: {plugin: jsonl, options: {path: out/blocked.jsonl}}
            """;

    @TempDir
    private Path folder;

    /// One request: where to, and the hash of its body.
    private record Sent(String path, String sha256) implements Comparable<Sent> {
        @Override
        public int compareTo(Sent other) {
            int byPath = path.compareTo(other.path);
            return byPath == 0 ? sha256.compareTo(other.sha256) : byPath;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void previewShowsWhatARunSends(long seed) throws Exception {
        var program = new Program(folder);
        program.write("pipeline.yaml", PIPELINE);
        program.write("rows.jsonl", rows(new SplittableRandom(seed)));
        try (Simulator simulator = Simulator.start(SimulatorSettings.DEFAULT, new SystemTime())) {
            program.variable("SIMULATOR", simulator.address().toString())
                    .variable(
                            "AZURE_CONTENT_SAFETY_ENDPOINT", simulator.address().toString())
                    .variable("AZURE_CONTENT_SAFETY_KEY", "any-key-will-do");
            var planned = new ArrayList<Sent>();
            for (int row = 1; row <= ROWS; row++) {
                planned.addAll(planned(program.run("preview", "pipeline.yaml", "--row", "" + row, "--json")));
            }
            Map<?, ?> estimate =
                    program.run("estimate", "pipeline.yaml", "--json").json();
            assertThat(journal(simulator)).as("nothing is sent before the run").isEmpty();
            Ran run = program.run("run", "pipeline.yaml");
            assertThat(run.code()).as(run.err()).isIn(0, 4);
            List<Sent> sent = journal(simulator);
            assertThat(sent)
                    .as("seed " + seed)
                    .isNotEmpty()
                    .isEqualTo(planned.stream().sorted().toList());
            assertThat(calls(estimate)).as("seed " + seed).isEqualTo(sent.size());
        }
    }

    private static String rows(SplittableRandom random) {
        var lines = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            var row = new LinkedHashMap<String, Object>();
            row.put("id", (long) i);
            if (random.nextInt(6) > 0) {
                row.put("text", random.nextInt(6) == 0 ? "a secret" : text(random));
            }
            var parts = new ArrayList<Map<String, Object>>();
            for (int part = random.nextInt(4); part > 0; part--) {
                parts.add(random.nextInt(5) == 0 ? Map.of("none", 1L) : Map.of("body", text(random)));
            }
            row.put("parts", parts);
            lines.append(new String(RowJson.writeValue(row), StandardCharsets.UTF_8))
                    .append('\n');
        }
        return lines.toString();
    }

    /// Harmless text, sometimes so long that the services take it in parts.
    private static String text(SplittableRandom random) {
        String text = random.ints(5, 0x1f600, 0x1f640)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .append(" \"quoted\" \u202e\t é ")
                .append(random.nextInt(1_000))
                .toString();
        return random.nextInt(4) == 0 ? text.repeat(1_000) : text;
    }

    private static List<Sent> planned(Ran ran) throws Exception {
        var planned = new ArrayList<Sent>();
        for (Object part : list(ran.json().get("parts"))) {
            for (Object node : list(map(part).get("nodes"))) {
                for (Object call : list(map(node).get("calls"))) {
                    Map<?, ?> request = map(map(call).get("request"));
                    URI uri = URI.create(String.valueOf(request.get("uri")));
                    planned.add(new Sent(uri.getPath(), String.valueOf(request.get("body_sha256"))));
                }
            }
        }
        return planned;
    }

    private static long calls(Map<?, ?> estimate) {
        return list(estimate.get("nodes")).stream()
                .mapToLong(node -> (Long) map(node).get("calls"))
                .sum();
    }

    private static List<Sent> journal(Simulator simulator) throws Exception {
        URI journal = simulator.address().resolve("/_simulator/journal");
        try (HttpClient client = HttpClient.newHttpClient()) {
            String lines = client.send(HttpRequest.newBuilder(journal).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
            var sent = new ArrayList<Sent>();
            for (String line : lines.lines().toList()) {
                Map<?, ?> entry = map(RowJson.readValue(line.getBytes(StandardCharsets.UTF_8)));
                sent.add(new Sent(String.valueOf(entry.get("path")), String.valueOf(entry.get("body_sha256"))));
            }
            return sent.stream().sorted().toList();
        }
    }

    private static Map<?, ?> map(@Nullable Object value) {
        return value instanceof Map<?, ?> map ? map : Map.of();
    }

    private static List<?> list(@Nullable Object value) {
        return value instanceof List<?> list ? list : List.of();
    }
}
