package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The examples `documents` and `images`, in a copy of their folders.
class DocumentExamplesTest {
    @TempDir
    private Path folder;

    private Ran run(String example, int code) throws IOException {
        Path from = Path.of("..", "examples", example);
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = folder.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.resolve("..").normalize());
                Files.deleteIfExists(copy);
                Files.copy(file, copy);
            }
        }
        var program = new Program(folder);
        Files.copy(from.resolve("pipeline.yaml"), folder.resolve("pipeline.yaml"), StandardCopyOption.REPLACE_EXISTING);
        Ran ran = program.run("run", "pipeline.yaml", "-q");
        assertThat(ran.code()).as(ran.out() + ran.err()).isEqualTo(code);
        assertThat(program.run("verify", "latest").code()).isZero();
        return ran;
    }

    @Test
    void extractsLettersIntoATable() throws Exception {
        run("documents", 4);
        assertThat(Files.readString(folder.resolve("out/letters.csv")))
                .startsWith("path,pages,mood,text\n")
                .contains("letters/complaint.pdf,2,negative,", "Enclosed: the invoice over 39.90 EUR.")
                .contains("letters/praise.pdf,1,positive,")
                .contains("letters/question.pdf,1,");
        assertThat(Files.readAllLines(folder.resolve("out/failed.jsonl")))
                .singleElement()
                .asString()
                .contains("letters/scan.pdf", "no_text_layer");
    }

    @Test
    void describesImages() throws Exception {
        run("images", 0);
        assertThat(Files.readAllLines(folder.resolve("out/descriptions.jsonl")))
                .hasSize(3)
                .allMatch(line -> line.contains("\"description\":\""));
        try (Stream<Path> files = Files.walk(folder.resolve("artifacts"))) {
            assertThat(files.filter(
                            file -> Files.isRegularFile(file) && file.toString().contains("attachments")))
                    .hasSize(3);
        }
    }
}
