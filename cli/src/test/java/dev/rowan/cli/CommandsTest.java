package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import dev.rowan.json.JsonException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandsTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
    }

    @Test
    void suggestsCommandsThatWorkWhenPasted() {
        Ran run = program.run("run", "pipeline.yaml");
        List<String> next = run.out()
                .lines()
                .dropWhile(line -> !line.equals("Next:"))
                .skip(1)
                .toList();
        assertThat(next)
                .satisfiesExactly(
                        line -> assertThat(line).matches("  rowan explain [0-9]{8}-[0-9]{6}-[a-z0-9]{4} --row 2"),
                        line -> assertThat(line).matches("  rowan status [0-9]{8}-[0-9]{6}-[a-z0-9]{4}"),
                        line -> assertThat(line).isEqualTo("  rowan runs"))
                .allSatisfy(line -> assertThat(program.paste(line).code()).isZero());
    }

    @Test
    void suggestsTheLandscapeWhereItIsNeeded() throws IOException {
        program.write("pipeline.yaml", Program.PIPELINE + "landscape: {url: \"sqlite:audit/rowan.db\"}\n");
        String address = "sqlite:" + program.path("audit/rowan.db");
        Ran run = program.run("run", "pipeline.yaml");
        assertThat(run.out()).contains(" --landscape " + address);
        assertThat(program.paste("rowan status latest --landscape " + address).code())
                .isZero();
    }

    @Test
    void callsItselfByTheNameItWasCalledBy() {
        program.variable("ROWAN_COMMAND", "./rowan");
        assertThat(program.run("run", "pipeline.yaml").out()).containsPattern("  ./rowan explain \\S+ --row 2");
        assertThat(program.run("help", "run").out()).contains("Usage: ./rowan run", "  ./rowan run examples/");
    }

    @Test
    void findsARunByIdPrefixNameAndLatest() throws JsonException {
        String id = String.valueOf(
                program.run("run", "pipeline.yaml", "--json").json().get("run"));
        for (String word : List.of(id, id.substring(0, 17), "reviews", "latest")) {
            assertThat(program.run("status", word, "--json").json().get("run")).isEqualTo(id);
        }
        assertThat(program.run("status", "nothing"))
                .satisfies(ran -> assertThat(ran.code()).isEqualTo(1))
                .satisfies(ran -> assertThat(ran.err()).contains("there is no run 'nothing'", id));
    }

    @Test
    void explainsByRowAndById() {
        program.run("run", "pipeline.yaml");
        Ran byId = program.run("explain", "latest", "--id", "2");
        assertThat(byId.out()).contains("Row 2 of run", "line 3, id 2", "blocked at keyword_filter: blocked_content");
        assertThat(program.run("explain", "latest", "--row", "2")).isEqualTo(byId);
        assertThat(program.run("explain", "latest", "--row", "9").err()).contains("has no row 9; it read rows 1 to 3");
        assertThat(program.run("explain", "latest", "--id", "x").err()).contains("has no row with the id 'x'");
    }

    @Test
    void printsTheSameAsJson() throws JsonException {
        Map<?, ?> run = program.run("run", "pipeline.yaml", "--json").json();
        assertThat(run.get("status")).isEqualTo("completed");
        assertThat(run.get("outcomes")).isEqualTo(Map.of("completed", 2L, "blocked", 1L));
        assertThat(run.get("rows_read")).isEqualTo(3L);
        Map<?, ?> status = program.run("status", "latest", "--json").json();
        assertThat(status.get("outcomes")).isEqualTo(run.get("outcomes"));
        assertThat(status.get("run")).isEqualTo(run.get("run"));
        for (String none : List.of("pools", "jobs", "changes", "resume_changes", "outages", "waiting_for")) {
            assertThat(status.get(none)).as(none).isEqualTo(List.of());
        }
        assertThat(status.get("percent_done")).isEqualTo(100L);
        Map<?, ?> listed = RunFigures.maps(program.run("runs", "--json").json().get("runs"))
                .getFirst();
        listed.forEach((key, value) -> assertThat(status.get(key)).as("%s", key).isEqualTo(value));
        Map<?, ?> history =
                program.run("explain", "latest", "--row", "2", "--json").json();
        assertThat(history.get("row")).isEqualTo(Map.of("id", "2", "text", "my password is hunter2"));
        Map<?, ?> refused = program.run("run", "pipeline.yaml", "--json").json();
        assertThat(refused.get("status")).isEqualTo("error");
        assertThat(refused.get("exit_code")).isEqualTo(1L);
        assertThat(refused.get("message")).asString().contains("already exists");
    }

    @Test
    void reportsTheMissingLandscape() {
        Ran ran = program.run("runs");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("there is no landscape sqlite:" + program.path("rowan.db"));
        assertThat(program.path("rowan.db")).doesNotExist();
    }

    @Test
    void listsRunsNewestFirst() {
        program.run("run", "pipeline.yaml");
        program.run("run", "pipeline.yaml", "--overwrite", "--limit", "1");
        List<String> lines = program.run("runs").out().lines().toList();
        assertThat(lines).hasSize(3);
        assertThat(lines.getFirst()).startsWith("run  ").endsWith("rows");
        assertThat(lines.get(1)).contains("reviews", "limited");
        assertThat(lines.get(2)).contains("reviews", "completed");
        assertThat(program.run("runs", "--limit", "1").out().lines()).hasSize(2);
    }

    @Test
    void validatesWithoutOpeningAnything() throws IOException {
        program.write("pipeline.yaml", Program.PIPELINE.replace("reviews.csv", "missing.csv"));
        Ran ran = program.run("validate", "pipeline.yaml");
        assertThat(ran.code()).isZero();
        assertThat(ran.out()).startsWith("ok  pipeline.yaml\n").contains("source     csv", "sink       output");
    }
}
