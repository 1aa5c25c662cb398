package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.json.RowJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `watch` and `tune` of an ended run; `TuneIT` tests them on a running one.
class TuneTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void runThePipeline() throws IOException {
        program = new Program(folder);
        assertThat(program.run("run", "pipeline.yaml").code()).isZero();
    }

    @Test
    void watchPrintsTheEndOfARunAndReturnsItsExitCode() {
        Ran ran = program.run("watch", "latest");

        assertThat(ran.code()).isZero();
        assertThat(ran.err()).isEmpty();
        assertThat(ran.out())
                .startsWith("reviews (")
                .endsWith("): completed · 3 rows done · 2 completed · 1 blocked\n");
    }

    @Test
    void watchPrintsSamplesAndTheEndAsJson() throws Exception {
        List<String> lines =
                program.run("watch", "latest", "--json").out().lines().toList();

        assertThat(lines).hasSize(2);
        assertThat(read(lines.getFirst()).get("sample"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("rows_ended", 3L)
                .containsEntry("outcomes", Map.of("completed", 2L, "blocked", 1L));
        assertThat(read(lines.getLast()).get("status")).isEqualTo("completed");
    }

    private static Map<?, ?> read(String line) throws Exception {
        return RowJson.readValue(line.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> map ? map : Map.of();
    }

    @Test
    void anEndedRunRejectsControlRequests() {
        Ran ran = program.run("tune", "latest", "--pause");

        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err())
                .contains("accepts no control requests: no process is executing it; resume it with `rowan resume ");
    }

    @Test
    void rejectsAnInvalidControlRequestBeforeSendingIt() {
        assertThat(program.run("tune", "latest").err()).contains("nothing to change; pass --pool");
        assertThat(program.run("tune", "latest", "--pool", "keyword_filter=many")
                        .err())
                .contains("the order pool_size needs a whole number as 'value', got many");
        assertThat(program.run("tune", "latest", "--max-cost", "much").err()).contains("needs an amount of dollars");
        assertThat(program.run("tune", "latest", "--pause", "--drain").code()).isEqualTo(1);
        assertThat(program.run("tune", "nobody", "--pause").err()).contains("there is no run 'nobody'");
    }
}
