package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A project of someone else compiles and runs against what `rowan install-api` writes, as docs/java-api.md shows it.
class InstallApiIT {
    private static final Path PAGE = Path.of("..", "docs", "java-api.md");
    private static final Pattern DEPENDENCY = Pattern.compile(
            "<dependency>(?:(?!</dependency>).)*?<artifactId>(rowan-[a-z]+)</artifactId>(?:(?!</dependency>).)*?</dependency>",
            Pattern.DOTALL);

    @TempDir
    private Path folder;

    @Test
    void aProjectCompilesAndRunsAgainstTheRepository() throws Exception {
        Path repository = folder.resolve("maven-repository");
        Ended installed = RowanProcess.run(folder, "install-api", "maven-repository");
        assertThat(installed.code()).as(installed.err()).isZero();
        assertThat(installed.out()).contains(repository.toUri().toString(), "rowan-engine");
        assertThat(pom(repository, "rowan")).contains("<packaging>pom</packaging>", "<dependencyManagement>");

        String page = Files.readString(PAGE);
        Set<String> modules = closure(repository, dependencies(block(page, "xml")));
        assertThat(modules).contains("rowan-api", "rowan-engine", "rowan-landscape");
        String jars = Stream.concat(
                        modules.stream().map(module -> jar(repository, module).toString()), others())
                .collect(Collectors.joining(File.pathSeparator));

        Path source = Files.writeString(folder.resolve("Reviews.java"), block(page, "java"));
        int compiled = ToolProvider.getSystemJavaCompiler()
                .run(null, null, null, "-proc:none", "-cp", jars, "-d", folder.toString(), source.toString());
        assertThat(compiled).isZero();

        Files.writeString(folder.resolve("reviews.csv"), "id,text\n1,fine\n2,my password is hunter2\n3,good\n");
        Process run = new ProcessBuilder(Stream.of(
                                RowanProcess.JAVA,
                                List.of("-cp", folder + File.pathSeparator + jars, "Reviews", folder.toString()))
                        .flatMap(List::stream)
                        .toList())
                .redirectErrorStream(true)
                .start();
        String said = new String(run.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
        assertThat(run.waitFor()).as(said).isZero();
        assertThat(said).contains("COMPLETED=2", "BLOCKED=1");
        assertThat(folder.resolve("output.jsonl")).content().hasLineCount(2);
    }

    /// The modules and all modules that they need, by the POMs.
    private static Set<String> closure(Path repository, List<String> modules) throws IOException {
        Set<String> all = new TreeSet<>();
        for (String module : modules) {
            if (all.add(module)) {
                List<String> needed = dependencies(withoutTests(pom(repository, module)));
                all.addAll(closure(repository, needed));
            }
        }
        return all;
    }

    private static String withoutTests(String pom) {
        return Pattern.compile(
                        "<dependency>(?:(?!</dependency>).)*?<scope>test</scope>\\s*</dependency>", Pattern.DOTALL)
                .matcher(pom)
                .replaceAll("");
    }

    private static List<String> dependencies(String pom) {
        return DEPENDENCY.matcher(pom).results().map(found -> found.group(1)).toList();
    }

    private static Path jar(Path repository, String module) {
        return repository.resolve("dev/rowan/" + module + "/0.1.0/" + module + "-0.1.0.jar");
    }

    private static String pom(Path repository, String module) throws IOException {
        Path pom = repository.resolve("dev/rowan/" + module + "/0.1.0/" + module + "-0.1.0.pom");
        assertThat(pom.resolveSibling(pom.getFileName() + ".sha1")).exists();
        return Files.readString(pom);
    }

    /// What comes from elsewhere in a real project.
    private static Stream<String> others() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(entry -> entry.endsWith(".jar"))
                .filter(entry -> !Path.of(entry).getFileName().toString().startsWith("rowan-"));
    }

    private static String block(String page, String language) {
        return Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL)
                .matcher(page)
                .results()
                .map((MatchResult found) -> found.group(1))
                .findFirst()
                .orElseThrow();
    }
}
