package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.api.config.ConfigNode;
import dev.rowan.api.config.Problems;
import dev.rowan.api.config.Section;
import dev.rowan.cli.Program.Ran;
import dev.rowan.simulator.Simulator;
import dev.rowan.simulator.SimulatorSettings;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// A run stops because its safety service rejects the key, and is resumed at another address.
@Timeout(180)
class MovedSafetyServiceTest {
    private static final String PIPELINE = """
            run: {name: moved}
            source: {plugin: csv, options: {path: reviews.csv, id: id}}
            transforms:
              - plugin: azure_content_safety
                options: {fields: text, thresholds: {hate: 2, violence: 2, sexual: 2, self_harm: 2}, on_error: blocked}
            sinks:
              output: {plugin: jsonl, options: {path: out/output.jsonl}}
              blocked: {plugin: jsonl, options: {path: out/blocked.jsonl}}
            """;
    private static final String KEY = "a-key-of-the-test";

    @TempDir
    private Path folder;

    private Simulator simulator(Map<String, Object> options) throws Exception {
        SimulatorSettings settings = Section.check(
                        ConfigNode.of(options), SimulatorSettings.OPTIONS, folder, new Problems())
                .map(SimulatorSettings::read)
                .orElseThrow();
        return Simulator.start(settings, new SystemTime());
    }

    private static Ran exits(int code, Program program, String... arguments) {
        Ran ran = program.run(arguments);
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(code);
        return ran;
    }

    @Test
    void verifiesAfterAResumeAtAnotherAddress() throws Exception {
        try (Simulator first = simulator(Map.of("dead_keys", List.of(KEY)));
                Simulator second = simulator(Map.of())) {
            var program = new Program(folder);
            program.write("pipeline.yaml", PIPELINE);
            program.variable("AZURE_CONTENT_SAFETY_KEY", KEY)
                    .variable("AZURE_CONTENT_SAFETY_ENDPOINT", first.address().toString());
            exits(1, program, "run", "pipeline.yaml");
            exits(11, program, "verify", "latest");

            program.variable("AZURE_CONTENT_SAFETY_ENDPOINT", second.address().toString());
            exits(0, program, "resume", "latest");
            exits(0, program, "verify", "latest");
            assertThat(exits(0, program, "explain", "latest", "--row", "1").out())
                    .contains("rejected 401 (dead_key)", "call 1, generation 1", "answered 200");
        }
    }
}
