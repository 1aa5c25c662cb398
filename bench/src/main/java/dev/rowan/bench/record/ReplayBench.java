package dev.rowan.bench.record;

import dev.rowan.bench.harness.ReviewFile;
import dev.rowan.chaos.image.Folders;
import dev.rowan.json.JsonException;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Whether a large run gives the same bytes again without any network, and how fast.
///
/// `./rowan bench replay [ROWS]` runs reviews through a filter and the simulator, then repeats the run with
/// `rowan replay` in a network namespace that has no interface that is up (`unshare -n`, which needs root). As a
/// control, the run itself must fail there.
public final class ReplayBench {
    private static final String PIPELINE = """
            run: {name: replay, window: 2000}
            source: {plugin: csv, options: {path: reviews.csv, id: review_id, on_error: failed}}
            transforms:
              - plugin: keyword_filter
                options: {fields: [text], blocked_patterns: ["(?i)password"], on_error: blocked}
              - plugin: llm
                options:
                  model: simulator/chat
                  user_prompt_template: "Which mood is this? {{ text }}"
                  output_key: mood
                  max_tokens: 500
                  pool_size: 256
                  on_error: failed
            sinks:
              output: {plugin: jsonl, options: {path: out/moods.jsonl}}
              blocked: {plugin: csv, options: {path: out/blocked.csv}}
              failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
            """;
    private static final List<String> NO_NETWORK = List.of("unshare", "-n");

    private final Path folder;

    private ReplayBench(Path folder) {
        this.folder = folder;
    }

    public static void run(String... args) throws Exception {
        long rows = args.length > 0 ? Long.parseLong(args[0]) : 100_000;
        Path folder = Files.createTempDirectory("rowan-replay-bench");
        try {
            new ReplayBench(folder).measure(rows);
        } finally {
            Folders.remove(folder);
        }
    }

    private void measure(long rows) throws IOException, InterruptedException {
        ReviewFile.write(folder.resolve("reviews.csv"), rows, 1);
        Files.writeString(folder.resolve("pipeline.yaml"), PIPELINE);
        Map<?, ?> ran = rowan(List.of(), 0, "run", "pipeline.yaml", "--json", "-q");
        System.out.printf(
                "run: %s rows in %s s, landscape %,d bytes%n",
                ran.get("rows_read"), ran.get("duration_seconds"), Files.size(folder.resolve("rowan.db")));
        Files.writeString(
                folder.resolve("control.yaml"),
                PIPELINE.replace("out/", "control/").replace("window: 2000", "window: 2000, service_down_timeout: 1s"));
        Map<?, ?> control = rowan(
                NO_NETWORK,
                5,
                "run",
                "control.yaml",
                "--json",
                "-q",
                "--limit",
                "5",
                "--landscape",
                "sqlite:control.db");
        System.out.println("control: without a network the run itself comes to " + control.get("outcomes"));
        Files.delete(folder.resolve("reviews.csv"));
        Map<?, ?> again = rowan(NO_NETWORK, 0, "replay", "latest", "--json", "-q");
        double seconds = number(again, "duration_seconds");
        System.out.printf(
                "replay without a network: equal %s, %s calls answered from the record, %s sent; %s rows in %.1f s,"
                        + " %,.0f rows/s%n",
                again.get("equal"),
                again.get("calls_recalled"),
                again.get("calls_sent"),
                again.get("rows"),
                seconds,
                number(again, "rows") / seconds);
    }

    private static double number(Map<?, ?> result, String key) {
        return result.get(key) instanceof Number number ? number.doubleValue() : Double.NaN;
    }

    /// Runs a command in the folder; it must end with `code`. What it printed as JSON.
    private Map<?, ?> rowan(List<String> within, int code, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(within);
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of(
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-XX:+UseCompactObjectHeaders",
                "-Xmx512m"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.rowan.cli.Main"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        byte[] out = process.getInputStream().readAllBytes();
        int status = process.waitFor();
        if (status != code) {
            throw new IllegalStateException(command.getLast() + ": ended with " + status + ", expected " + code + ": "
                    + new String(out, StandardCharsets.UTF_8));
        }
        try {
            return RowJson.readValue(out) instanceof Map<?, ?> map ? map : Map.of();
        } catch (JsonException e) {
            throw new IllegalStateException(e);
        }
    }
}
