package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.rowan.app.RowanProcess.Ended;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sqlite.util.OSInfo;

/// A disk that runs full under what is written beside the landscape and the sinks: the temp folder, the
/// details of a defect, the head of a run. A small disk in memory is mounted on `disk` for the one process
/// alone.
class TempFullIT {
    private static final int ROWS = 2_000;
    private static final int PAGE = 4_096;
    private static final String FILL = "head -c 9000000 /dev/zero > disk/full 2>/dev/null";
    private static final String ROOM = "mount -o remount,size=64m disk";

    @TempDir
    private Path folder;

    @BeforeEach
    void prepare() throws IOException, InterruptedException {
        Files.createDirectory(folder.resolve("disk"));
        Files.write(
                folder.resolve("rows.jsonl"),
                IntStream.rangeClosed(1, ROWS).mapToObj(TempFullIT::row).toList());
        pipeline("out.jsonl");
        assumeTrue(
                shell("64k", "true").code() == 0,
                "NOT TESTED: a full disk needs the right to mount one (root, or user namespaces)");
    }

    private static String row(int n) {
        return "{\"n\":" + n + ",\"text\":\"a line that takes some room on the disk, number " + n + "\"}";
    }

    private void pipeline(String output) throws IOException {
        Files.writeString(folder.resolve("pipeline.yaml"), """
                source: {plugin: jsonl, options: {path: rows.jsonl}}
                sinks: {output: {plugin: jsonl, options: {path: %s}}}
                landscape: {url: "sqlite:rowan.db"}
                """.formatted(output));
    }

    /// Runs the lines one after the other on a disk of that size, to the end; the code is that of the last.
    private Ended shell(String size, String... lines) throws IOException, InterruptedException {
        String script = "mount -t tmpfs -o size=" + size + " tmpfs disk || exit 90\n" + String.join("\n", lines);
        try (RowanProcess process =
                RowanProcess.start(folder, List.of("unshare", "--map-root-user", "--mount", "sh", "-c", script))) {
            return process.await();
        }
    }

    /// The line that starts `rowan` with the disk as its temp folder, and says its exit code.
    private String rowan(String... args) {
        return line(RowanProcess.command(args));
    }

    private String dying(int point, String... args) {
        List<String> command = new ArrayList<>(RowanProcess.command());
        command.set(command.size() - 1, DyingMain.class.getName());
        command.add(String.valueOf(point));
        command.addAll(List.of(args));
        return line(command);
    }

    private String line(List<String> command) {
        var args = new ArrayList<>(command);
        args.add(1, "-Djava.io.tmpdir=" + folder.resolve("disk"));
        return args.stream().map(word -> "'" + word + "'").collect(Collectors.joining(" ")) + "; echo code $?";
    }

    private void assertComplete() throws IOException {
        assertThat(Files.readAllLines(folder.resolve("out.jsonl")))
                .isEqualTo(
                        IntStream.rangeClosed(1, ROWS).mapToObj(TempFullIT::row).toList());
    }

    @Test
    void aFullTempFolderStopsTheStartAndNamesTheFolder() throws Exception {
        Ended ended =
                shell("64k", FILL, rowan("run", "pipeline.yaml"), "ls out.jsonl", ROOM, rowan("run", "pipeline.yaml"));

        assertThat(ended.out().lines().filter(line -> line.startsWith("code"))).containsExactly("code 1", "code 0");
        assertThat(ended.err())
                .contains("could not be unpacked into the temp folder " + folder.resolve("disk"), "4 MiB")
                .contains("out.jsonl") // which was not there after the first
                .doesNotContain("\tat ");
        assertComplete();
    }

    /// The disk has room for SQLite's library and not for a byte more: the defect is told, and the run goes
    /// on later.
    @Test
    void aFullDiskUnderTheDetailsOfADefectReportsTheDefectAndTheRunContinues() throws Exception {
        Ended ended =
                shell(kibibytes(library()), dying(40, "run", "pipeline.yaml"), "ls disk", rowan("resume", "latest"));

        assertThat(ended.out().lines().filter(line -> line.startsWith("code")))
                .as(ended.err())
                .containsExactly("code 2", "code 0");
        assertThat(ended.err())
                .contains("of a test", "please report it; ROWAN_DEBUG=1 prints the stack trace", "rowan resume ");
        assertThat(ended.out()).doesNotContain("rowan-defect");
        assertComplete();
    }

    private static long library() throws IOException {
        String name = "/org/sqlite/native/" + OSInfo.getNativeLibFolderPathForCurrentOS() + "/libsqlitejdbc.so";
        try (InputStream library = Objects.requireNonNull(TempFullIT.class.getResourceAsStream(name))) {
            return library.readAllBytes().length;
        }
    }

    /// The size of a disk on which a file of so many bytes has room and nothing else.
    private static String kibibytes(long bytes) {
        return (bytes + PAGE - 1) / PAGE * PAGE / 1024 + "k";
    }

    @Test
    void aFullDiskDuringAReplayLeavesTheRunAlone() throws Exception {
        Ended ended = shell(
                "8m",
                rowan("run", "pipeline.yaml"),
                "head -c 6500000 /dev/zero > disk/full",
                rowan("replay", "latest"),
                "ls disk",
                "rm disk/full",
                rowan("verify", "latest"));

        assertThat(ended.out().lines().filter(line -> line.startsWith("code")))
                .as(ended.err())
                .containsExactly("code 0", "code 1", "code 0");
        assertThat(ended.err())
                .containsPattern("No space left|the disk is full")
                .contains("rowan-replay")
                .doesNotContain("\tat ");
        assertThat(ended.out().lines().filter(line -> line.startsWith("rowan-replay")))
                .isEmpty();
        assertComplete();
    }

    /// The output and its lock have room to the last page, its head has none: no part of a head is left, which
    /// would look changed.
    @Test
    void aFullDiskUnderTheHeadLeavesARecordThatVerifies() throws Exception {
        pipeline("disk/out.jsonl");
        Ended ended = shell(
                kibibytes(Files.size(folder.resolve("rows.jsonl")) + PAGE),
                rowan("run", "pipeline.yaml").replace("'-Djava.io.tmpdir=" + folder.resolve("disk") + "'", ""),
                "ls disk",
                ROOM,
                rowan("verify", "latest"));

        assertThat(ended.out().lines().filter(line -> line.startsWith("code")))
                .as(ended.out() + ended.err())
                .containsExactly("code 1", "code 12"); // as it was written, with no head elsewhere
        assertThat(ended.err())
                .contains(".head.json", "the head of the run, cannot be written", "No space left", "rowan status");
        assertThat(ended.out().lines().filter(line -> line.endsWith(".json") || line.endsWith(".part")))
                .isEmpty();
    }
}
