package dev.rowan.browser;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Finds the browser: `CHROMIUM`, else one of the usual names on `PATH`, else Debian's package, installed where
/// possible.
final class Chromium {
    private static final List<String> NAMES =
            List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");
    private static final int INSTALL_MINUTES = 5;

    private Chromium() {}

    static Optional<Path> findOrInstall() {
        Optional<Path> found = find();
        return found.isPresent() || !install() ? found : find();
    }

    private static Optional<String> named() {
        return Optional.ofNullable(System.getenv("CHROMIUM")).filter(name -> !name.isBlank());
    }

    private static Optional<Path> find() {
        Stream<Path> places = named().isPresent()
                ? Stream.of(Path.of(named().get()))
                : NAMES.stream().flatMap(Chromium::onPath);
        return places.filter(Files::isExecutable).findFirst();
    }

    private static Stream<Path> onPath(String name) {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/bin"))
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, name));
    }

    /// Only without `CHROMIUM`.
    private static boolean install() {
        if (named().isPresent()
                || !"root".equals(System.getProperty("user.name"))
                || !Files.isExecutable(Path.of("/usr/bin/apt-get"))) {
            return false;
        }
        System.err.println("No browser here: installing Debian's chromium for the tests of the page.");
        return ran("apt-get", "-qq", "update") && ran("apt-get", "-qq", "install", "-y", "chromium");
    }

    private static boolean ran(String... words) {
        try {
            var builder = new ProcessBuilder(words)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().put("DEBIAN_FRONTEND", "noninteractive");
            Process process = builder.start();
            if (process.waitFor(INSTALL_MINUTES, TimeUnit.MINUTES)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return false;
        } catch (IOException _) {
            return false;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
