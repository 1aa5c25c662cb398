package dev.rowan.engine.batch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.engine.batch.BatchServices.BatchProgress;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// An ended batch whose results return 404 on download.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class MissingResultsTest {
    private static final int ROWS = 6;

    @TempDir
    Path folder;

    private BatchBench bench;

    @BeforeEach
    void open() throws InterruptedException {
        bench = new BatchBench(folder, ROWS);
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void areAskedForAgainWhileTheyMayJustBeShownLate() throws Exception {
        bench.service.downloadsNotFound = 3;

        assertThat(bench.go()).isEqualTo(BatchProgress.IDLE);

        assertThat(bench.answered()).isEqualTo(ROWS);
        assertThat(bench.service.creates).isOne();
        assertThat(bench.service.downloadsAsked).isEqualTo(4);
    }

    @Test
    void holdTheJobInTheEndAndNothingIsSubmittedAgain() throws Exception {
        bench.service.downloadsNotFound = Integer.MAX_VALUE;

        assertThat(bench.go()).isEqualTo(BatchProgress.HELD);

        assertThat(bench.answered()).isZero();
        assertThat(bench.service.creates).isOne();
        assertThat(bench.jobs()).hasSize(1);
        assertThat(bench.shown.getFirst().held().orElseThrow())
                .isEqualTo("the provider does not give the results: not found (404): no such results");
    }
}
