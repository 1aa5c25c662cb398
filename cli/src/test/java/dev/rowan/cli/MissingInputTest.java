package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// An input that is not there: `validate` warns, since another program may write it before the run; `run` and `doctor`
/// fail. A pattern without a match is an error.
class MissingInputTest extends ProgramFixture {

    private void files(String path, String table) throws IOException {
        program.write("rows.csv", "id,code\n1,a\n");
        program.write("table.csv", "code,name\na,first\n");
        program.write("pipeline.yaml", """
                source: {plugin: csv, options: {path: "%s"}}
                transforms:
                  - plugin: lookup
                    options: {table: {plugin: csv, options: {path: %s}}, on: {code: code}, take: [name]}
                sinks: {output: {plugin: jsonl, options: {path: out.jsonl}}}
                """.formatted(path, table));
    }

    @ParameterizedTest
    @ValueSource(strings = {"nowhere.csv,table.csv", "rows.csv,nowhere.csv"})
    void isAWarningThatNamesIt(String files) throws Exception {
        files(files.split(",")[0], files.split(",")[1]);
        Ran validated = exits(0, "validate", "pipeline.yaml");
        assertThat(validated.out() + validated.err())
                .contains("nowhere.csv does not exist; a run needs it, and its fields are not checked until then");
        assertThat(exits(0, "validate", "pipeline.yaml", "--json").out()).contains("config.missing_input");
        assertThat(exits(1, "run", "pipeline.yaml", "-q").err()).contains("nowhere.csv does not exist", "check 'path'");
        Ran checked = program.run("doctor", "pipeline.yaml");
        assertThat(checked.code()).as(checked.out() + checked.err()).isEqualTo(1);
        assertThat((checked.out() + checked.err()).replaceAll("\\s+", " ")).contains("nowhere.csv does not exist");
    }

    @Test
    void isAnErrorIfAPatternMatchesNoFile() throws Exception {
        files("nowhere/*.csv", "table.csv");
        assertThat(exits(1, "validate", "pipeline.yaml").err()).contains("matches no file", "check 'path'");
    }

    @Test
    void isNoneIfEveryFileIsThere() throws Exception {
        files("rows.csv", "table.csv");
        Ran validated = exits(0, "validate", "pipeline.yaml");
        assertThat(validated.out() + validated.err()).doesNotContain("does not exist");
    }
}
