package dev.rowan.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.landscape.record.RunEnd;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Receivers that are down, slow or unwilling.
@Timeout(180)
class LostTelemetryTest {
    @TempDir
    private Path folder;

    private Stage stage = Stage.of(Path.of(""), Map.of());

    @BeforeEach
    void open() throws IOException {
        stage = TelemetryTest.stage(folder);
    }

    @Test
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
        assertThat(ran.pauses()).as("one more try at the end").containsExactly(Duration.ofSeconds(1));
    }

    /// The export itself would wait for ten minutes, far longer than this test may take on a busy machine.
    @Test
    @Tag("slow")
    void stopsWaitingForASilentEndpointAfterFiveSeconds() throws Exception {
        try (var receiver = OtlpReceiver.open(_ -> 0)) {
            var variables = new HashMap<>(TelemetryTest.to(receiver));
            variables.put("OTEL_EXPORTER_OTLP_TIMEOUT", "600000");
            Stage.Ran ran = stage.run(TelemetryTest.REAL_TIME, variables);

            assertThat(ran.result().status()).isEqualTo(RunEnd.Status.COMPLETED);
            assertThat(ran.missing().orElse("")).contains("did not arrive");
            assertThat(ran.finishing()).isGreaterThanOrEqualTo(Duration.ofSeconds(5));
            assertThat(receiver.refused()).as("requests without a reply").isEqualTo(1);
        }
    }

    @Test
    @Tag("slow")
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
            assertThat(ran.pauses()).isEmpty();
        }
    }
}
