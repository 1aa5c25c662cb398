package dev.rowan.bench.rows;

import dev.rowan.api.SystemTime;
import dev.rowan.api.Time;
import dev.rowan.bench.harness.RowanCommand;
import dev.rowan.bench.harness.SimulatorProcess;
import dev.rowan.chaos.image.Folders;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Whether large rows pass in a small heap: `./rowan bench large_rows [ROWS [BYTES [HEAP]]]`, by default 1,000 rows of
/// 1,000,000 bytes in 256 MiB, through `rowan run` against the simulator in a process of its own.
public final class LargeRowsBench {
    private static final String PIPELINE = """
        source: {plugin: jsonl, options: {path: rows.jsonl}}
        transforms:
          - plugin: llm
            options: {model: openai/gpt-4o, user_prompt_template: "Is this positive or negative? {{ text }}", output_key: said, pool_size: 50}
        sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
        """;

    private LargeRowsBench() {}

    public static void run(String... args) throws Exception {
        int rows = args.length > 0 ? Integer.parseInt(args[0]) : 1_000;
        int bytes = args.length > 1 ? Integer.parseInt(args[1]) : 1_000_000;
        String heap = args.length > 2 ? args[2] : "256m";
        Path folder = Files.createTempDirectory("rowan-large-rows");
        try (SimulatorProcess simulator = SimulatorProcess.start("{\"latency\": {\"typical\": \"200ms\"}}")) {
            write(folder.resolve("rows.jsonl"), rows, bytes);
            Files.writeString(folder.resolve("pipeline.yaml"), PIPELINE);
            var rowan = new RowanCommand(
                    folder,
                    Map.of("OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-bench"),
                    heap);
            Time time = new SystemTime();
            long started = time.nanos();
            int code = rowan.start("run", "pipeline.yaml").waitFor();
            double seconds = (time.nanos() - started) / 1e9;
            System.out.println(rowan.said());
            System.out.printf(
                    "%,d rows of %,d bytes, heap %s: exit code %d, %,d rows written in order, %.1f s%n",
                    rows, bytes, heap, code, inOrder(folder.resolve("out.jsonl")), seconds);
            if (code != 0 || inOrder(folder.resolve("out.jsonl")) != rows) {
                throw new IllegalStateException("the run did not complete");
            }
        } finally {
            Folders.remove(folder);
        }
    }

    private static void write(Path file, int rows, int bytes) throws IOException {
        String text = "a review ".repeat(bytes / 9 + 1).substring(0, bytes);
        try (Writer out = Files.newBufferedWriter(file)) {
            for (int id = 1; id <= rows; id++) {
                out.write("{\"id\":" + id + ",\"text\":\"");
                out.write(text);
                out.write("\"}\n");
            }
        }
    }

    /// How many rows the file has from the first on without a gap.
    private static int inOrder(Path file) throws IOException {
        int rows = 0;
        try (BufferedReader lines = Files.newBufferedReader(file)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (!line.startsWith("{\"id\":" + (rows + 1) + ",")) {
                    return rows;
                }
                rows++;
            }
        }
        return rows;
    }
}
