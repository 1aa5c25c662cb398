package dev.rowan.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.rowan.api.config.ConfigException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files that hold no text, or none that can be read.
@Tag("slow")
class UnreadableFileTest {
    @TempDir
    Path folder;

    private void assertUnreadable(Path file, String message) {
        assertThatThrownBy(() -> PipelineFile.read(file, Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessage(file + message);
    }

    private void assertUnreadable(byte[] bytes, String message) {
        assertUnreadable(TestPipeline.write(folder, bytes), message);
    }

    private static byte[] bytes(int... values) {
        byte[] bytes = new byte[values.length];
        for (int i = 0; i < values.length; i++) {
            bytes[i] = (byte) values[i];
        }
        return bytes;
    }

    @Test
    void reportsWhereItLookedForAMissingFile() {
        Path file = folder.resolve("missing.yaml");
        assertUnreadable(file, " does not exist; looked for it at " + file);
    }

    @Test
    void refusesAFolder() {
        assertUnreadable(folder, " is a directory; name the pipeline file in it");
    }

    @Test
    void refusesAFileBelowAFile() {
        Path file = TestPipeline.write(folder, bytes('a')).resolve("b");
        assertThatThrownBy(() -> PipelineFile.read(file, Map.of()))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(file + " cannot be read; ");
    }

    @Test
    void refusesAFileThatThisUserMayNotRead() throws IOException {
        Path file = TestPipeline.write(folder, bytes('a'));
        assumeThat(file.toFile().setReadable(false)).isTrue();
        assumeThat(Files.isReadable(file)).isFalse(); // the superuser may read everything
        assertUnreadable(file, " is not readable by this user; change its permissions");
    }

    @Test
    void refusesMoreThanAMebibyte() {
        byte[] large = "#".repeat((1 << 20) + 1).getBytes(StandardCharsets.UTF_8);
        assertUnreadable(large, ":1:1 must be at most 1 MiB; keep long texts in separate files");
    }

    @Test
    void readsAFileOfExactlyAMebibyte() {
        String text = "a: 1 #" + "x".repeat((1 << 20) - 6);
        Path file = TestPipeline.write(folder, text.getBytes(StandardCharsets.UTF_8));
        assertThat(PipelineFile.read(file, Map.of()).text()).isEqualTo(text);
    }

    @Test
    void doesNotReadAnEndlessFileToItsEnd() {
        Path endless = Path.of("/dev/zero");
        assumeThat(endless).exists();
        assertUnreadable(endless, ":1:1 must be at most 1 MiB; keep long texts in separate files");
    }

    @Test
    void refusesBytesThatAreNoUtf8() {
        assertUnreadable(
                bytes('a', ':', ' ', '1', '\n', 'b', 0xC3, 0xA9, ':', ' ', 0xE9, '\n'),
                ":2:5 must be UTF-8, got byte 0xE9; save it as UTF-8");
    }

    @Test
    void refusesACharacterThatIsCutShort() {
        assertUnreadable(bytes('a', ':', ' ', 0xC3), ":1:4 must be UTF-8, got byte 0xC3; save it as UTF-8");
    }

    @Test
    void refusesUtf16() {
        byte[] text = "a: 1".getBytes(StandardCharsets.UTF_16);
        assertUnreadable(text, ":1:1 must be UTF-8, got UTF-16; save it as UTF-8");
        assertUnreadable(bytes(0xFF, 0xFE, 'a', 0), ":1:1 must be UTF-8, got UTF-16; save it as UTF-8");
    }
}
