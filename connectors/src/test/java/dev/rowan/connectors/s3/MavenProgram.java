package dev.rowan.connectors.s3;

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

/// A server from Maven with a class path of its own, installed once per user and run as a process.
///
/// @param pin a dependency of another version than the server's own, as `group:artifact:version`
record MavenProgram(String group, String artifact, String version, String pin) {
    static final MavenProgram S3_PROXY =
            new MavenProgram("org.gaul", "s3proxy", "4.1.0", "com.fasterxml.jackson.core:jackson-annotations:2.22");
    static final MavenProgram S3_MOCK =
            new MavenProgram("com.adobe.testing", "s3mock", "5.2.0", "org.slf4j:slf4j-api:2.0.17");

    private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

    static boolean isInstalled() {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "mvn")));
    }

    /// The class path. Concurrent builds wait for each other.
    String classPath() throws IOException, InterruptedException {
        Path cache = Files.createDirectories(cache());
        Path home = cache.resolve(artifact + "-" + version);
        try (var lock = FileChannel.open(
                cache.resolve(artifact + ".lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            lock.lock();
            if (!Files.isDirectory(home)) {
                Path fresh = Files.createTempDirectory(cache, artifact);
                Files.writeString(fresh.resolve("pom.xml"), pom());
                run(fresh);
                Files.move(fresh, home);
            }
        }
        return home.resolve("lib") + "/*";
    }

    private static Path cache() {
        return Optional.ofNullable(System.getenv("XDG_CACHE_HOME"))
                .filter(text -> !text.isBlank())
                .map(Path::of)
                .orElseGet(() -> Path.of(System.getProperty("user.home"), ".cache"))
                .resolve("rowan");
    }

    private String pom() {
        String[] pinned = pin.split(":", -1);
        return """
                <project xmlns="http://maven.apache.org/POM/4.0.0">
                  <modelVersion>4.0.0</modelVersion>
                  <groupId>dev.rowan.servers</groupId><artifactId>server</artifactId><version>1</version>
                  <packaging>pom</packaging>
                  <dependencyManagement><dependencies><dependency>
                    <groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>
                  </dependency></dependencies></dependencyManagement>
                  <dependencies><dependency>
                    <groupId>%s</groupId><artifactId>%s</artifactId><version>%s</version>
                  </dependency></dependencies>
                </project>
                """.formatted(pinned[0], pinned[1], pinned[2], group, artifact, version);
    }

    private void run(Path folder) throws IOException, InterruptedException {
        Path log = Files.createTempFile("mvn", ".log");
        Process maven = new ProcessBuilder(List.of(
                        "mvn",
                        "-B",
                        "-q",
                        "-f",
                        folder.resolve("pom.xml").toString(),
                        COPY,
                        "-DincludeScope=runtime",
                        "-DoutputDirectory=" + folder.resolve("lib")))
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!maven.waitFor(10, TimeUnit.MINUTES) || maven.exitValue() != 0) {
            maven.destroyForcibly();
            throw new IOException(
                    "Maven could not copy " + artifact + ": " + Files.readString(log, StandardCharsets.UTF_8));
        }
        Files.delete(log);
    }
}
