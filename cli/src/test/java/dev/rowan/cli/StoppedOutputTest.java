package dev.rowan.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// A run that ends before its input leaves an output that others can read, with every row, and a resumed run gives
/// the bytes of one that never stopped.
@Timeout(120)
class StoppedOutputTest {
    private static final int ROWS = 30;

    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeProgram() throws IOException {
        program = new Program(folder);
    }

    private void write(String plugin, String file) throws IOException {
        var rows = new StringBuilder("id,text\n");
        for (int id = 1; id <= ROWS; id++) {
            rows.append(id).append(",text ").append(id).append('\n');
        }
        program.write("rows.csv", rows.toString());
        for (String out : new String[] {"stopped", "straight"}) {
            program.write(
                    out + ".yaml", """
                    source: {plugin: csv, options: {path: rows.csv}}
                    transforms: [{plugin: field_mapper, options: {mapping: {id: id, text: text}}}]
                    sinks: {output: {plugin: %s, options: {path: "%s/%s"%s}}}
                    """.formatted(plugin, out, file, file.contains("{n}") ? ", rows_per_file: 8" : ""));
        }
        program.write("copy.yaml", """
                source: {plugin: %s, options: {path: "stopped/%s"}}
                transforms: [{plugin: field_mapper, options: {mapping: {text: text}}}]
                sinks: {output: {plugin: jsonl, options: {path: copy.jsonl}}}
                """.formatted(plugin, file.replace("{n}", "*")));
    }

    private Ran exits(int code, String... arguments) {
        Ran ran = program.run(arguments);
        assertThat(ran.code())
                .as(String.join(" ", arguments) + "\n" + ran.out() + ran.err())
                .isEqualTo(code);
        return ran;
    }

    private Map<String, byte[]> files(String name) throws IOException {
        var files = new TreeMap<String, byte[]>();
        try (Stream<Path> all = Files.list(folder.resolve(name))) {
            for (Path file :
                    all.filter(one -> !one.toString().endsWith(".head.json")).toList()) {
                files.put(String.valueOf(file.getFileName()), Files.readAllBytes(file));
            }
        }
        return files;
    }

    @ParameterizedTest
    @CsvSource({
        "csv, out.csv.gz",
        "jsonl, out.jsonl.zst",
        "text, out.txt.gz",
        "json, out.array",
        "json, out.array.gz",
        "parquet, out.parquet",
        "parquet, part-{n}.parquet"
    })
    void isReadableAndContinues(String plugin, String file) throws Exception {
        write(plugin, file);
        Ran stopped = exits(5, "run", "stopped.yaml", "--limit", "20", "--landscape", "sqlite:stopped.db");
        exits(11, "verify", "latest", "--landscape", "sqlite:stopped.db");
        exits(0, "run", "copy.yaml", "-q", "--landscape", "sqlite:copy.db");
        assertThat(Files.readAllLines(folder.resolve("copy.jsonl"))).hasSize(20);
        if (!file.equals("out.array")) {
            assertThat(stopped.out()).contains("written, not durable", "a resume writes them again");
        }

        exits(0, "resume", "latest", "-q", "--landscape", "sqlite:stopped.db");
        exits(0, "run", "straight.yaml", "-q", "--landscape", "sqlite:straight.db");
        assertThat(files("stopped")).containsExactlyEntriesOf(files("straight"));
        exits(0, "verify", "latest", "--landscape", "sqlite:stopped.db");
        exits(0, "replay", "latest", "-q", "--landscape", "sqlite:stopped.db");
    }
}
