package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The moderation example: as a newcomer runs it, without a key, and with the variables that lead to real services,
/// for which a simulator in a process of its own stands in.
class ModerationIT {
    private static final Path MODERATION = Path.of("..", "examples", "moderation");
    private static final Map<String, Long> OUTCOMES = Map.of("completed", 248L, "blocked", 52L);

    @TempDir
    private Path folder;

    @BeforeEach
    void copyTheExample() throws IOException {
        for (String name : List.of("pipeline.yaml", "messages.csv")) {
            Files.copy(MODERATION.resolve(name), folder.resolve(name));
        }
    }

    @Test
    void runsWithoutAKeyAndSaysThatItIsSimulated() throws Exception {
        Ended run = RowanProgram.run(folder, "run", "pipeline.yaml");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("SIMULATED");
        assertThat(RowanProgram.run(folder, "runs").out()).contains("SIMULATED");
        Ended status = RowanProgram.run(folder, "status", "latest", "--json");
        assertThat(status.json().get("simulated")).isEqualTo(true);
        assertThat(status.json().get("outcomes")).isEqualTo(OUTCOMES);
        assertThat(RowanProgram.run(folder, "status", "latest").out()).contains("SIMULATED", "not billed");
        assertThat(RowanProgram.run(folder, "explain", "latest", "--id", "m0004")
                        .out())
                .contains("SIMULATED", "blocked at azure_content_safety: content_safety_violation, in sink 'blocked'");
        files();
    }

    /// What the README says of each file.
    private void files() throws IOException {
        String readme = Files.readString(MODERATION.resolve("README.md"));
        for (String name : List.of("moods", "blocked", "attacks", "failed")) {
            int rows =
                    Files.readAllLines(folder.resolve("out/" + name + ".jsonl")).size();
            assertThat(readme)
                    .containsPattern(
                            "`out/" + name + ".jsonl` \\| (" + rows + "|" + (rows == 0 ? "nothing" : rows) + ")\\b");
        }
        assertThat(Files.readAllLines(folder.resolve("out/moods.jsonl")))
                .isSorted()
                .allSatisfy(line -> assertThat(line).containsPattern("\"mood\":\"(positive|negative|neutral)\""));
    }

    @Test
    void runsTheSameFileAgainstServicesThatVariablesName() throws Exception {
        try (RowanProcess simulator = RowanProcess.start(folder, RowanProcess.command("simulate", "--json"))) {
            Map<?, ?> serving =
                    RowJson.readValue(simulator.firstLine().getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map
                            ? map
                            : Map.of();
            var variables = new HashMap<String, String>();
            if (serving.get("environment") instanceof Map<?, ?> environment) {
                environment.forEach((name, value) -> variables.put(String.valueOf(name), String.valueOf(value)));
            }
            variables.put("MODEL", "openai/gpt-4o-mini");
            Ended capped = RowanProgram.run(folder, variables, "run", "pipeline.yaml");
            assertThat(capped.code()).isEqualTo(1);
            assertThat(capped.err()).contains("the price of 'gpt-4o-mini' at 127.0.0.1 is not known: set 'price: {");

            tellThePrice();
            Map<?, ?> run = RowanProgram.run(folder, variables, "run", "pipeline.yaml", "--json")
                    .json();

            assertThat(run.get("exit_code")).isEqualTo(0L);
            assertThat(run.get("outcomes")).isEqualTo(OUTCOMES);
            assertThat(run.get("simulated")).isEqualTo(false);
            assertThat(RowanProgram.run(folder, "runs").out()).doesNotContain("SIMULATED");
            assertThat(RowanProgram.run(folder, "status", "latest").out()).doesNotContain("SIMULATED");
            var records = new SimulatorRecords(URI.create(String.valueOf(serving.get("address"))));
            assertThat(records.journal("openai_chat")).hasSize(248);
        }
    }

    /// As the README says: at another address than the provider's own nobody knows it.
    private void tellThePrice() throws IOException {
        Path file = folder.resolve("pipeline.yaml");
        String priced = Files.readString(file)
                .replace("      max_tokens: 16\n", "      max_tokens: 16\n      price: {input: 0.15, output: 0.6}\n");
        Files.writeString(file, priced);
    }

    @Test
    void stopsBeforeTheFirstRowWhenAKeyIsMissing() throws Exception {
        var variables = Map.of("AZURE_CONTENT_SAFETY_ENDPOINT", "http://127.0.0.1:9");
        Ended run = RowanProgram.run(folder, variables, "run", "pipeline.yaml");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("AZURE_CONTENT_SAFETY_KEY");
        assertThat(folder.resolve("out/moods.jsonl")).doesNotExist();
    }
}
