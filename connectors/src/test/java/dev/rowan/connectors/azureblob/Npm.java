package dev.rowan.connectors.azureblob;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Programs from npm, installed once per user, without running install scripts.
final class Npm {
    /// The cut-off date of packages, so that every clone installs the same ones.
    private static final String BEFORE = "2026-11-01";

    private Npm() {}

    /// Whether node and npm are installed.
    static boolean isInstalled() {
        return Stream.of("node", "npm")
                .allMatch(program -> Stream.of(Optional.ofNullable(System.getenv("PATH"))
                                .orElse("")
                                .split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))));
    }

    /// The folder of the package in this version. Concurrent builds wait for each other.
    static Path install(String name, String version) throws IOException, InterruptedException {
        Path cache = Files.createDirectories(cache());
        Path home = cache.resolve(name + "-" + version);
        Path installed = home.resolve("node_modules").resolve(name);
        try (var lock =
                FileChannel.open(cache.resolve(name + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            if (!Files.isDirectory(installed)) {
                Path fresh = Files.createTempDirectory(cache, name);
                run(fresh, name + "@" + version);
                Files.move(fresh, home);
            }
        }
        return installed;
    }

    private static Path cache() {
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("rowan");
    }

    private static void run(Path folder, String what) throws IOException, InterruptedException {
        Path log = Files.createTempFile("npm", ".log");
        Process npm = new ProcessBuilder(List.of(
                        "npm",
                        "install",
                        "--prefix=" + folder,
                        "--ignore-scripts",
                        "--no-audit",
                        "--no-fund",
                        "--before=" + BEFORE,
                        what))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!npm.waitFor(10, TimeUnit.MINUTES) || npm.exitValue() != 0) {
            npm.destroyForcibly();
            throw new IOException(
                    "npm could not install " + what + ": " + Files.readString(log, StandardCharsets.UTF_8));
        }
        Files.delete(log);
    }
}
