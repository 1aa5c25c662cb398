package dev.rowan.cli.install;

import dev.rowan.cli.install.LibraryJars.Library;
import dev.rowan.cli.terminal.Shell;
import dev.rowan.engine.report.Figures;
import dev.rowan.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `rowan install-api`: writes the libraries as a Maven repository.
@Command(
        name = "install-api",
        description = "Install Rowan's libraries into a Maven repository directory, to use it from Java.",
        footer = {"", "Example:", "  ${COMMAND-FULL-NAME} maven-repository"})
public final class InstallApiCommand implements Callable<Integer> {
    private static final String PARENT = "rowan";

    private final Shell shell;

    @Parameters(paramLabel = "DIR", arity = "0..1", description = "Target directory. Default: maven-repository.")
    private Path folder = Path.of("maven-repository");

    @Option(names = "--json", description = "Print one JSON object.")
    private boolean json;

    public InstallApiCommand(Shell shell) {
        this.shell = shell;
    }

    @Override
    public Integer call() throws IOException {
        Path target = shell.folder().resolve(folder).toAbsolutePath().normalize();
        List<Library> libraries = LibraryJars.on(System.getProperty("java.class.path"));
        String version = libraries.getFirst().version();
        var repository = new MavenRepository(target);
        repository.putPom(PARENT, version, LibraryJars.parentPom());
        for (Library library : libraries) {
            repository.putPom(library.artifactId(), library.version(), library.pom());
            repository.putJar(library.artifactId(), library.version(), library.jar());
        }
        if (json) {
            shell.out()
                    .println(JsonObject.object()
                            .put("folder", target.toString())
                            .put("group", "dev.rowan")
                            .put("version", version)
                            .put(
                                    "artifacts",
                                    libraries.stream().map(Library::artifactId).toList())
                            .line());
        } else {
            lines(target, version, libraries.size()).forEach(shell.out()::println);
        }
        return 0;
    }

    private static List<String> lines(Path target, String version, int count) {
        return List.of(
                Figures.counted(count, "artifact") + " of dev.rowan " + version + " to " + target,
                "",
                "In the pom.xml of a project:",
                "",
                "  <repositories>",
                "    <repository><id>rowan</id><url>" + target.toUri() + "</url></repository>",
                "  </repositories>",
                "  <dependencies>",
                "    <dependency><groupId>dev.rowan</groupId><artifactId>rowan-engine</artifactId><version>" + version
                        + "</version></dependency>",
                "    <dependency><groupId>dev.rowan</groupId><artifactId>rowan-connectors</artifactId><version>"
                        + version + "</version></dependency>",
                "  </dependencies>");
    }
}
