package dev.rowan.testkit.server;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// A program from Maven with a class path of its own.
///
/// @param pin a dependency of another version than the program's own, as `group:artifact:version`
record MavenProgram(String group, String name, String version, String pin) implements InstalledProgram {
    private static final String COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";

    /// The command that runs its main class, up to the options of the JVM.
    List<String> java() throws IOException, InterruptedException {
        return List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Xmx512m",
                "-cp",
                install().resolve("lib") + "/*");
    }

    @Override
    public List<String> installer(Path folder) throws IOException {
        Path pom = Files.writeString(folder.resolve("pom.xml"), pom());
        return List.of(
                "mvn",
                "-B",
                "-q",
                "-f",
                pom.toString(),
                COPY,
                "-DincludeScope=runtime",
                "-DoutputDirectory=" + folder.resolve("lib"));
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
                """.formatted(pinned[0], pinned[1], pinned[2], group, name, version);
    }
}
