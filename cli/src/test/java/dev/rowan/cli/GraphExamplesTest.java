package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The examples of pipelines as graphs, as a newcomer runs them: without a key, with the output that is in their
/// folder.
///
/// With `-Drowan.examples.write=true` it writes the expected output and the pictures of the documentation.
@Timeout(120)
class GraphExamplesTest {
    private static final Path EXAMPLES = Path.of("..", "examples", "graphs");
    private static final Path PICTURES = Path.of("..", "docs", "img");
    private static final boolean WRITE = Boolean.getBoolean("rowan.examples.write");

    @TempDir
    private Path folder;

    static Stream<String> examples() throws IOException {
        try (Stream<Path> folders = Files.list(EXAMPLES)) {
            return folders
                    .filter(Files::isDirectory)
                    .map(example -> example.getFileName().toString())
                    .sorted()
                    .toList()
                    .stream();
        }
    }

    private Ran exits(Program program, List<Integer> codes, String... arguments) {
        Ran ran = program.run(arguments);
        assertThat(ran.code())
                .as(String.join(" ", arguments) + "\n" + ran.out() + ran.err())
                .isIn(codes);
        return ran;
    }

    private Program copy(String example) throws IOException {
        var program = new Program(folder);
        try (Stream<Path> files = Files.list(EXAMPLES.resolve(example))) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                program.write(file.getFileName().toString(), Files.readString(file));
            }
        }
        return program;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void runsWithoutAKeyAndWritesWhatItPromises(String example) throws Exception {
        Program program = copy(example);
        exits(program, List.of(0, 4), "run", "pipeline.yaml", "-q"); // some rows fail on purpose
        Path expected = EXAMPLES.resolve(example).resolve("expected");
        if (WRITE) {
            Files.createDirectories(expected);
            for (Map.Entry<String, String> file : outputs(folder.resolve("out")).entrySet()) {
                Files.writeString(expected.resolve(file.getKey()), file.getValue());
            }
        }
        assertThat(outputs(folder.resolve("out"))).isEqualTo(outputs(expected));
        exits(program, List.of(0), "verify", "latest");
        assertThat(exits(program, List.of(0), "replay", "latest", "--json", "-q")
                        .json()
                        .get("equal"))
                .isEqualTo(true);
    }

    /// The files of a folder by name, without the id of the run.
    private static Map<String, String> outputs(Path out) throws IOException {
        var files = new TreeMap<String, String>();
        try (Stream<Path> list = Files.list(out)) {
            for (Path file :
                    list.filter(path -> path.toString().endsWith(".jsonl")).toList()) {
                files.put(
                        file.getFileName().toString(),
                        Files.readString(file).replaceAll("\"run\":\"[^\"]*\"", "\"run\":\"RUN\""));
            }
        }
        return files;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void hasItsPictureInTheDocumentation(String example) throws Exception {
        Program program = copy(example);
        exits(program, List.of(0), "graph", "pipeline.yaml", "-o", "picture.svg");
        String drawn = Files.readString(folder.resolve("picture.svg"));
        Path picture = PICTURES.resolve("graph-" + example.replace('_', '-') + ".svg");
        if (WRITE) {
            Files.writeString(picture, drawn);
        }
        assertThat(drawn)
                .as("run this test with -Drowan.examples.write=true to draw it again")
                .isEqualTo(Files.readString(picture));
    }

    @Test
    void allHaveAnEntryInTheReadme() throws IOException {
        String readme = Files.readString(EXAMPLES.resolve("README.md"));
        assertThat(examples()).allSatisfy(example -> assertThat(readme).contains("`" + example + "`"));
    }
}
