package dev.rowan.browser;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigException;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/// A typical landscape made by the real engine against the simulator, and its page: the examples, the moderation
/// twice with different prompts (to compare), batch jobs, and calls that fail, are retried and split.
final class TestLandscape implements AutoCloseable {
    private static final Path EXAMPLES = Path.of("..", "examples");
    private static final Set<Integer> ENDED = Set.of(0, 4);
    private static final Set<Integer> STOPPED = Set.of(5);

    private final Path folder;
    private final Rowan rowan;
    private final Map<String, String> runs;
    private final Served site;

    private TestLandscape(Path folder, Rowan rowan, Map<String, String> runs, Served site) {
        this.folder = folder;
        this.rowan = rowan;
        this.runs = runs;
        this.site = site;
    }

    static TestLandscape make() {
        try {
            Path folder = Files.createTempDirectory("rowan-world");
            Rowan rowan = Rowan.in(folder, Map.of());
            var runs = new HashMap<String, String>();
            rowan.run(example(folder, "quickstart"), STOPPED, "--limit", "120");
            runs.put("quickstart", newest(folder));
            Path moderation = example(folder, "moderation");
            rowan.run(moderation, ENDED);
            runs.put("moderation", newest(folder));
            change(
                    moderation,
                    "Is this message positive, negative or neutral?",
                    "Which mood is it: positive or negative?");
            rowan.run(moderation, ENDED);
            runs.put("again", newest(folder));
            rowan.run(example(folder, "batch"), ENDED);
            runs.put("batch", newest(folder));
            failing(folder, rowan);
            runs.put("failing", newest(folder));
            return new TestLandscape(folder, rowan, runs, Served.start(rowan, "--pipeline", moderation.toString()));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    /// Sentences through an unreliable service: retried after 503, failed after 400.
    private static void failing(Path folder, Rowan rowan) throws IOException {
        Path file = Files.writeString(folder.resolve("failing.yaml"), """
                run: {name: sentences, max_cost_usd: 0.05}
                source: {plugin: csv, options: {path: moderation/messages.csv, id: message_id}}
                transforms:
                  - {plugin: sentences}
                  - plugin: llm
                    name: mood
                    options:
                      model: openai/gpt-4o-mini
                      user_prompt_template: "Is this positive, negative or neutral? {{ text }}"
                      output_key: mood
                      max_tokens: 16
                      price: {input: 0.15, output: 0.6}
                      pool_size: 8
                      retry: {max_attempts: 3}
                      on_error: failed
                sinks:
                  output: {plugin: jsonl, options: {path: out/sentences.jsonl}}
                  failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
                """);
        try (Simulator simulator = simulator(Map.of(
                "latency",
                Map.of("shape", "lognormal", "typical", "15ms"),
                "fault_attempts",
                1,
                "faults",
                Map.of("status:503:none", 0.08, "status:400", 0.06)))) {
            rowan.with(variables(simulator)).run(file, STOPPED, "--limit", "60");
        }
    }

    /// A simulator with settings of docs/simulator.md.
    static Simulator simulator(Map<String, ?> settings) throws IOException {
        var problems = new Problems();
        SimulatorSettings read = Section.check(
                        ConfigNode.of(settings), SimulatorSettings.OPTIONS, Path.of(""), problems)
                .map(SimulatorSettings::read)
                .orElseThrow(() -> new ConfigException(problems.list()));
        return Simulator.start(read, new SystemTime());
    }

    /// The environment that redirects OpenAI to it.
    static Map<String, String> variables(Simulator simulator) {
        return Map.of("OPENAI_BASE_URL", simulator.address() + "/v1", "OPENAI_API_KEY", "a-key-of-the-world");
    }

    private static Path example(Path folder, String name) throws IOException {
        Path target = Files.createDirectories(folder.resolve(name));
        try (Stream<Path> files = Files.list(EXAMPLES.resolve(name))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Files.copy(file, target.resolve(file.getFileName()));
            }
        }
        return target.resolve("pipeline.yaml");
    }

    private static void change(Path file, String before, String after) throws IOException {
        Files.writeString(file, Files.readString(file).replace(before, after));
    }

    static String newest(Path folder) {
        try (LandscapeReader reader = Landscapes.read(Rowan.landscape(folder), folder)) {
            return reader.runs().resolve("latest");
        }
    }

    Served site() {
        return site;
    }

    Rowan rowan() {
        return rowan;
    }

    Path folder() {
        return folder;
    }

    /// The id of a run: `quickstart`, `moderation`, `again`, `batch` or `failing`.
    String run(String name) {
        String id = runs.get(name);
        if (id == null) {
            throw new IllegalArgumentException("no run '" + name + "' in " + runs.keySet());
        }
        return id;
    }

    LandscapeReader reader() {
        return Landscapes.read(Rowan.landscape(folder), folder);
    }

    @Override
    public void close() {
        site.close();
        delete(folder);
    }

    static void delete(Path folder) {
        try (Stream<Path> files = Files.walk(folder)) {
            List<Path> deepest = files.sorted(Comparator.reverseOrder()).toList();
            for (Path file : deepest) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
