package dev.rowan.cli.install;

import dev.rowan.cli.command.UsageException;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// Rowan's jars on the class path, with their POMs.
final class LibraryJars {
    private static final Pattern NAME = Pattern.compile("rowan-([a-z]+)-(\\d[\\w.-]*)\\.jar");

    /// The resource folder of the POMs.
    private static final String POMS = "poms/";

    private LibraryJars() {}

    /// A library: its module name and its jar.
    record Library(String module, String version, Path jar) {
        String artifactId() {
            return "rowan-" + module;
        }

        String pom() throws IOException {
            return resource(POMS + module + "/pom.xml")
                    .orElseThrow(() -> new IOException("missing POM of " + artifactId()));
        }
    }

    /// The libraries on the class path, by name.
    static List<Library> on(String classPath) {
        List<Library> found = Stream.of(classPath.split(File.pathSeparator))
                .map(Path::of)
                .flatMap(jar -> library(jar).stream())
                .sorted((a, b) -> a.module().compareTo(b.module()))
                .toList();
        if (found.isEmpty()) {
            throw new UsageException("install-api requires packaged jars; run it with the launcher: rowan install-api");
        }
        return found;
    }

    private static Optional<Library> library(Path jar) {
        Matcher name = NAME.matcher(String.valueOf(jar.getFileName()));
        return name.matches() ? Optional.of(new Library(name.group(1), name.group(2), jar)) : Optional.empty();
    }

    static String parentPom() throws IOException {
        return resource(POMS + "pom.xml").orElseThrow(() -> new IOException("missing parent POM"));
    }

    private static Optional<String> resource(String name) throws IOException {
        try (InputStream in = LibraryJars.class.getResourceAsStream(name)) {
            return in == null ? Optional.empty() : Optional.of(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        }
    }
}
