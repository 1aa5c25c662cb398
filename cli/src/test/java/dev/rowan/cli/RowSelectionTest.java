package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/// Pipelines that choose and enrich rows, by the whole program.
class RowSelectionTest extends ProgramFixture {
    @BeforeEach
    void open() throws IOException {
        program.write(
                "rows.csv",
                IntStream.rangeClosed(1, 60)
                        .mapToObj(n -> n + "," + n % 7 + "," + (n % 2 == 0 ? "en" : "de"))
                        .collect(Collectors.joining("\n", "id,name,lang\n", "\n")));
    }

    @Test
    void discardsFilteredRowsOrSendsThemElsewhere() throws Exception {
        pipeline("transforms:\n  - {plugin: filter, options: {keep: \"row.lang == 'en'\"}}\n", "output");
        exits(0, "run", "pipeline.yaml", "-q");
        assertThat(lines("out/output.jsonl")).hasSize(30).allMatch(line -> line.contains("\"en\""));
        assertThat(exits(0, "explain", "latest", "--row", "1").out()).contains("route   filtered", "discarded");
        verifiesAndReplays();

        pipeline("""
                transforms:
                  - {plugin: filter, options: {keep: "row.lang == 'en'", otherwise: others}}
                  - {plugin: filter, name: low, options: {keep: "int(row.id) < 20", otherwise: late}, to: output}
                  - {plugin: compute, name: late, options: {set: {late: "true"}}}
                """, "output", "others");
        exits(0, "run", "pipeline.yaml", "-q", "--overwrite");
        assertThat(lines("out/others.jsonl"))
                .hasSize(30)
                .allMatch(line -> line.contains("\"de\"") && !line.contains("_error"));
        assertThat(lines("out/output.jsonl"))
                .hasSize(30)
                .filteredOn(line -> line.contains("\"late\":true"))
                .hasSize(21);
        verifiesAndReplays();
    }

    @Test
    void reportsAnUnknownTargetOfDroppedRows() throws Exception {
        pipeline(
                "transforms:\n  - {plugin: filter, options: {keep: \"row.lang == 'en'\", otherwise: othes}}\n",
                "output",
                "others");
        assertThat(exits(1, "validate", "pipeline.yaml").err()).contains("there is no node or sink 'othes'");
    }

    @Test
    @Tag("slow")
    void keepsTheFirstOfEqualRowsAlsoAfterAResume() throws Exception {
        String transforms = """
                transforms:
                  - {plugin: compute, options: {set: {key: "row.name + '!'"}}}
                  - {plugin: deduplicate, options: {key: key, otherwise: others}}
                """;
        pipeline(transforms, "output", "others");
        exits(0, "run", "pipeline.yaml", "-q");
        List<String> output = lines("out/output.jsonl");
        List<String> others = lines("out/others.jsonl");
        assertThat(output).hasSize(7).first().asString().contains("\"id\":\"1\"");
        assertThat(others).hasSize(53).first().asString().contains("\"id\":\"8\"", "\"duplicate_of\":1}");
        verifiesAndReplays();

        Files.delete(folder.resolve("out/output.jsonl"));
        Files.delete(folder.resolve("out/others.jsonl"));
        exits(5, "run", "pipeline.yaml", "-q", "--limit", "10");
        exits(0, "resume", "latest", "-q");
        assertThat(lines("out/output.jsonl")).isEqualTo(output);
        assertThat(lines("out/others.jsonl")).isEqualTo(others);
        exits(0, "verify", "latest");
    }

    @Test
    void refusesToDeduplicateBehindACallOrASplit() throws Exception {
        pipeline("""
                transforms:
                  - plugin: llm
                    options: {model: simulator/chat, user_prompt_template: "{{ name }}", output_key: answer}
                  - {plugin: chunk_text, options: {field: name, size: 5}}
                  - {plugin: deduplicate, options: {key: name}}
                """, "output");
        assertThat(exits(1, "validate", "pipeline.yaml").err())
                .contains("'llm' before it calls a service", "'chunk_text' before it splits rows");
    }

    @Test
    void samplesTheSameRowsInEveryRun() throws Exception {
        pipeline("transforms:\n  - {plugin: sample, options: {rows: 11, seed: 5}}\n", "output");
        exits(0, "run", "pipeline.yaml", "-q");
        List<String> output = lines("out/output.jsonl");
        assertThat(output).hasSize(11);
        verifiesAndReplays();

        Files.delete(folder.resolve("out/output.jsonl"));
        exits(5, "run", "pipeline.yaml", "-q", "--limit", "25");
        exits(0, "resume", "latest", "-q");
        assertThat(lines("out/output.jsonl")).isEqualTo(output);
    }

    @Test
    void noticesAChangedTableWhenARunIsResumed() throws Exception {
        program.write("names.csv", "name,title\n0,zero\n1,one\n2,two\n3,three\n4,four\n5,five\n6,six\n");
        pipeline("""
                transforms:
                  - plugin: lookup
                    options:
                      table: {plugin: csv, options: {path: names.csv}}
                      on: {name: name}
                      take: title
                """, "output");
        exits(5, "run", "pipeline.yaml", "-q", "--limit", "10");
        assertThat(lines("out/output.jsonl").getFirst()).contains("\"title\":\"one\"");
        program.write("names.csv", "name,title\n0,null\n1,eins\n2,zwei\n3,drei\n4,vier\n5,fünf\n6,sechs\n");
        assertThat(exits(1, "resume", "latest", "-q").err()).contains("the content of a lookup table");
        exits(0, "resume", "latest", "-q", "--accept-change");
        assertThat(lines("out/output.jsonl")).hasSize(60).last().asString().contains("\"title\":\"vier\"");
    }

    @Test
    void neverWritesTheTableOfALookup() throws Exception {
        program.write("names.csv", "name,title\n1,one\n");
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: rows.csv}}
                transforms:
                  - {plugin: lookup, options: {table: {plugin: csv, options: {path: names.csv}}, on: {name: name}, take: title}}
                sinks:
                  output: {plugin: csv, options: {path: names.csv}}
                """);
        assertThat(exits(1, "validate", "pipeline.yaml").err()).contains("transform 'lookup' reads");
    }
}
