package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.rowan.app.RowanProcess.Ended;
import dev.rowan.testkit.server.PostgresServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/// Runs that continue elsewhere: on another machine that has only the database and a shared directory in common, and in
/// a
/// database that was restored from a backup.
@ExtendWith(PostgresServer.class)
@Tag("slow")
@Timeout(600)
class PostgresMoveIT {
    private final PostgresServer.Schema schema;

    @TempDir
    private Path folder;

    PostgresMoveIT(PostgresServer.Schema schema) {
        this.schema = schema;
    }

    @Test
    void aRunDetachedOnOneMachineIsResumedOnAnother() throws Exception {
        Path shared = Files.createDirectory(folder.resolve("shared"));
        Path here = Files.createDirectory(folder.resolve("here"));
        Path there = Files.createDirectory(folder.resolve("there"));
        try (var stage = new BatchStage(here, "1h")) {
            Files.move(here.resolve("tickets.csv"), shared.resolve("tickets.csv"));
            stage.change("path: tickets.csv", "path: " + shared.resolve("tickets.csv"));
            stage.change("path: out/moods", "path: " + shared.resolve("moods"));
            stage.change("path: out/blocked", "path: " + shared.resolve("blocked"));
            stage.change("path: out/failed", "path: " + shared.resolve("failed"));
            stage.variables.put("ROWAN_LANDSCAPE", schema.url());
            Ended detached = stage.rowan("run", "pipeline.yaml", "--detach", "--json");
            assertThat(detached.code()).as(detached.err()).isEqualTo(6);
            String run = String.valueOf(detached.json().get("run"));
            assertThat(stage.batches()).hasSize(2);
            Files.move(here.resolve("pipeline.yaml"), there.resolve("pipeline.yaml"));
            delete(here.resolve("artifacts"));
            stage.toBatch(1, "complete");
            stage.toBatch(2, "complete");

            Ended resumed = RowanProgram.run(there, stage.variables, "resume", run, "pipeline.yaml");

            assertThat(resumed.code()).as(resumed.out() + resumed.err()).isZero();
            assertThat(stage.batches()).as("nothing was submitted again").hasSize(2);
            assertThat(Files.readAllLines(shared.resolve("moods.jsonl"))).hasSize(BatchStage.MOODS);
            Ended verified = RowanProgram.run(there, stage.variables, "verify", run);
            assertThat(verified.code()).as(verified.out() + verified.err()).isZero();
        }
    }

    private static void delete(Path folder) throws IOException {
        assertThat(folder).isDirectory();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    /// With the tools of an installed PostgreSQL, as they refuse a newer server.
    @Test
    void aRestoredLandscapeVerifies() throws Exception {
        Optional<Path> installed = installed();
        assumeThat(installed)
                .as("NOT TESTED: no PostgreSQL with pg_dump is installed")
                .isPresent();
        Path tools = installed.get();
        try (var server = new InstalledPostgres(tools, folder.resolve("data"))) {
            String admin = "postgresql://postgres@localhost:" + server.port() + "/postgres";
            tool(
                    tools,
                    "psql",
                    "--dbname=" + admin,
                    "--command=CREATE SCHEMA landscape",
                    "--command=CREATE DATABASE copy");
            Path source = Path.of("..", "examples", "quickstart");
            try (Stream<Path> files = Files.list(source)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    Files.copy(file, folder.resolve(String.valueOf(file.getFileName())));
                }
            }
            Ended run = RowanProgram.run(folder, landscape(admin), "run", "pipeline.yaml", "--limit", "500", "--json");
            assertThat(run.code()).as(run.err()).isEqualTo(5);
            String id = String.valueOf(run.json().get("run"));
            Path dump = folder.resolve("landscape.dump");
            tool(tools, "pg_dump", "--format=custom", "--schema=landscape", "--file=" + dump, admin);
            String copy = admin.replace("/postgres", "/copy").replace("//copy@", "//postgres@");
            tool(tools, "pg_restore", "--no-owner", "--dbname=" + copy, String.valueOf(dump));

            Ended restored = RowanProgram.run(folder, landscape(copy), "verify", id);
            assertThat(restored.out()).as(restored.err()).contains("intact so far; the run is not completed");
            assertThat(RowanProgram.run(folder, landscape(copy), "status", id).out())
                    .isEqualTo(RowanProgram.run(folder, landscape(admin), "status", id)
                            .out());
            Ended resumed = RowanProgram.run(folder, landscape(copy), "resume", id, "--json");
            assertThat(resumed.json().get("status")).as(resumed.err()).isEqualTo("completed");
            assertThat(RowanProgram.run(folder, landscape(copy), "verify", id).code())
                    .isZero();
        }
    }

    private static Map<String, String> landscape(String database) {
        return new HashMap<>(Map.of("ROWAN_LANDSCAPE", database + "?currentSchema=landscape"));
    }

    private static Optional<Path> installed() throws IOException {
        Path all = Path.of("/usr/lib/postgresql");
        if (!Files.isDirectory(all)) {
            return Optional.empty();
        }
        try (Stream<Path> versions = Files.list(all)) {
            return versions.filter(version -> Stream.of("initdb", "pg_ctl", "postgres", "psql", "pg_dump", "pg_restore")
                            .allMatch(tool ->
                                    Files.isExecutable(version.resolve("bin").resolve(tool))))
                    .max(Comparator.comparing(Path::toString));
        }
    }

    private static void tool(Path tools, String name, String... arguments) throws IOException, InterruptedException {
        InstalledPostgres.execute(
                Stream.concat(Stream.of(tools.resolve("bin").resolve(name).toString()), Stream.of(arguments))
                        .toList());
    }
}
