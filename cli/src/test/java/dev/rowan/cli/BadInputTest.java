package dev.rowan.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.rowan.cli.Program.Ran;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Errors that the user can fix are reported with exit code 1 and change nothing on disk.
class BadInputTest {
    @TempDir
    private Path folder;

    private Program program;

    @BeforeEach
    void makeAFolder() throws IOException {
        program = new Program(folder);
    }

    private void refuses(String... arguments) throws IOException {
        Map<Path, String> before = contents();
        Ran ran = program.run("run", "pipeline.yaml");
        assertThat(ran.code()).as(ran.err()).isEqualTo(1);
        assertThat(ran.out()).isEmpty();
        assertThat(ran.err()).contains(arguments).doesNotContain("Exception", "\tat ");
        assertThat(contents()).isEqualTo(before);
    }

    /// Every file with its bytes, one character each.
    private Map<Path, String> contents() throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> Files.isRegularFile(file) && Files.isReadable(file))
                    .collect(Collectors.toMap(file -> file, BadInputTest::bytes));
        }
    }

    private static String bytes(Path file) {
        try {
            return Files.readString(file, ISO_8859_1);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private void input(String path) throws IOException {
        program.write("pipeline.yaml", Program.PIPELINE.replace("path: reviews.csv", "path: " + path));
    }

    private void output(String path) throws IOException {
        program.write("pipeline.yaml", Program.PIPELINE.replace("path: out/output.jsonl", "path: " + path));
    }

    @Test
    void aMissingPipelineFile() throws IOException {
        Files.delete(program.path("pipeline.yaml"));
        refuses("pipeline.yaml does not exist; looked for it at ", "1 problem in ");
    }

    @Test
    void aPipelineFileThatIsNoText() throws IOException {
        Files.write(program.path("pipeline.yaml"), new byte[] {'r', 'u', (byte) 0xff, 0});
        refuses("pipeline.yaml:1:3 must be UTF-8, got byte 0xFF");
    }

    @Test
    void aMissingInput() throws IOException {
        input("missing.csv");
        refuses("missing.csv does not exist; check 'path'");
    }

    @Test
    void anInputThatMustNotBeRead() throws IOException {
        Path secret = program.write("secret.csv", "id,text\n1,a\n");
        Files.setPosixFilePermissions(secret, PosixFilePermissions.fromString("---------"));
        assumeFalse(Files.isReadable(secret), "this user may read everything");
        input("secret.csv");
        refuses("secret.csv", "permission");
    }

    @Test
    void aBinaryInput() throws IOException {
        Files.write(program.path("image.csv"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2});
        input("image.csv");
        refuses("image.csv is not UTF-8 text");
    }

    @Test
    void anEmptyInput() throws IOException {
        program.write("empty.csv", "");
        input("empty.csv");
        refuses("empty.csv is empty: expected a header line");
    }

    @Test
    void aFolderAsInput() throws IOException {
        Files.createDirectory(program.path("folder.csv"));
        input("folder.csv");
        refuses("folder.csv is a directory without files; check 'path'");
    }

    @Test
    void aPatternThatMatchesNothing() throws IOException {
        input("data/*.csv");
        refuses("data/*.csv matches no file in ", "check 'path'");
    }

    @Test
    void anOutputThatTheSourceWouldRead() throws IOException {
        program.write(
                "pipeline.yaml",
                Program.PIPELINE
                        .replace("path: reviews.csv", "path: \"*.csv\"")
                        .replace("path: out/output.jsonl", "path: more.csv"));
        refuses("the source would read ", "more.csv as one of its files; choose another directory or name");
    }

    @Test
    void anOutputWhereNothingCanBeWritten() throws IOException {
        output("reviews.csv/output.jsonl");
        refuses("sink 'output': ", "cannot be created: ", "reviews.csv is a file, not a directory");
    }

    @Test
    void anOutputFolderThatMustNotBeWritten() throws IOException {
        Path locked = Files.createDirectory(program.path("locked"));
        Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("r-x------"));
        assumeFalse(Files.isWritable(locked), "this user may write everywhere");
        output("locked/output.jsonl");
        refuses("sink 'output': ", "locked is not writable by this user");
    }

    @Test
    void anOutputThatExists() throws IOException {
        Files.createDirectory(program.path("out"));
        program.write("out/output.jsonl", "{\"precious\":true}\n");
        refuses("sink 'output': ", "output.jsonl already exists; use --overwrite to replace it");
    }

    @Test
    void anUnknownPlugin() throws IOException {
        program.write("pipeline.yaml", Program.PIPELINE.replace("keyword_filter", "keyword_fliter"));
        refuses("unknown transform plugin 'keyword_fliter'; did you mean 'keyword_filter'?");
    }

    @Test
    void aLandscapeThatIsNoDatabase() throws IOException {
        program.write("rowan.db", "These are the notes of a long journey. ".repeat(100));
        refuses("rowan.db is not a SQLite database: choose another file");
    }

    @Test
    void aLandscapeOfANewerRowan() throws IOException, SQLException {
        program.run("run", "pipeline.yaml");
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + program.path("rowan.db"));
                var statement = connection.createStatement()) {
            statement.execute("INSERT INTO schema_version (version) VALUES (99)");
        }
        Ran ran = program.run("run", "pipeline.yaml", "--overwrite");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("was written by a newer Rowan (schema 99", "upgrade Rowan");
        assertThat(program.path("out/output.jsonl")).content().contains("fine", "good");
        assertThat(program.run("runs").err()).contains("was written by a newer Rowan");
    }

    @Test
    void aLandscapeAddressOfAnotherKind() {
        Ran ran = program.run("run", "pipeline.yaml", "--landscape", "rowan.db");
        assertThat(ran.code()).isEqualTo(1);
        assertThat(ran.err()).contains("a landscape url must be sqlite:<file> or postgresql://");
    }

    @Test
    void aLandscapeInMemory() throws IOException {
        String memory = "sqlite::memory:";
        String[][] commands = {
            {"run", "pipeline.yaml", "--landscape", memory},
            {"runs", "--landscape", memory},
            {"status", "latest", "--landscape", memory},
            {"explain", "latest", "--row", "1", "--landscape", memory}
        };
        for (String[] command : commands) {
            Ran ran = program.run(command);
            assertThat(ran.code()).as(command[0]).isEqualTo(1);
            assertThat(ran.err())
                    .as(command[0])
                    .contains("'sqlite::memory:' is not supported; name a file, such as sqlite:rowan.db");
        }
        assertThat(program.run("doctor", "--landscape", memory).out()).contains("bad ", "is not supported");
        program.write("memory.yaml", Program.PIPELINE + "landscape: {url: \"sqlite::memory:\"}\n");
        assertThat(program.run("validate", "memory.yaml").err()).contains("landscape.url: ", "is not supported");
        assertThat(program.path(":memory:")).doesNotExist();
    }
}
