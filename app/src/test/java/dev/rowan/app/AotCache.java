package dev.rowan.app;

import dev.rowan.chaos.image.Folders;
import dev.rowan.cli.Main;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/// The classes of the program as the JVM has loaded and linked them once: a process that begins with this
/// file needs a quarter less processor time. It lies in the build folder, made by the first process of each
/// build that wants it. There is none where the program does not come from jars, as in an editor; then
/// everything only takes longer.
///
/// The JVM takes jars alone, and a class path may continue after those that the cache was made with: `jars`
/// come first.
record AotCache(List<String> jars) {
    private static final Path FOLDER = Path.of("target").toAbsolutePath();
    private static final Path EXAMPLE = Path.of("..", "examples", "moderation");

    /// The options of a process that uses it; made now if it is not there.
    List<String> options() {
        if (!Main.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath()
                .endsWith(".jar")) {
            return List.of();
        }
        try {
            Path cache = FOLDER.resolve("rowan-" + key() + ".aot");
            if (!Files.exists(cache)) {
                make(cache);
            }
            // a cache that does not fit is passed over without a word, as in the launcher
            return Files.notExists(cache) || Files.size(cache) == 0
                    ? List.of()
                    : List.of(
                            "-XX:AOTCache=" + cache,
                            "-Xlog:disable",
                            "-Xlog:all=error:stderr",
                            "-Xlog:aot*=off:stderr");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /// Other jars, or the same ones built again, need another cache.
    private String key() throws IOException {
        var sum = new CRC32();
        for (String jar : jars) {
            String state = jar + Files.size(Path.of(jar)) + Files.getLastModifiedTime(Path.of(jar));
            sum.update(state.getBytes(StandardCharsets.UTF_8));
        }
        return Long.toHexString(sum.getValue());
    }

    /// Learns from a run of an example. An empty file in its place says that this failed, and is not tried
    /// again.
    private void make(Path cache) throws IOException {
        Path work = Files.createTempDirectory(FOLDER, "aot");
        for (String name : List.of("pipeline.yaml", "messages.csv")) {
            Files.copy(EXAMPLE.resolve(name), work.resolve(name));
        }
        Path made = work.resolve("made.aot");
        var command = new ArrayList<>(RowanProcess.JAVA);
        command.addAll(List.of("-XX:AOTCacheOutput=" + made, "-Xlog:disable", "-cp"));
        command.addAll(List.of(String.join(File.pathSeparator, jars), Main.class.getName(), "run", "pipeline.yaml"));
        try (RowanProcess learning = RowanProcess.start(work, command)) {
            learning.await();
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return;
        }
        Files.move(
                Files.exists(made) ? made : Files.createFile(work.resolve("none")),
                cache,
                StandardCopyOption.ATOMIC_MOVE);
        Folders.remove(work);
    }
}
