package dev.rowan.testkit.server;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/// A program that tests run as a process, installed once per user below `~/.cache/rowan`.
interface InstalledProgram {
    String name();

    String version();

    /// The command that installs the program into `folder`.
    List<String> installer(Path folder) throws IOException;

    /// The folder of the program, installed if it is not there yet. Concurrent builds wait for each other.
    default Path install() throws IOException, InterruptedException {
        Path cache = Files.createDirectories(cache());
        Path home = cache.resolve(name() + "-" + version());
        try (var lock = FileChannel.open(
                cache.resolve(name() + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            if (!Files.isDirectory(home)) {
                Path fresh = Files.createTempDirectory(cache, name());
                run(installer(fresh));
                Files.move(fresh, home);
            }
        }
        return home;
    }

    private static Path cache() {
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("rowan");
    }

    private static void run(List<String> command) throws IOException, InterruptedException {
        Path log = Files.createTempFile("install", ".log");
        Process installer = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!installer.waitFor(10, TimeUnit.MINUTES) || installer.exitValue() != 0) {
            installer.destroyForcibly();
            throw new IOException(
                    String.join(" ", command) + " failed: " + Files.readString(log, StandardCharsets.UTF_8));
        }
        Files.delete(log);
    }
}
