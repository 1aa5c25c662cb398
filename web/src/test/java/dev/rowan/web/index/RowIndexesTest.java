package dev.rowan.web.index;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Outcome;
import dev.rowan.api.SystemTime;
import dev.rowan.landscape.Landscape;
import dev.rowan.landscape.LandscapeReader;
import dev.rowan.landscape.LandscapeRecorder;
import dev.rowan.landscape.RowScan;
import dev.rowan.landscape.history.RunSummary;
import dev.rowan.landscape.open.Landscapes;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.landscape.record.RunEnd;
import dev.rowan.testkit.FakeTime;
import dev.rowan.web.index.RowIndexes.Need;
import dev.rowan.web.rows.RandomRun;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// When indexes are refreshed, with a fake clock.
class RowIndexesTest {
    private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
    private static final Duration LONG = Duration.ofMinutes(1);

    @TempDir
    Path folder;

    private final FakeTime time = new FakeTime();
    private volatile Duration scanTakes = Duration.ZERO;
    private String url;
    private Landscape landscape;
    private LandscapeRecorder recorder;
    private LandscapeReader reader;
    private RowIndexes indexes;

    @BeforeEach
    void open() throws InterruptedException {
        url = "sqlite:" + folder.resolve("rowan.db");
        landscape = Landscapes.open(url, folder, new SystemTime(), new SecureRandom());
        recorder = landscape.start(RandomRun.start("a"));
        reader = landscape.reader();
        indexes = new RowIndexes(this::scan, time, 1 << 20);
    }

    @AfterEach
    void close() {
        indexes.close();
        reader.close();
        recorder.close();
        landscape.close();
    }

    /// A scan that takes `scanTakes` of the fake clock.
    private RowScan scan() {
        RowScan real = Landscapes.rowScan(url, folder);
        return (RowScan) Proxy.newProxyInstance(
                RowScan.class.getClassLoader(), new Class<?>[] {RowScan.class}, (_, method, arguments) -> {
                    if (method.getName().equals("scan")) {
                        time.advance(scanTakes);
                    }
                    return method.invoke(real, arguments);
                });
    }

    private void rows(long from, long to) throws InterruptedException {
        long last = 0;
        for (long row = from; row <= to; row++) {
            last = recorder.record(new LogEntry.RowRead(
                    row, T, "line", Optional.empty(), dev.rowan.api.Row.of("a", "b"), Optional.empty()));
        }
        recorder.awaitCommitted(last);
    }

    private RunSummary run() {
        return reader.runs().summary("a");
    }

    /// The tokens once reading has stopped.
    private long tokens(Need need) throws InterruptedException {
        RowIndex index = indexes.of(run(), need).orElseThrow();
        index.await(LONG);
        return index.progress().tokens();
    }

    private Duration age() {
        return indexes.of(run(), Need.SOON).orElseThrow().progress().age(time.nanos());
    }

    @Test
    void followsARunningRunAtMostOnceASecond() throws InterruptedException {
        rows(1, 10);
        assertThat(tokens(Need.SOON)).isEqualTo(10);

        rows(11, 20);
        time.advance(Duration.ofMillis(999));
        assertThat(tokens(Need.SOON)).isEqualTo(10);
        assertThat(age()).isEqualTo(Duration.ofMillis(999));

        time.advance(Duration.ofMillis(1));
        assertThat(tokens(Need.SOON)).isEqualTo(20);
        assertThat(age()).isZero();
    }

    @Test
    void pausesForAMultipleOfTheReadTime() throws InterruptedException {
        scanTakes = Duration.ofMillis(100);
        rows(1, 10);
        assertThat(tokens(Need.SOON)).isEqualTo(10);

        scanTakes = Duration.ZERO;
        rows(11, 20);
        time.advance(Duration.ofMillis(4_999));
        assertThat(tokens(Need.SOON)).isEqualTo(10);
        assertThat(age()).isEqualTo(Duration.ofMillis(5_099));

        time.advance(Duration.ofMillis(1));
        assertThat(tokens(Need.SOON)).isEqualTo(20);
    }

    @Test
    void aRunWithoutNewEventsIsCurrent() throws InterruptedException {
        rows(1, 10);
        assertThat(tokens(Need.SOON)).isEqualTo(10);
        time.advance(Duration.ofHours(1));
        assertThat(age()).isZero();
    }

    @Test
    void singleRequestsAreReadAtOnce() throws InterruptedException {
        rows(1, 10);
        assertThat(tokens(Need.NOW)).isEqualTo(10);
        rows(11, 20);
        assertThat(tokens(Need.NOW)).isEqualTo(20);
    }

    @Test
    void anEndedRunIsReadToItsEndAtOnce() throws InterruptedException {
        rows(1, 10);
        assertThat(tokens(Need.SOON)).isEqualTo(10);
        rows(11, 20);
        recorder.record(new LogEntry.OutcomeReached(
                20, 0, T, Outcome.COMPLETED, Optional.empty(), Optional.empty(), Optional.of("output"), 0, 0, 1));
        recorder.end(new RunEnd(RunEnd.Status.COMPLETED, 0, Optional.empty()));
        recorder.close();

        RowIndex index = indexes.of(run(), Need.SOON).orElseThrow();
        index.awaitWhole(LONG);
        assertThat(index.progress().tokens()).isEqualTo(20);
        assertThat(index.ways().inFlight()).isEqualTo(19);
    }
}
