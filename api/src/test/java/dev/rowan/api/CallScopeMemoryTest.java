package dev.rowan.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Closes a scope whose threads finished while there was no memory left, in a JVM with a small heap.
class CallScopeMemoryTest {

    @ParameterizedTest
    @ValueSource(strings = {"virtual", "platform"})
    void closesAfterItsThreadsFinishedWithoutMemory(String kind) throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx24m",
                        "-XX:+UseSerialGC",
                        "-XX:-UseTLAB", // no thread keeps a reserve of its own
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FullHeap.class.getName(),
                        kind)
                .redirectErrorStream(true)
                .start();
        try {
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).as("ended").isTrue();
            assertThat(new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .contains("closed");
        } finally {
            process.destroyForcibly();
        }
    }
}
