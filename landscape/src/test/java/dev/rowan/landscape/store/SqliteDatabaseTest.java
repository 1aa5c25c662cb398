package dev.rowan.landscape.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.landscape.FakeTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeException;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.Samples;
import dev.rowan.landscape.open.Landscapes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SqliteDatabaseTest {
    private static final String URL = "sqlite:rowan.db";

    @TempDir
    Path folder;

    private Landscape open(String url) {
        return Landscapes.open(url, folder, new FakeTime(), new SecureRandom());
    }

    private void record() throws InterruptedException {
        try (Landscape landscape = open(URL);
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            for (long row = 1; row <= 500; row++) {
                recorder.record(Samples.wholeRow(row));
            }
        }
    }

    @Test
    void createsAnOwnerOnlyFileAndItsParentFolders() throws IOException, InterruptedException {
        try (Landscape landscape = open("sqlite:deep/er/rowan.db");
                LandscapeRecorder recorder = landscape.start(Samples.run("a"))) {
            recorder.awaitCommitted(recorder.record(Samples.read(1)));

            assertThat(landscape.describe()).isEqualTo("sqlite:" + folder.resolve("deep/er/rowan.db"));
            for (String file : List.of("rowan.db", "rowan.db-wal", "rowan.db-shm")) {
                assertThat(mode("deep/er/" + file)).isEqualTo("rw-------");
            }
            assertThat(mode("deep")).isEqualTo("rwx------");
        }
    }

    private String mode(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(path)));
    }

    @Test
    void refusesAFileThatIsNoDatabase() throws IOException {
        Files.writeString(folder.resolve("rowan.db"), "these are my holiday notes\n".repeat(1_000));

        assertThatThrownBy(() -> open(URL))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("is not a SQLite database");
        assertThatThrownBy(() -> Landscapes.read(URL, folder)).hasMessageContaining("is not a SQLite database");
    }

    @Test
    void refusesADamagedFile() throws IOException, InterruptedException {
        record();
        byte[] bytes = Files.readAllBytes(folder.resolve("rowan.db"));
        Arrays.fill(bytes, 200, bytes.length, (byte) 0x5a);
        Files.write(folder.resolve("rowan.db"), bytes);

        assertThatThrownBy(() -> open(URL))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("is damaged");
    }

    @Test
    void refusesATruncatedFile() throws IOException, InterruptedException {
        record();
        byte[] bytes = Files.readAllBytes(folder.resolve("rowan.db"));
        Files.write(folder.resolve("rowan.db"), Arrays.copyOf(bytes, bytes.length / 3));

        assertThatThrownBy(this::readAll).isInstanceOf(LandscapeException.class).hasMessageContaining("is damaged");
    }

    private void readAll() {
        try (LandscapeReader reader = Landscapes.read(URL, folder)) {
            reader.rows().values("a", 1, 500);
        }
    }

    @Test
    void rejectsAForeignDatabase() throws SQLException {
        try (var connection = DriverManager.getConnection("jdbc:sqlite:" + folder.resolve("rowan.db"));
                var statement = connection.createStatement()) {
            statement.execute("CREATE TABLE songs (title TEXT)");
        }

        assertThatThrownBy(() -> open(URL))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("holds tables that are not a landscape");
    }

    @Test
    void rejectsAPathWhereNoFileCanBeCreated() throws IOException {
        Files.writeString(folder.resolve("file"), "");

        assertThatThrownBy(() -> open("sqlite:file/rowan.db"))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("cannot create the landscape");
        assertThatThrownBy(() -> open("sqlite:.")).hasMessageContaining("is a folder");
        assertThatThrownBy(() -> open("sqlite:")).hasMessageContaining("must name a file");
    }

    @Test
    void readingNeverCreatesADatabase() {
        assertThatThrownBy(() -> Landscapes.read(URL, folder))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("there is no landscape sqlite:" + folder.resolve("rowan.db"));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void reportsAnEmptyDatabaseOnRead() throws IOException {
        Files.createFile(folder.resolve("rowan.db"));

        assertThatThrownBy(() -> Landscapes.read(URL, folder))
                .isInstanceOf(LandscapeException.class)
                .hasMessageContaining("no run was ever recorded there");
    }
}
