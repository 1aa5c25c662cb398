package dev.rowan.engine.batch.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.fault.FaultPoint;
import dev.rowan.api.fault.Faults;
import dev.rowan.engine.batch.runtime.FakeBatchService.Creation;
import dev.rowan.engine.batch.runtime.FakeBatchService.End;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// A process crashes at any step of a job and another resumes: no second batch, no lost row, nothing counted
/// twice.
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BatchCrashTest {
    /// More than one group of ends.
    private static final int MANY = 1_200;

    @TempDir
    Path folder;

    static Stream<Arguments> everyPoint() {
        return Arrays.stream(FaultPoint.values())
                .filter(point -> point.name().startsWith("BATCH_"))
                .flatMap(point -> Stream.of(Arguments.of(point, true), Arguments.of(point, false)));
    }

    @ParameterizedTest
    @Tag("slow")
    @MethodSource("everyPoint")
    void losesNothingAndCreatesNothingTwice(FaultPoint point, boolean tagged) throws Exception {
        int rows = point == FaultPoint.BATCH_HALF_INGESTED ? MANY : 20;
        try (var bench = new BatchBench(folder, rows)) {
            bench.service.tagged = tagged;
            bench.service.maxRequests = 5_000;
            boolean cancels = point == FaultPoint.BATCH_BEFORE_CANCEL;
            if (cancels) {
                bench.service.takes = Duration.ofHours(30);
                bench.service.ends = batch -> new End(State.COMPLETED, batch.ids.size());
            }
            bench.faults = BatchBench.dieAt(point, 1);
            assertThatThrownBy(bench::go).isInstanceOf(BatchBench.Crash.class);
            bench.faults = Faults.NONE;
            bench.resume();
            if (cancels) {
                bench.service.takes = Duration.ofMinutes(30);
            }
            bench.go();

            assertThat(bench.answered()).isEqualTo(rows);
            assertThat(bench.duplicates()).isZero();
            assertThat(bench.service.batches).hasSize(1);
            assertThat(bench.findings()).isEmpty();
            assertThat(bench.spentNow().pico()).isEqualTo(rows * FakeBatchService.PRICE.pico());
        }
    }

    /// The control: without a listing after the lost creation there are two batches, and the check finds them.
    @Test
    void findsASecondBatchWithoutAListing() throws Exception {
        try (var bench = new BatchBench(folder, 10)) {
            bench.service.creations = n -> new Creation(1, n > 1);
            bench.service.listLag = Duration.ofDays(1);

            bench.go();

            assertThat(bench.answered()).isEqualTo(10);
            assertThat(bench.duplicates()).isOne();
        }
    }
}
