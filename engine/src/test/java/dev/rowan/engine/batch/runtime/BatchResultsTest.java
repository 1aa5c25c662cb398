package dev.rowan.engine.batch.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.batch.BatchStatus.State;
import dev.rowan.api.secret.Secret;
import dev.rowan.engine.batch.BatchServices.BatchProgress;
import dev.rowan.engine.batch.runtime.FakeBatchService.End;
import dev.rowan.engine.jobs.JobState;
import dev.rowan.engine.jobs.StrayLines;
import dev.rowan.landscape.JobQueries.BatchItem;
import dev.rowan.landscape.JobQueries.ItemEnd;
import dev.rowan.landscape.record.LogEntry.CallState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Results are handled line by line: good lines are used regardless of bad ones.
@Tag("slow")
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class BatchResultsTest {
    private static final int ROWS = 6;

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource(
            value = State.class,
            names = {"EXPIRED", "CANCELLED"})
    void keepsWhatWasDoneAndSendsTheRestAgainOnce(State end) throws Exception {
        for (int done = 0; done <= ROWS; done++) {
            int kept = done;
            try (var bench = bench("done-" + done)) {
                bench.service.ends = batch -> batch.id.equals("batch-1") ? new End(end, kept) : whole(batch);

                bench.go();

                assertThat(bench.answered()).as("%s with %s done", end, done).isEqualTo(ROWS);
                assertThat(bench.jobs())
                        .extracting(JobState::items)
                        .isEqualTo(done == ROWS ? List.of(ROWS) : List.of(ROWS, ROWS - done));
                assertThat(bench.spentNow().pico()).isEqualTo(ROWS * FakeBatchService.PRICE.pico());
                assertThat(bench.jobs().getFirst().counts())
                        .containsEntry(ItemEnd.SUCCEEDED, (long) done)
                        .containsEntry(end == State.EXPIRED ? ItemEnd.EXPIRED : ItemEnd.CANCELLED, (long) ROWS - done);
            }
        }
    }

    private static End whole(FakeBatchService.Batch batch) {
        return new End(State.COMPLETED, batch.ids.size());
    }

    @Test
    void matchesShuffledLinesByTheirIds() throws Exception {
        try (var bench = bench("shuffled")) {
            bench.service.results = lines -> {
                List<String> mixed = new ArrayList<>(lines);
                Collections.shuffle(mixed, new Random(5));
                return mixed;
            };

            bench.go();

            assertThat(bench.answered()).isEqualTo(ROWS);
            assertThat(strayLines(bench).duplicate()).isZero();
        }
    }

    @Test
    void namesWhatIsWrongAndKeepsTheRest() throws Exception {
        try (var bench = bench("broken")) {
            bench.service.results = lines -> {
                List<String> mixed = new ArrayList<>(lines);
                mixed.add(lines.getFirst());
                mixed.add("other-0|200|answer");
                mixed.add(lines.getFirst().substring(0, 16) + "-99|200|answer");
                mixed.add("what is this");
                mixed.add("");
                return mixed;
            };

            bench.go();

            assertThat(bench.answered()).isEqualTo(ROWS);
            assertThat(strayLines(bench))
                    .isEqualTo(new StrayLines(
                            1,
                            2,
                            1,
                            List.of(
                                    "duplicate results:7",
                                    "unknown results:8",
                                    "unknown results:9",
                                    "malformed results:10")));
        }
    }

    @Test
    void countsAMissingLineAsUnknownAndRetries() throws Exception {
        try (var bench = bench("missing")) {
            bench.service.results = lines -> lines.size() == ROWS ? lines.subList(0, ROWS - 1) : lines;

            bench.go();

            assertThat(bench.answered()).isEqualTo(ROWS);
            assertThat(bench.jobs().getFirst().counts()).containsEntry(ItemEnd.MISSING, 1L);
            assertThat(bench.items())
                    .extracting(BatchItem::end)
                    .filteredOn(Optional.of(CallState.UNKNOWN)::equals)
                    .hasSize(1);
            assertThat(bench.spentNow().pico())
                    .isEqualTo(ROWS * FakeBatchService.PRICE.pico() + BatchBench.WORST.pico());
        }
    }

    @Test
    void keepsARefusalOfOneItemToThatItem() throws Exception {
        try (var bench = bench("refused")) {
            bench.service.results = lines -> lines.stream()
                    .map(line -> line.contains("-2|") ? line.replace("200", "400") : line)
                    .toList();

            bench.go();

            assertThat(bench.answered()).isEqualTo(ROWS - 1);
            assertThat(bench.jobs()).hasSize(1);
            assertThat(bench.jobs().getFirst().counts()).containsEntry(ItemEnd.ERRORED, 1L);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void ingestsNothingOfADownloadThatIsCutAtAnyKibibyte(boolean seen) throws Exception {
        long size;
        UnaryOperator<List<String>> longer =
                lines -> lines.stream().map(line -> line + "!".repeat(300)).toList();
        try (var bench = new BatchBench(Files.createDirectory(folder.resolve("whole")), 30)) {
            bench.service.results = longer;
            bench.go();
            size = Files.size(bench.folder().resolve("artifacts/1/fake/results.jsonl"));
        }
        assertThat(size).isGreaterThan(8_000);
        for (int cut = 0; cut < size; cut += 1_024) {
            int length = cut;
            try (var bench = new BatchBench(Files.createDirectory(folder.resolve("cut-" + cut)), 30)) {
                var first = new AtomicInteger();
                bench.service.results = longer;
                bench.service.cutIsSeen = seen;
                bench.service.downloads = bytes -> first.getAndIncrement() == 0 ? Arrays.copyOf(bytes, length) : bytes;

                bench.go();

                assertThat(bench.answered()).as("cut at %s", cut).isEqualTo(30);
                assertThat(bench.jobs()).hasSize(1);
                assertThat(bench.jobs().getFirst().counts()).containsEntry(ItemEnd.SUCCEEDED, 30L);
                assertThat(strayLines(bench).malformed()).isZero();
            }
        }
    }

    @Test
    void holdsAJobWhoseDownloadIsAlwaysCut() throws Exception {
        try (var bench = bench("always")) {
            bench.service.downloads = bytes -> Arrays.copyOf(bytes, bytes.length / 2);

            assertThat(bench.go()).isEqualTo(BatchProgress.HELD);

            assertThat(bench.answered()).isZero();
            assertThat(bench.shown.getFirst().held().orElseThrow())
                    .contains("the download")
                    .contains("cut");
        }
    }

    @Test
    void takesSecretsOutOfTheFileAndOfWhatIsRecorded() throws Exception {
        try (var bench = bench("secret")) {
            bench.secrets = List.of(Secret.of("test", "sk-very-secret-thing"));
            bench.service.results = lines -> lines.stream()
                    .map(line -> line.replace("answer", "sk-very-secret-thing"))
                    .toList();

            bench.go();

            assertThat(Files.readString(bench.folder().resolve("artifacts/1/fake/results.jsonl")))
                    .contains("|200|[secret]")
                    .doesNotContain("sk-very");
            assertThat(bench.answered()).isEqualTo(ROWS);
        }
    }

    @Test
    void failsAllItemsOfAJobThatIsRefusedAsAWhole() throws Exception {
        try (var bench = bench("failed")) {
            bench.service.ends = _ -> new End(State.FAILED, 0);

            bench.go();

            assertThat(bench.answered()).isZero();
            assertThat(bench.items())
                    .extracting(BatchItem::end)
                    .containsOnly(Optional.of(CallState.REJECTED))
                    .hasSize(ROWS);
            assertThat(bench.spentNow().pico()).isZero();
        }
    }

    @Test
    void createsAJobAgainThatFailedForQuotaAlone() throws Exception {
        try (var bench = bench("quota")) {
            bench.service.problem = "token_limit_exceeded";
            bench.service.ends = batch -> batch.id.equals("batch-1") ? new End(State.FAILED, 0) : whole(batch);

            bench.go();

            assertThat(bench.answered()).isEqualTo(ROWS);
            assertThat(bench.jobs()).hasSize(1);
            assertThat(bench.steps(1)).contains("requeued");
            assertThat(bench.service.uploads).isOne();
            assertThat(bench.service.creates).isEqualTo(2);
        }
    }

    private BatchBench bench(String name) throws Exception {
        return new BatchBench(Files.createDirectory(folder.resolve(name)), ROWS);
    }

    private static StrayLines strayLines(BatchBench bench) {
        return bench.jobs().getFirst().strayLines();
    }
}
