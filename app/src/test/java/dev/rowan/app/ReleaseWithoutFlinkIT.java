package dev.rowan.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The launcher of a release, without the second archive: nothing of Flink is there, and nothing of it is loaded.
@Tag("slow")
class ReleaseWithoutFlinkIT {
    private static final Path QUICKSTART = Path.of("..", "examples", "quickstart");

    @TempDir
    private Path folder;

    @Test
    void runsWithoutAClassOfFlinkAndNamesTheArchiveWhenAskedForIt() throws Exception {
        Path release = Files.createDirectory(folder.resolve("rowan-0"));
        Files.copy(Path.of("..", "rowan"), release.resolve("rowan"));
        lib(Files.createDirectory(release.resolve("lib")));
        Path work = Files.createDirectory(folder.resolve("work"));
        for (String name : List.of("pipeline.yaml", "reviews.csv")) {
            Files.copy(QUICKSTART.resolve(name), work.resolve(name));
        }
        Path classes = folder.resolve("classes.txt");

        Said plain = rowan(release, work, classes, "run", "pipeline.yaml");

        assertThat(plain.code()).as(plain.text()).isZero();
        try (Stream<String> loaded = Files.lines(classes)) {
            assertThat(loaded)
                    .anyMatch(line -> line.contains("dev.rowan.engine.run.PipelineRun"))
                    .noneMatch(line -> line.contains("org.apache.flink") || line.contains("dev.rowan.flink."));
        }
        Said asked = rowan(
                release,
                work,
                classes,
                "run",
                "pipeline.yaml",
                "--engine",
                "flink",
                "--landscape",
                "postgresql://127.0.0.1:1/rowan",
                "--overwrite");
        assertThat(asked.code()).as(asked.text()).isEqualTo(1);
        assertThat(asked.text()).contains("unpack the archive rowan-flink");
        assertThat(release.resolve("cluster")).doesNotExist();
    }

    private record Said(int code, String text) {}

    private static Said rowan(Path release, Path work, Path classes, String... arguments)
            throws IOException, InterruptedException {
        var command = new ArrayList<>(List.of("sh", release.resolve("rowan").toString()));
        command.addAll(List.of(arguments));
        var builder = new ProcessBuilder(command).directory(work.toFile()).redirectErrorStream(true);
        builder.environment().keySet().removeIf(name -> name.startsWith("ROWAN_"));
        builder.environment()
                .putAll(Map.of(
                        "ROWAN_JAVA_HOME",
                        System.getProperty("java.home"),
                        "ROWAN_AOT",
                        "off",
                        "ROWAN_JAVA_OPTS",
                        "-Xlog:class+load:file=" + classes));
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), UTF_8);
        return new Said(process.waitFor(), text);
    }

    /// The class path of the tests without the tests: what the release has in `lib`, and more.
    private static void lib(Path lib) throws IOException {
        int number = 0;
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
            Path path = Path.of(entry).toAbsolutePath();
            assertThat(String.valueOf(path.getFileName())).doesNotStartWith("flink-");
            if (Files.isRegularFile(path)) {
                Files.createSymbolicLink(lib.resolve(number++ + "-" + path.getFileName()), path);
            } else if (path.endsWith("classes") && Files.isDirectory(path)) {
                jar(path, lib.resolve(number++ + "-classes.jar"));
            }
        }
    }

    private static void jar(Path classes, Path jar) throws IOException {
        try (var out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                out.putNextEntry(
                        new ZipEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }
}
