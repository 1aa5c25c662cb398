package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `tier: auto` by the run's deadline.
class TierAutoTest {
    @TempDir
    private Path folder;

    @Test
    void usesFlexIfTimeAllowsAndStandardIfNot() throws Exception {
        assertThat(tiers("1d")).containsOnly("flex").hasSize(3);
        // a flex call may take 20 minutes
        assertThat(tiers("10m")).containsOnly("standard").hasSize(3);
    }

    private List<String> tiers(String deadline) throws Exception {
        var program = new Program(folder);
        program.write("pipeline.yaml", """
                run: {name: tiers, deadline: %s}
                source: {plugin: csv, options: {path: reviews.csv, id: id}}
                transforms:
                  - plugin: llm
                    options:
                      model: openai/gpt-4o
                      base_url: simulator
                      user_prompt_template: "What mood is this? {{ text }}"
                      output_key: mood
                      tier: auto
                sinks: {output: {plugin: jsonl, options: {path: out/tiers.jsonl}}}
                """.formatted(deadline));
        Program.Ran ran = program.run("run", "pipeline.yaml", "-q", "--overwrite");
        assertThat(ran.code()).as(ran.err()).isZero();
        return program.run("export", "latest", "--what", "calls", "--format", "jsonl")
                .out()
                .lines()
                .map(line -> line.replaceAll(".*\"tier_asked\":\"([a-z]+)\".*", "$1"))
                .toList();
    }
}
