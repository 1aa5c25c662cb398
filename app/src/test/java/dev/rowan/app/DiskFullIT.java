package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.app.RowanProcess.Ended;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A disk that runs full under a sink or under the landscape: a small one in memory, mounted for the one process
/// alone.
class DiskFullIT {
    private static final int ROWS = 50_000;

    /// Mounts the small disk on `disk`, runs what follows, and copies to `saved` what the disk holds then.
    private static final String SCRIPT = """
            mount -t tmpfs -o size=1280k tmpfs disk || exit 90
            "$@"
            code=$?
            cp -a disk/. saved
            exit $code
            """;

    /// Mounts the small disk, runs the first command, gives the disk room and runs the second.
    private static final String THEN_ROOM = """
            mount -t tmpfs -o size=${DISK:-1280k} tmpfs disk || exit 90
            eval "$1"
            [ $? = 1 ] || exit 91
            cp -a disk/. first
            mount -o remount,size=256m disk
            eval "$2"
            code=$?
            cp -a disk/. saved
            exit $code
            """;

    @TempDir
    private Path folder;

    @BeforeEach
    void prepare() throws IOException, InterruptedException {
        Files.createDirectory(folder.resolve("disk"));
        Files.createDirectory(folder.resolve("saved"));
        Files.createDirectory(folder.resolve("first"));
        Files.write(
                folder.resolve("rows.jsonl"),
                IntStream.rangeClosed(1, ROWS).mapToObj(DiskFullIT::row).toList());
        assumeTrue(
                mounted(List.of("true")).code() == 0,
                "NOT TESTED: a full disk needs the right to mount one (root, or user namespaces)");
    }

    private static String row(int n) {
        return "{\"n\":" + n + ",\"text\":\"a line that takes some room on the disk, number " + n + "\"}";
    }

    private Ended mounted(List<String> command) throws IOException, InterruptedException {
        var whole = new ArrayList<>(List.of("unshare", "--map-root-user", "--mount", "sh", "-c", SCRIPT, "sh"));
        whole.addAll(command);
        try (RowanProcess process = RowanProcess.start(folder, whole)) {
            return process.await();
        }
    }

    private Ended run(String output, String landscape) throws IOException, InterruptedException {
        pipeline(output, landscape);
        return mounted(RowanProcess.command("run", "pipeline.yaml"));
    }

    private void pipeline(String output, String landscape) throws IOException {
        Files.writeString(folder.resolve("pipeline.yaml"), """
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                sinks: {output: {plugin: jsonl, options: {path: %s}}}
                landscape: {url: "sqlite:%s"}
                """.formatted(output, landscape));
    }

    /// The rows in a sink, which must be the first ones, whole and in order.
    private long firstRows(String sink) throws IOException {
        String text = Files.readString(folder.resolve(sink));
        List<String> lines = text.lines().toList();
        assertThat(text).matches(all -> all.isEmpty() || all.endsWith("\n"), "ends with a whole line");
        assertThat(lines)
                .isEqualTo(IntStream.rangeClosed(1, lines.size())
                        .mapToObj(DiskFullIT::row)
                        .toList());
        return lines.size();
    }

    @Test
    void underASinkKeepsTheRowsThatAreRecorded() throws Exception {
        Ended ended = run("disk/output.jsonl", "rowan.db");
        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.err())
                .contains("disk/output.jsonl cannot be written", "No space left", "rowan status ")
                .doesNotContain("\tat ");
        Map<?, ?> status =
                RowanProgram.run(folder, "status", "latest", "--json").json();
        assertThat(status.get("status")).isEqualTo("failed");
        assertThat(status.get("rows_ended")).isEqualTo(firstRows("saved/output.jsonl"));
    }

    @Test
    void underTheLandscapeLosesNoRecordedRow() throws Exception {
        Ended ended = run("output.jsonl", "disk/rowan.db");
        assertThat(ended.code()).as(ended.err()).isEqualTo(1);
        assertThat(ended.err())
                .contains("rowan.db", "full", "what was committed before is safe")
                .doesNotContain("\tat ");
        Map<?, ?> status = RowanProgram.run(
                        folder, "status", "latest", "--json", "--landscape", "sqlite:saved/rowan.db")
                .json();
        assertThat(status.get("rows_ended"))
                .isInstanceOfSatisfying(
                        Long.class, recorded -> assertThat(recorded).isLessThanOrEqualTo(rows()));
    }

    @ParameterizedTest
    @CsvSource({"disk/output.jsonl, rowan.db, saved/output.jsonl", "output.jsonl, disk/rowan.db, output.jsonl"})
    void resumesWhenThereIsDiskSpaceAgain(String output, String landscape, String written) throws Exception {
        pipeline(output, landscape);
        String run = shell(RowanProcess.command("run", "pipeline.yaml"));
        String resume = shell(RowanProcess.command("resume", "latest", "pipeline.yaml"));
        try (RowanProcess process = RowanProcess.start(
                folder, List.of("unshare", "--map-root-user", "--mount", "sh", "-c", THEN_ROOM, "sh", run, resume))) {
            Ended ended = process.await();
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.err()).contains("rowan resume ");
        }
        assertThat(firstRows(written)).isEqualTo(ROWS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "64k | csv | {path: disk/output.csv.gz} | disk/output.csv.gz cannot be written",
                "64k | parquet | {path: disk/output.parquet} | disk/output.parquet.part cannot be written",
                "1280k | jdbc | {url: \"jdbc:sqlite:disk/output.db\", table: t, create: \"create table t (n, text)\"} |"
                        + " the table t cannot be written",
            })
    void underOtherOutputsLeavesNothingHalf(String size, String plugin, String options, String message)
            throws Exception {
        Files.writeString(folder.resolve("pipeline.yaml"), """
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                sinks: {output: {plugin: %s, options: %s}}
                """.formatted(plugin, options));
        String run = shell(RowanProcess.command("run", "pipeline.yaml"));
        String resume = shell(RowanProcess.command("resume", "latest", "pipeline.yaml"));
        try (RowanProcess process = RowanProcess.start(
                folder,
                List.of("unshare", "--map-root-user", "--mount", "sh", "-c", THEN_ROOM, "sh", run, resume),
                Map.of("DISK", size))) {
            Ended ended = process.await();
            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.err())
                    .contains(message)
                    .containsIgnoringCase(plugin.equals("jdbc") ? "full" : "No space left")
                    .contains("rowan resume ")
                    .doesNotContain("\tat ");
        }
        switch (plugin) {
            case "csv" -> {
                assertThat(gzipLines("first/output.csv.gz")).as("whole members").isLessThan(ROWS);
                assertThat(gzipLines("saved/output.csv.gz")).isEqualTo(ROWS + 1);
            }
            case "parquet" -> {
                assertThat(folder.resolve("first/output.parquet")).doesNotExist();
                assertThat(folder.resolve("saved/output.parquet")).isNotEmptyFile();
            }
            default -> {
                assertThat(tableRows("first/output.db")).isLessThan(ROWS);
                assertThat(tableRows("saved/output.db")).isEqualTo(ROWS);
            }
        }
    }

    private long gzipLines(String file) throws IOException {
        Path packed = folder.resolve(file);
        if (Files.notExists(packed) || Files.size(packed) == 0) {
            return 0;
        }
        try (var lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(packed)), StandardCharsets.UTF_8))) {
            return lines.lines().count();
        }
    }

    private long tableRows(String file) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve(file));
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("select count(*) from t")) {
            return rows.getLong(1);
        }
    }

    private static String shell(List<String> command) {
        return command.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" "));
    }

    private long rows() {
        try {
            return firstRows("output.jsonl");
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }
}
