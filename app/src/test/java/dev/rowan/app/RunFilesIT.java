package dev.rowan.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.app.RowanProcess.Ended;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A run leaves the files that `docs/pipelines.md` lists, and no others.
class RunFilesIT {
    private static final Pattern NAMED = Pattern.compile("`([^`]+)`");

    @TempDir
    private Path folder;

    /// The first column of the table, each file as a pattern.
    private static List<Pattern> documented() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "pipelines.md"));
        String section = page.substring(page.indexOf("## Files that a run writes"), page.indexOf("## Values"));
        return section.lines()
                .filter(line -> line.startsWith("| `"))
                .map(line -> line.split(" \\| ", -1)[0])
                .flatMap(cell -> NAMED.matcher(cell).results().map(name -> pattern(name.group(1))))
                .toList();
    }

    private static Pattern pattern(String file) {
        return Pattern.compile(file.replace(".", "\\.")
                .replace("NAME", "[a-z]+\\.jsonl")
                .replace("RUN", "\\d{8}-\\d{6}-\\w{4}")
                .replace("JOB", "\\d+")
                .replace("PROVIDER", "[a-z]+")
                .replaceAll("\\bN\\b", "\\\\d+"));
    }

    @Test
    void aBatchRunLeavesTheFilesThatAreDocumented() throws Exception {
        for (String name : List.of("pipeline.yaml", "tickets.csv")) {
            Files.copy(Path.of("..", "examples", "batch", name), folder.resolve(name));
        }
        Ended run = RowanProgram.run(folder, "run", "pipeline.yaml");
        assertThat(run.code()).as(run.err()).isZero();

        List<String> files;
        try (Stream<Path> found = Files.walk(folder)) {
            files = found.filter(Files::isRegularFile)
                    .map(file -> folder.relativize(file).toString())
                    .filter(file -> !List.of("pipeline.yaml", "tickets.csv").contains(file))
                    .toList();
        }
        List<Pattern> documented = documented();
        assertThat(documented).hasSizeGreaterThan(8);
        assertThat(files)
                .allSatisfy(file -> assertThat(documented)
                        .as("pattern for " + file)
                        .anyMatch(pattern -> pattern.matcher(file).matches()))
                .contains("rowan.db")
                .anyMatch(file -> file.matches("out/rowan-.*\\.head\\.json"))
                .anyMatch(file -> file.matches("artifacts/.*/1/simulator/requests\\.jsonl"))
                .anyMatch(file -> file.matches("artifacts/.*/1/simulator/results\\.jsonl"))
                .noneMatch(file -> file.endsWith(".lock") || file.endsWith("-wal") || file.endsWith(".part"));
    }
}
