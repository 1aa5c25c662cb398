package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Crashes of pipelines that are graphs: each is resumed, and nothing is lost, doubled or paid twice.
@Tag("slow")
@Timeout(300)
class ChaosGraphTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void open() throws IOException {
        program = new Program(folder).on(Terminal.plain(80)).variable("OPENAI_API_KEY", "the-key-of-a-real-service");
        program.write("rows.csv", "n,lang,text\n1,de,gut\n2,en,bad\n3,fr,bien\n4,en,x\n");
    }

    private void survives(String transforms, String sinks) throws IOException {
        program.write(
                "pipeline.yaml",
                "source: {plugin: csv, options: {path: rows.csv}}\n" + transforms + sinks
                        + "landscape: {url: \"sqlite:mine.db\"}\n");
        Ran ran = program.run("chaos", "pipeline.yaml", "--crashes", "20", "--rows", "4");
        assertThat(ran.code()).as(ran.out() + ran.err()).isZero();
    }

    @Test
    void survivesCrashesAtGatesAndErrorEdges() throws IOException {
        survives("""
                transforms:
                  - name: language
                    gate:
                      by: row.lang
                      routes:
                        de: [{plugin: llm, name: german, options: {model: openai/gpt-4o-mini, user_prompt_template: "sag {{ text }}", output_key: said}}]
                      else: parse
                    to: output
                  - {plugin: compute, name: parse, options: {set: {n2: int(row.text)}, on_error: rescue}, to: output}
                  - {plugin: llm, name: rescue, options: {model: openai/gpt-4o-mini, user_prompt_template: "{{ _error.reason }} {{ text }}", output_key: said}}
                """, "sinks: {output: {plugin: csv, options: {path: out.csv}}}\n");
    }

    @Test
    void survivesCrashesAtForksAndJoins() throws IOException {
        survives("""
                transforms:
                  - name: both
                    fork:
                      one: [{plugin: llm, name: first, options: {model: openai/gpt-4o-mini, user_prompt_template: "one {{ text }}", output_key: one}}]
                      two: [{plugin: llm, name: second, options: {model: openai/gpt-4o-mini, user_prompt_template: "two {{ text }}", output_key: two}}]
                  - {name: done, join: {}}
                """, "sinks: {output: {plugin: csv, options: {path: out.csv}}}\n");
    }

    @Test
    void survivesCrashesAtAggregates() throws IOException {
        survives("""
                transforms:
                  - {plugin: llm, name: first, options: {model: openai/gpt-4o-mini, user_prompt_template: "one {{ text }}", output_key: one}}
                  - {plugin: collect, name: pairs, options: {fields: [n, one], as: items}, aggregate: {count: 2}}
                  - {plugin: llm, name: second, options: {model: openai/gpt-4o-mini, user_prompt_template: "two {{ items }}", output_key: two}}
                  - {plugin: collect, name: all, options: {fields: [two], as: all}, aggregate: {}}
                """, "sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}\n");
    }
}
