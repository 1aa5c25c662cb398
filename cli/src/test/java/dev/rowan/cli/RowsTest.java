package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `rowan rows`: which rows ended how, and why.
class RowsTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void run() throws IOException {
        program = new Program(folder);
        program.write("reviews.csv", "id,text\na,fine\nb,my password\nc,good\nd\ne,no password\nf,\n");
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: reviews.csv, id: id, on_error: unreadable}}
                transforms:
                  - plugin: keyword_filter
                    options: {fields: [text], blocked_patterns: ["password"], on_error: blocked}
                  - plugin: llm
                    options: {model: simulator/chat, user_prompt_template: "{{ text }}", output_key: mood, on_error: failed}
                sinks:
                  output: {plugin: jsonl, options: {path: out/output.jsonl}}
                  blocked: {plugin: jsonl, options: {path: out/blocked.jsonl}}
                  failed: {plugin: jsonl, options: {path: out/failed.jsonl}}
                  unreadable: {plugin: jsonl, options: {path: out/unreadable.jsonl}}
                """);
        program.run("run", "pipeline.yaml", "--quiet");
    }

    @Test
    void failedRowsAreListedWithTheirReasons() {
        Ran ran = program.run("rows", "latest", "--outcome", "failed");

        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(ran.out())
                .contains("row  id  outcome  node  reason")
                .containsPattern(" 6  f +failed +llm +empty_prompt +the prompt for this row is empty")
                .contains("1 row\n  1 failed at llm: empty_prompt\n")
                .doesNotContain("blocked");
        String next = ran.out()
                .lines()
                .filter(line -> line.contains(" explain "))
                .findFirst()
                .orElseThrow();
        assertThat(program.paste(next).out()).contains("Row 6 of run", "empty_prompt");
    }

    @Test
    void everyOutcomeCanBeAskedFor() {
        assertThat(program.run("rows", "latest", "--outcome", "blocked,quarantined")
                        .out())
                .containsSubsequence(
                        " 2  b ", "blocked", "blocked_content", " 4 ", "quarantined", "ragged_row", " 5  e ")
                .contains("3 rows\n  2 blocked at keyword_filter: blocked_content\n  1 quarantined: ragged_row\n");
        assertThat(program.run("rows", "latest", "--reason", "ragged_row").out())
                .contains("1 row\n");
        assertThat(program.run("rows", "latest", "--outcome", "indeterminate").out())
                .matches("Run \\S+ has no matching rows.\n");
        assertThat(program.run("rows", "latest").out()).contains("6 rows");
    }

    @Test
    void printsOneJsonObject() throws Exception {
        Map<?, ?> json = program.run("rows", "latest", "--outcome", "failed,blocked", "--limit", "2", "--json")
                .json();

        assertThat(json.get("matched")).isEqualTo(3L);
        assertThat(json.get("more")).isEqualTo(true);
        assertThat((List<?>) json.get("rows"))
                .hasSize(2)
                .first()
                .satisfies(row -> assertThat((Map<?, ?>) row)
                        .extracting("row_seq", "source_id", "outcome", "node", "sink")
                        .containsExactly(2L, "b", "blocked", "keyword_filter", "blocked"));
        assertThat((List<?>) json.get("reasons")).hasSize(2);
    }

    @Test
    void suggestsTheExport() {
        String out = program.run("rows", "latest", "--outcome", "blocked", "--limit", "1")
                .out();

        assertThat(out).contains("2 rows, the first 1 shown");
        String next = out.lines()
                .filter(line -> line.contains(" export "))
                .findFirst()
                .orElseThrow();
        assertThat(program.paste(next).out().lines()).hasSize(2);
    }

    @Test
    void anUnknownOutcomeIsRefused() {
        Ran ran = program.run("rows", "latest", "--outcome", "lost");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("--outcome must be one of completed, blocked, failed, quarantined, discarded, indeterminate,"
                        + " split, merged, got 'lost'");
        assertThat(program.run("rows", "latest", "--limit", "0").err()).contains("--limit must be from 1 to 10000");
    }
}
