package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.SystemTime;
import dev.rowan.cli.Program.Ran;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.RunResume;
import dev.rowan.landscape.record.RunStart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// An output belongs to one run until that is finished or given up.
class SinkLockTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void write() throws IOException {
        program = new Program(folder);
    }

    private String latest() throws Exception {
        return String.valueOf(program.run("status", "latest", "--json").json().get("run"));
    }

    @Test
    void anUnfinishedRunKeepsItsOutputUntilItIsResumed() throws Exception {
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);
        String first = latest();
        String written = Files.readString(program.path("out/output.jsonl"));
        for (String[] arguments : new String[][] {{"run", "pipeline.yaml"}, {"run", "pipeline.yaml", "--overwrite"}}) {
            Ran refused = program.run(arguments);
            assertThat(refused.code()).isEqualTo(1);
            assertThat(refused.err())
                    .contains(
                            " belongs to run " + first + ", which is not finished",
                            "rowan resume " + first,
                            "--abandon " + first);
        }
        assertThat(latest()).isEqualTo(first);
        assertThat(program.path("out/output.jsonl")).hasContent(written);

        assertThat(program.run("resume", first).code()).isZero();
        Ran again = program.run("run", "pipeline.yaml", "--overwrite");
        assertThat(again.code()).as(again.err()).isZero();
        try (var left = Files.list(program.path("out"))) {
            assertThat(left.map(file -> String.valueOf(file.getFileName())).filter(name -> name.endsWith(".lock")))
                    .isEmpty();
        }
    }

    @Test
    void anAbandonedRunGivesItsOutputUpAndIsNotResumed() throws Exception {
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);
        String first = latest();
        Ran taken = program.run("run", "pipeline.yaml", "--overwrite", "--abandon", first);
        assertThat(taken.code()).as(taken.err()).isZero();
        String second = latest();
        String written = Files.readString(program.path("out/output.jsonl"));

        assertThat(program.run("status", first).out()).contains("abandoned by ", "so that run " + second);
        assertThat(program.run("runs").out()).contains("abandoned");
        Ran resumed = program.run("resume", first);
        assertThat(resumed.code()).isEqualTo(1);
        assertThat(resumed.err()).contains("run " + first + " cannot be resumed: it was abandoned by ", second);
        assertThat(program.run("verify", first).code()).isEqualTo(11);
        assertThat(program.run("verify", second).code()).isZero();
        Ran nothing = program.run("run", "pipeline.yaml", "--overwrite", "--abandon", first);
        assertThat(nothing.code()).isEqualTo(1);
        assertThat(nothing.err()).contains("--abandon: run " + first + " is abandoned");
        assertThat(program.path("out/output.jsonl")).hasContent(written);
    }

    @Test
    void aRetryTakesTheRowsOfItsOwnContinuationWhenThatIsAbandoned() throws Exception {
        program.write("reviews.csv", "id,text\n1,password one\n2,password two\n3,password three\n");
        assertThat(program.run("run", "pipeline.yaml").code()).isZero();
        String first = latest();
        program.write("pipeline.yaml", Program.PIPELINE.replace("password", "nothing"));
        assertThat(program.run("retry", first, "--outcome", "blocked", "--limit", "1")
                        .code())
                .isEqualTo(5);
        String second = latest();
        String unrecorded = "{\"id\":\"2\",\"text\":\"password two\"}\n{\"id\":";
        Files.writeString(program.path("out/output.jsonl"), unrecorded, StandardOpenOption.APPEND);

        Ran refused = program.run("retry", first, "--outcome", "blocked");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("rowan resume " + second, "--abandon " + second);
        Ran taken = program.run("retry", first, "--outcome", "blocked", "--abandon", second);
        assertThat(taken.code()).as(taken.err()).isZero();
        assertThat(Files.readAllLines(program.path("out/output.jsonl")))
                .hasSize(3)
                .doesNotHaveDuplicates();
        assertThat(program.run("verify", latest()).code()).isZero();

        Ran abandoned = program.run("retry", second);
        assertThat(abandoned.code()).isEqualTo(1);
        assertThat(abandoned.err()).contains("run " + second + " was abandoned by ", "rowan retry " + first);
        Ran again = program.run("retry", first, "--outcome", "blocked");
        assertThat(again.err()).contains("rowan retry " + latest());
    }

    @Test
    void anAbandonedRunIsNotRetried() throws Exception {
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);
        String first = latest();
        assertThat(program.run("run", "pipeline.yaml", "--overwrite", "--abandon", first)
                        .code())
                .isZero();
        Ran refused = program.run("retry", first);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("run " + first + " was abandoned by ", "run the pipeline again");
    }

    @Test
    void anUnreadableLockFileStopsTheRun() throws Exception {
        Files.createDirectories(program.path("out/.output.jsonl.rowan.lock"));
        Ran refused = program.run("run", "pipeline.yaml");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains(".output.jsonl.rowan.lock cannot be opened", "remove the lock file");
        assertThat(program.path("out/output.jsonl")).doesNotExist();
        assertThat(program.path("rowan.db")).doesNotExist();
    }

    @Test
    void aResumeThatIsRefusedForAnOutputLeavesTheRunAsItWas() throws Exception {
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);
        String first = latest();
        Object events = program.run("status", first, "--json").json().get("events");
        Path lock = Files.createDirectories(program.path("out/.output.jsonl.rowan.lock"));
        assertThat(program.run("resume", first).code()).isEqualTo(1);
        assertThat(program.run("status", first, "--json").json().get("events")).isEqualTo(events);
        Files.delete(lock);
        assertThat(program.run("resume", first).code()).isZero();
    }

    @Test
    void aRunWithAnotherOutputIsNotAbandoned() throws Exception {
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);
        String first = latest();
        program.write("other.yaml", Program.PIPELINE.replace("out/", "other/"));
        Ran refused = program.run("run", "other.yaml", "--abandon", first);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("run " + first + " has no output of this pipeline");
        assertThat(program.run("run", "other.yaml").code()).isZero();
        assertThat(program.run("resume", first).code()).isZero();
    }

    @Test
    void anOutputIsTheSameByAnyPath() throws Exception {
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);
        String first = latest();
        Files.createSymbolicLink(folder.resolve("linked"), folder.resolve("out"));
        Files.createLink(folder.resolve("hard.jsonl"), folder.resolve("out/output.jsonl"));
        Files.createSymbolicLink(folder.resolve("symbolic.jsonl"), folder.resolve("out/output.jsonl"));
        for (String name : List.of("linked/output.jsonl", "hard.jsonl", "symbolic.jsonl", "./no/../out/output.jsonl")) {
            program.write("other.yaml", """
                source: {plugin: csv, options: {path: reviews.csv}}
                sinks: {output: {plugin: jsonl, options: {path: %s, mode: append}}}
                """.formatted(name));
            Ran refused = program.run("run", "other.yaml");
            assertThat(refused.code()).as(name).isEqualTo(1);
            assertThat(refused.err()).as(name).contains("belongs to run " + first);
        }
    }

    @Test
    void aLiveRunCannotBeAbandoned() throws Exception {
        try (Landscape live = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom());
                LandscapeRecorder running = start(live, "0-live", "out/output.jsonl")) {
            for (String command : List.of("", "--overwrite", "--abandon 0-live")) {
                Ran refused = program.paste("rowan run pipeline.yaml " + command);
                assertThat(refused.code()).isEqualTo(1);
                assertThat(refused.err())
                        .contains("out/output.jsonl is being written by run 0-live", "rowan watch 0-live");
            }
        }
    }

    @Test
    void anOutputWithTheLongestOfNamesIsWritten() throws Exception {
        String longest = "n".repeat(249) + ".jsonl";
        program.write("long.yaml", Program.PIPELINE.replace("output.jsonl", longest));
        Ran ran = program.run("run", "long.yaml");
        assertThat(ran.code()).as(ran.err()).isZero();
        assertThat(program.path("out/" + longest)).isNotEmptyFile();
    }

    @Test
    void anotherUnfinishedRunDoesNotBlockAResume() throws Exception {
        assertThat(program.run("run", "pipeline.yaml", "--limit", "1").code()).isEqualTo(5);
        String first = latest();
        try (Landscape landscape = Landscapes.open("sqlite:rowan.db", folder, new SystemTime(), new SecureRandom())) {
            start(landscape, "0-other", "elsewhere").close();
            var by = new RunResume("0.1.0", "ada", List.of(), List.of(), Optional.empty());
            landscape
                    .resume(
                            "0-other",
                            by,
                            List.of(folder.resolve("out/output.jsonl")
                                    .toRealPath()
                                    .toString()))
                    .recorder()
                    .close();
            try (LandscapeReader reader = landscape.reader()) {
                assertThat(reader.sinks().holds())
                        .filteredOn(hold -> hold.output().endsWith("output.jsonl"))
                        .hasSize(2);
            }
        }
        Ran resumed = program.run("resume", first);
        assertThat(resumed.code()).as(resumed.err()).isZero();
    }

    private LandscapeRecorder start(Landscape landscape, String runId, String output) throws Exception {
        var run = new RunStart(
                runId, "live", "0.1.0", "", Map.of(), List.of(), "ada", Optional.empty(), "rows", List.of(), List.of());
        return landscape.start(run, List.of(folder.toRealPath().resolve(output).toString()));
    }
}
