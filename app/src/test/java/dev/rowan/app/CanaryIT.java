package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// No key comes to light: five keys come in by every way there is, the service repeats each of them in answers, errors
/// and headers, and then nothing that a run leaves behind or shows holds any of them in any spelling.
class CanaryIT {
    /// Each has characters that URLs, JSON and base64 write in another way.
    private static final Map<String, String> KEYS = Map.of(
            "by environment", "sk-env-Zq8/7+yW\"4=T&kP\\2",
            "by file", "sk-file-Hx3/9+vB\"1=M&rL\\8",
            "by command", "sk-cmd-Jd5/6+nC\"7=F&tG\\4",
            "by env file", "azure-0f/4e+8b\"c1=d2&7a\\93",
            "by reference", "azure-5a/1c+6d\"90=b8&e3\\f7",
            "dead", "sk-dead-Kw2/5+sX\"9=R&bN\\6",
            "written out", "sk-plain-Vt1/3+mD\"5=Q&hJ\\9");

    private static final String PIPELINE = """
            run: {name: canary, max_cost_usd: 5}
            source: {plugin: jsonl, options: {path: rows.jsonl}}
            transforms:
              - plugin: azure_content_safety
                options: {fields: text, thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 2}, pool_size: 4, on_error: failed}
              - plugin: azure_prompt_shield
                options: {fields: text, api_key: "${SHIELD_KEY}", pool_size: 4, on_error: failed}
            %s
            sinks:
              output: {plugin: jsonl, options: {path: out/out.jsonl}}
              failed: {plugin: csv, options: {path: out/failed.csv}}
            """;

    private static final String MODEL = """
              - plugin: llm
                name: %1$s
                options:
                  model: openai/gpt-4o-mini
            %2$s
                  user_prompt_template: "say: {{ text }}"
                  output_key: %1$s
                  price: {input: 0.15, output: 0.6}
                  pool_size: 8
                  on_error: failed
            """;

    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(150);

    private final KeyHunt hunt = new KeyHunt(KEYS);
    private final List<String> found = new ArrayList<>();

    @TempDir
    private Path folder;

    private List<Path> holders = List.of();

    @BeforeEach
    void hideTheKeys() throws IOException {
        Path keys = Files.createDirectory(folder.resolve("keys"));
        holders = List.of(
                Files.writeString(keys.resolve("file.txt"), key("by file") + "\n"),
                Files.writeString(keys.resolve("command.txt"), key("by command") + "\n"),
                Files.writeString(
                        folder.resolve("canary.env"),
                        "AZURE_CONTENT_SAFETY_KEY='" + key("by env file") + "'\nexport SHIELD_KEY='"
                                + key("by reference") + "'\n"),
                folder.resolve("written.yaml"),
                folder.resolve("broken.env"));
        Files.write(
                folder.resolve("rows.jsonl"),
                IntStream.rangeClosed(1, 40)
                        .mapToObj(n -> "{\"n\":" + n + ",\"text\":\"message number " + n + "\"}")
                        .toList());
        Files.writeString(
                folder.resolve("pipeline.yaml"),
                PIPELINE.formatted(MODEL.formatted("from_environment", "")
                        + MODEL.formatted("from_file", "      api_key: \"file:keys/file.txt\"")
                        + MODEL.formatted(
                                "from_command", "      api_key: \"command:cat " + keys.resolve("command.txt") + "\"")));
    }

    private static String key(String way) {
        return Objects.requireNonNull(KEYS.get(way));
    }

    private Map<String, String> variables(Stage stage, String key) {
        var variables = new HashMap<>(stage.environment());
        variables.remove("AZURE_CONTENT_SAFETY_KEY");
        variables.put("OPENAI_API_KEY", key);
        return variables;
    }

    /// Runs a command to its end, looking at the processes and the files all the while.
    private Ended watched(Map<String, String> variables, String... args) throws Exception {
        try (RowanProcess rowan = RowanProcess.start(folder, RowanProcess.command(args), variables)) {
            do {
                found.addAll(hunt.inProcesses());
                found.addAll(hunt.below(folder, holders));
            } while (!rowan.endsWithin(BETWEEN_LOOKS));
            found.addAll(hunt.below(folder, holders));
            Ended ended = rowan.await();
            found.addAll(hunt.in("output of " + args[0], ended.out()));
            found.addAll(hunt.in("messages of " + args[0], ended.err()));
            return ended;
        }
    }

    @Test
    void noKeyIsLeftAnywhere() throws Exception {
        Map<String, ?> settings = Map.of(
                "latency",
                Map.of("typical", "10ms"),
                "dead_keys",
                List.of(key("dead")),
                "faults",
                Map.of("echo_key:200", 0.8, "echo_key:400", 0.03, "echo_key:500", 0.03));
        try (Stage stage = Stage.open(folder, settings)) {
            Map<String, String> usual = variables(stage, key("by environment"));
            Ended run = watched(usual, "run", "pipeline.yaml", "--env-file", "canary.env");
            assertThat(run.code()).as(run.err()).isEqualTo(4);
            assertThat(stage.simulator().journal())
                    .extracting(SimulatorRecords.Request::fault)
                    .contains("echo_key:200", "echo_key:400", "echo_key:500");
            Ended explained = watched(Map.of(), "explain", "latest", "--row", "1", "--requests", "--full");
            assertThat(explained.out()).contains("x-simulator-key: [secret]"); // it was repeated, and taken out
            watched(Map.of(), "explain", "latest", "--row", "2", "--requests", "--json");
            watched(Map.of(), "status", "latest");
            watched(Map.of(), "runs", "--json");

            Ended dead = watched(
                    variables(stage, key("dead")), "run", "pipeline.yaml", "--env-file", "canary.env", "--overwrite");
            assertThat(dead.code()).isEqualTo(1);
            assertThat(dead.out() + dead.err()).contains("rejects the key");
            lookIntoTheDatabase();
            mistakes(usual);
        }
        assertThat(found).isEmpty();
    }

    /// Keys where none belong: what is said about them does not repeat them.
    private void mistakes(Map<String, String> variables) throws Exception {
        String written = key("written out").replace("\\", "\\\\").replace("\"", "\\\"");
        Files.writeString(
                folder.resolve("written.yaml"),
                PIPELINE.formatted(MODEL.formatted("wrong", "      api_key: \"" + written + "\"")));
        for (String command : List.of("validate", "run")) {
            Ended refused = watched(variables, command, "written.yaml", "--env-file", "canary.env");
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err()).contains("api_key: must be a reference to a secret");
        }
        Files.writeString(folder.resolve("broken.env"), "OPENAI_API_KEY '" + key("written out") + "'\n");
        Ended refused = watched(variables, "validate", "pipeline.yaml", "--env-file", "broken.env");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("broken.env:1");
    }

    /// Values that pages of the file may hold in pieces.
    private void lookIntoTheDatabase() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("rowan.db"));
                var statement = connection.createStatement()) {
            var tables = new ArrayList<String>();
            try (var names = statement.executeQuery("SELECT name FROM sqlite_master WHERE type = 'table'")) {
                while (names.next()) {
                    tables.add(names.getString(1));
                }
            }
            assertThat(tables).contains("call_intent", "call_end");
            for (String table : tables) {
                try (var rows = statement.executeQuery("SELECT * FROM " + table)) {
                    while (rows.next()) {
                        for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                            byte[] value = rows.getBytes(i);
                            found.addAll(hunt.in(table, value == null ? "" : new String(value, UTF_8)));
                        }
                    }
                }
            }
        }
    }

    /// Must-fail control: the hunt finds a key that is there.
    @Test
    void aKeyThatIsPlantedIsFound() throws Exception {
        for (String key : KEYS.values()) {
            for (String spelling : KeyHunt.spellings(key)) {
                Path file = Files.writeString(folder.resolve("planted"), "before " + spelling + " after");
                assertThat(hunt.below(folder, holders)).as(spelling).hasSize(1);
                Files.delete(file);
            }
        }
        Process process = new ProcessBuilder("sh", "-c", "read line", key("by command")).start();
        try {
            assertThat(hunt.inProcesses()).singleElement().asString().contains("/proc/" + process.pid() + "/");
        } finally {
            process.destroyForcibly();
        }
        assertThat(hunt.below(folder, List.of())).hasSize(4); // the files that hold the keys
    }
}
