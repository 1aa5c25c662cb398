package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `.env.example` names every variable by which a service is found, and no value.
class EnvExampleTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern SERVICE_VARIABLE = Pattern.compile(
            "\\b(OPENAI|AZURE|ANTHROPIC|GEMINI|GOOGLE|OPENROUTER)(_[A-Z0-9]+)*_(KEY|URL|ENDPOINT|STRING|TOKEN)\\b");

    private static List<String> example() throws IOException {
        return Files.readAllLines(ROOT.resolve(".env.example")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
    }

    private static Set<String> variables(String text) {
        return SERVICE_VARIABLE
                .matcher(text)
                .results()
                .map(found -> found.group())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /// The sources of all modules, the docs and the examples.
    private static List<Path> texts() throws IOException {
        try (Stream<Path> modules = Files.list(ROOT)) {
            return modules.flatMap(folder -> Stream.of(folder.resolve("src/main/java"), folder.resolve("README.md")))
                    .flatMap(EnvExampleTest::under)
                    .toList();
        }
    }

    private static Stream<Path> under(Path folder) {
        try (Stream<Path> files = Files.exists(folder) ? Files.walk(folder) : Stream.empty()) {
            return files.filter(file -> file.toString().matches(".*\\.(java|md|yaml|yml)")).toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void holdsNamesWithoutValues() throws IOException {
        assertThat(example()).isNotEmpty().allMatch(line -> line.matches("[A-Z][A-Z0-9_]*="));
    }

    @Test
    void namesEveryVariableOfAServiceInSourcesDocsAndExamples() throws IOException {
        Set<String> named = variables(String.join("\n", example()));
        var all = new TreeSet<String>();
        for (Path file : Stream.of(texts().stream(), under(ROOT.resolve("docs")), under(ROOT.resolve("examples")))
                .flatMap(files -> files)
                .toList()) {
            all.addAll(variables(Files.readString(file)));
        }
        assertThat(all).contains("OPENAI_API_KEY", "AZURE_CONTENT_SAFETY_ENDPOINT"); // the search finds something
        assertThat(named).containsAll(all);
    }

    @Test
    void knowsAVariableWhenItSeesOne() {
        assertThat(variables("env.get(\"AZURE_FOO_API_KEY\"), ${GEMINI_BASE_URL}, AZURE_CHAT, MY_KEY"))
                .containsExactly("AZURE_FOO_API_KEY", "GEMINI_BASE_URL");
    }
}
