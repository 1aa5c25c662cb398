package dev.rowan.bench.noise;

import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// promptfoo's `eval` with its own defaults but for the concurrency and without its cache; `launcher` starts it. It is
/// not part of the build: `promptfoo` on PATH, `npx --no-install promptfoo`, or what `ROWAN_BENCH_PROMPTFOO`
/// names.
record Promptfoo(List<String> launcher) implements NoiseContender {
    private static final String RESULTS = "results.json";
    private static final String CONFIG = """
            providers:
              - id: openai:chat:gpt-4o-mini
                config: {apiBaseUrl: "BASE", apiKey: "KEY", max_tokens: 16}
            prompts: ["PROMPT"]
            tests: file://rows.csv
            """;
    /// No traffic but to the service.
    private static final Map<String, String> OFFLINE = Map.of(
            "PROMPTFOO_DISABLE_TELEMETRY", "1",
            "PROMPTFOO_DISABLE_UPDATE", "1",
            "PROMPTFOO_DISABLE_REMOTE_GENERATION", "1",
            "PROMPTFOO_DISABLE_SHARING", "1",
            "NO_PROXY", "127.0.0.1");

    static Optional<Promptfoo> find() throws IOException, InterruptedException {
        String named = System.getenv("ROWAN_BENCH_PROMPTFOO");
        List<List<String>> candidates = named == null
                ? List.of(List.of("promptfoo"), List.of("npx", "--no-install", "promptfoo"))
                : List.of(List.of(named.strip().split(" +")));
        for (List<String> launcher : candidates) {
            if (works(launcher)) {
                return Optional.of(new Promptfoo(launcher));
            }
        }
        return Optional.empty();
    }

    private static boolean works(List<String> launcher) throws InterruptedException {
        var command = new ArrayList<>(launcher);
        command.add("--version");
        var builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().putAll(OFFLINE);
        try {
            return builder.start().waitFor() == 0;
        } catch (IOException _) {
            return false; // there is no such program
        }
    }

    @Override
    public String title() {
        return "promptfoo";
    }

    @Override
    public ProcessBuilder command(NoiseJob job) throws IOException {
        Files.writeString(
                job.folder().resolve("promptfooconfig.yaml"),
                CONFIG.replace("BASE", job.base().toString())
                        .replace("KEY", ChatClient.KEY)
                        .replace("PROMPT", NoiseRows.PROMPT));
        var command = new ArrayList<>(launcher);
        command.addAll(List.of("eval", "-c", "promptfooconfig.yaml", "-j", Integer.toString(job.inFlight())));
        command.addAll(List.of("--no-cache", "--no-table", "--no-progress-bar", "--no-share", "-o", RESULTS));
        var builder = new ProcessBuilder(command);
        builder.environment().putAll(OFFLINE);
        Path settings = Files.createDirectories(job.folder().resolve("promptfoo"));
        builder.environment().put("PROMPTFOO_CONFIG_DIR", settings.toString());
        return builder;
    }

    @Override
    public long answered(NoiseJob job) throws IOException {
        Path results = job.folder().resolve(RESULTS);
        if (!Files.exists(results)) {
            return 0;
        }
        try {
            if (RowJson.readValue(Files.readAllBytes(results)) instanceof Map<?, ?> root
                    && root.get("results") instanceof Map<?, ?> all
                    && all.get("stats") instanceof Map<?, ?> stats
                    && stats.get("successes") instanceof Number successes) {
                return successes.longValue();
            }
        } catch (JsonException broken) {
            throw new IOException(results + " cannot be read", broken);
        }
        throw new IOException("expected results.stats.successes in " + results);
    }
}
