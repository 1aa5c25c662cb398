package dev.rowan.connectors.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.CallScope;
import dev.rowan.api.plugin.PluginException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class InputFileTest {

    @Test
    @DisabledOnOs(OS.WINDOWS)
    @Timeout(180)
    void interruptingTheReaderOfAPipeEndsItsWait(@TempDir Path folder) throws Exception {
        Path pipe = pipe(folder);
        var firstByte = new CountDownLatch(1);
        try (var writer = CallScope.openPlatform("writer");
                var reader = CallScope.openPlatform("reader")) {
            var opened = writer.fork(() -> openedWithOneByte(pipe));
            var reading = reader.fork(() -> readTwice(pipe, firstByte));
            firstByte.await();
            reader.interrupt();

            assertThatThrownBy(reading::get)
                    .isInstanceOf(ExecutionException.class)
                    .hasCauseInstanceOf(PluginException.class);
            opened.get().close();
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void aDeviceHasNoFingerprint() throws Exception {
        var device = FilePart.of(Path.of("/dev/null"), "null");
        assertThat(device.fingerprint()).isEmpty();
        assertThat(device.size()).isEmpty();
    }

    private static OutputStream openedWithOneByte(Path pipe) throws IOException {
        OutputStream out = Files.newOutputStream(pipe);
        out.write('a');
        out.flush();
        return out;
    }

    /// The second read blocks: its byte never arrives.
    private static int readTwice(Path pipe, CountDownLatch firstByte) throws IOException {
        try (var file = InputFile.open(pipe)) {
            var bytes = new byte[1];
            assertThat(file.read(bytes, 0, 1)).isEqualTo(1);
            firstByte.countDown();
            return file.read(bytes, 0, 1);
        }
    }

    private static Path pipe(Path folder) throws IOException, InterruptedException {
        Path pipe = folder.resolve("pipe");
        Process made = new ProcessBuilder("mkfifo", pipe.toString()).start();
        assertThat(made.waitFor()).isZero();
        return pipe;
    }
}
