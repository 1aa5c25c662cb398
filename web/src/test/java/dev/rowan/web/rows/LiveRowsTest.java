package dev.rowan.web.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Time;
import dev.rowan.landscape.record.LogEntry;
import dev.rowan.testkit.FakeTime;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rows of a running run over HTTP, with a fake clock.
class LiveRowsTest {
    private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
    private static final String API = "/api/runs/a/rows";
    private static final String PAGE = "/runs/a/rows";
    private static final String FILTER = "?outcome=in_flight";

    @TempDir
    Path folder;

    private final FakeTime time = new FakeTime();
    private RowsSite site;

    @BeforeEach
    void open() throws Exception {
        site = new RowsSite(folder, time);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private void rows(long from, long to) throws InterruptedException {
        var entries = new ArrayList<LogEntry>();
        for (long row = from; row <= to; row++) {
            entries.add(new LogEntry.RowRead(
                    row, T, "line " + row, Optional.of("id-" + row), RandomRun.values(row), Optional.empty()));
        }
        site.committed(entries);
    }

    private static List<?> rows(Map<String, ?> page) {
        return (List<?>) Optional.ofNullable(page.get("rows")).orElse(List.of());
    }

    @Test
    void theFirstPageNeedsNoIndex() throws Exception {
        var run = new RandomRun(11, 120);
        site.committed(run.entries());
        Map<String, ?> first = site.json(API);
        Map<String, ?> byColumns = site.whole(API + "?row_min=1", run.tokens().size());

        assertThat(first.get("complete")).isEqualTo(true);
        assertThat(first.get("index_bytes")).isEqualTo(0L);
        assertThat(byColumns.get("index_bytes")).isNotEqualTo(0L);
        assertThat(rows(first)).hasSize(50).isEqualTo(rows(byColumns));
        assertThat(first.get("after")).isEqualTo(byColumns.get("after")).isNotNull();
        assertThat(first.get("cost_usd")).isEqualTo(byColumns.get("cost_usd"));
    }

    @Test
    void theFirstPageIsCurrent() throws Exception {
        rows(1, 3);
        assertThat(rows(site.json(API))).hasSize(3);
        rows(4, 4);
        assertThat(rows(site.json(API))).hasSize(4);
        assertThat(site.get(PAGE).body()).contains("1–4 of 4").doesNotContain("as of");
    }

    @Test
    void aFilteredPageCatchesUp() throws Exception {
        rows(1, 3);
        assertThat(site.whole(API + FILTER, 3).get("as_of_seconds")).isEqualTo(new BigDecimal("0.0"));

        time.advance(Duration.ofSeconds(5));
        rows(4, 4);
        assertThat(site.whole(API + FILTER, 4).get("matched")).isEqualTo(4L);

        rows(5, 5);
        time.advance(Duration.ofMillis(900));
        assertThat(site.json(API + FILTER).get("matched")).isEqualTo(4L);
        assertThat(site.json(API + FILTER).get("as_of_seconds")).isEqualTo(new BigDecimal("0.9"));
    }

    /// The clock advances on each call, so that reading takes long and is not repeated soon.
    private record Slow(FakeTime time) implements Time {
        @Override
        public Instant instant() {
            return time.instant();
        }

        @Override
        public long nanos() {
            time.advance(Duration.ofMillis(200));
            return time.nanos();
        }

        @Override
        public void sleep(Duration duration) throws InterruptedException {
            time.sleep(duration);
        }
    }

    @Test
    void aStaleFilteredPageShowsItsAge() throws Exception {
        site.close();
        site = new RowsSite(folder.resolve("slow"), new Slow(time));
        rows(1, 3);
        site.whole(API + FILTER, 3);
        assertThat(site.get(PAGE + FILTER).body()).contains("1–3 of 3").doesNotContain("as of");
        rows(4, 4);
        time.advance(Duration.ofSeconds(2));
        assertThat(site.get(PAGE + FILTER).body())
                .contains("1–3 of 3")
                .containsPattern(", as of [2-9][.][0-9] s ago")
                .contains("data-live=\"" + PAGE);
    }

    @Test
    void anEndedRunIsComplete() throws Exception {
        rows(1, 3);
        site.whole(API + FILTER, 3);
        rows(4, 60);
        site.end();

        Map<String, ?> page = site.json(API + FILTER);
        while (!Boolean.TRUE.equals(page.get("complete"))) {
            Thread.onSpinWait();
            page = site.json(API + FILTER);
        }
        assertThat(page.get("matched")).isEqualTo(60L);
        assertThat(page.get("as_of_seconds")).isEqualTo(new BigDecimal("0.0"));
        assertThat(site.get(PAGE + FILTER).body()).contains("1–50 of 60").doesNotContain("data-live=\"" + PAGE);
    }

    @Test
    void anExportOfARunningRunHasEveryRowSoFar() throws Exception {
        rows(1, 3);
        site.whole(API + FILTER, 3);
        rows(4, 9);
        assertThat(site.get(API + "/export?format=jsonl&outcome=in_flight")
                        .body()
                        .lines())
                .hasSize(9);
    }

    @Test
    void refreshesShareAnAnswerForASecond() throws Exception {
        rows(1, 3);
        assertThat(site.part(PAGE)).contains("of 3");
        assertThat(site.part("/runs/a")).contains("of 3 read");
        rows(4, 60);
        assertThat(site.part("/runs/a")).contains("of 3 read");
        assertThat(site.get("/runs/a").body()).contains("of 60 read");

        rows(61, 70);
        time.advance(Duration.ofSeconds(1));
        assertThat(site.part(PAGE)).contains("1–50 of 70");
    }

    @Test
    void theFiltersOfALivePageShowTheRunsCounts() throws Exception {
        rows(1, 3);
        site.committed(List.of(new LogEntry.OutcomeReached(
                1,
                0,
                T,
                dev.rowan.api.Outcome.FAILED,
                Optional.of(1),
                Optional.of("rate_limited"),
                Optional.of("failed"),
                0,
                0,
                1_500_000)));
        assertThat(site.get(PAGE).body())
                .contains("failed (1)", "in flight (2)", "rate limited (1)", ">words</option>", ">ask</option>");
        assertThat(site.get(PAGE + "?node=ask").body()).contains("ask (1)").doesNotContain(">words</option>");
    }
}
