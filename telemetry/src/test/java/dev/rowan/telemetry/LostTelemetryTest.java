package dev.rowan.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.record.RunEnd;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Receivers that are down, slow or unwilling. They are waited for in real time, up to the five seconds that
/// are promised, so these tests have a class of their own, which runs beside [TelemetryTest].
class LostTelemetryTest {
    /// Far above the five seconds, so that a busy machine does not matter.
    private static final Duration HANGS = Duration.ofMinutes(1);

    @TempDir
    private Path folder;

    private Stage stage = Stage.of(Path.of(""), Map.of());

    @BeforeEach
    void open() throws IOException {
        stage = TelemetryTest.stage(folder);
    }

    @Test
    @Tag("slow")
    void anUnreachableEndpointOnlyAddsOneLine() throws Exception {
        int nobody;
        try (var socket = new ServerSocket(0)) {
            nobody = socket.getLocalPort();
        }
        Stage.Ran ran =
                stage.run(TelemetryTest.REAL_TIME, Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:" + nobody));

        assertThat(ran.result().status()).isEqualTo(RunEnd.Status.COMPLETED);
        assertThat(ran.result().counts().rowsEnded()).isEqualTo(TelemetryTest.ROWS);
        assertThat(ran.missing().orElse(""))
                .matches("\\d+ spans and the last metrics did not arrive: 127.0.0.1 cannot"
                        + " be reached \\(connect\\)");
        assertThat(ran.finishing()).isLessThan(HANGS);
    }

    @Test
    @Tag("slow")
    void stopsWaitingForASilentEndpointAfterFiveSeconds() throws Exception {
        try (var receiver = OtlpReceiver.open(_ -> 0)) {
            Stage.Ran ran = stage.run(TelemetryTest.REAL_TIME, TelemetryTest.to(receiver));

            assertThat(ran.result().status()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(ran.missing().orElse("")).contains("did not arrive");
            assertThat(ran.finishing()).isBetween(Duration.ofSeconds(4), HANGS);
        }
    }

    @Test
    void retriesTransientErrors() throws Exception {
        try (var receiver = OtlpReceiver.open(request -> request < 1 ? 503 : 200)) {
            Stage.Ran ran = stage.run(TelemetryTest.REAL_TIME, TelemetryTest.to(receiver));

            assertThat(ran.missing()).isEmpty();
            assertThat(receiver.refused()).isEqualTo(1);
            assertThat(receiver.spans().stream().filter(span -> span.getName().equals("row")))
                    .hasSize(TelemetryTest.ROWS);
        }
    }

    @Test
    void reportsAPermanentRejectionOnce() throws Exception {
        try (var receiver = OtlpReceiver.open(_ -> 401)) {
            Stage.Ran ran = stage.run(TelemetryTest.REAL_TIME, TelemetryTest.to(receiver));

            assertThat(ran.result().status()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(ran.missing().orElse("")).endsWith("did not arrive: 127.0.0.1 answered with status 401");
        }
    }
}
