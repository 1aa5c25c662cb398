package dev.rowan.web.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.landscape.record.LogEntry;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The rows page over HTTP while the run is recorded.
class RowsScreenTest {
    private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
    private static final String API = "/api/runs/a/rows";

    @TempDir
    Path folder;

    private RowsSite site;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        site = new RowsSite(folder);
    }

    @AfterEach
    void close() {
        site.close();
    }

    private RandomRun recorded(int rows) throws InterruptedException {
        var run = new RandomRun(7, rows);
        site.committed(run.entries());
        return run;
    }

    private static LogEntry read(long row, Row values) {
        return new LogEntry.RowRead(row, T, "line " + row, Optional.of("id-" + row), values, Optional.empty());
    }

    private static List<?> rows(Map<String, ?> page) {
        return (List<?>) Optional.ofNullable(page.get("rows")).orElse(List.of());
    }

    @Test
    void pagesOverHttpVisitEveryTokenOnce() throws Exception {
        RandomRun run = recorded(230);
        String query = "?limit=50&sort=cost&outcome=failed,completed";
        var seen = new ArrayList<String>();
        Map<String, ?> page = site.whole(API + query, run.tokens().size());
        rows(page).forEach(line -> seen.add(name(line)));
        while (page.get("after") != null) {
            page = site.json(API + query + "&after=" + page.get("after"));
            rows(page).forEach(line -> seen.add(name(line)));
        }
        List<String> expected = run.tokens().stream()
                .filter(token -> Set.of("failed", "completed").contains(token.outcome()))
                .map(token -> token.row() + "." + token.part())
                .toList();
        assertThat(seen).containsExactlyInAnyOrderElementsOf(expected);
        assertThat(page.get("matched")).isEqualTo((long) expected.size());
    }

    private static String name(Object line) {
        return line instanceof Map<?, ?> map ? map.get("row_seq") + "." + map.get("part") : "?";
    }

    @Test
    void followsARunningRun() throws Exception {
        site.committed(List.of(read(1, RandomRun.values(1)), read(2, RandomRun.values(2))));
        assertThat(site.whole(API + "?outcome=in_flight", 2).get("matched")).isEqualTo(2L);

        site.committed(List.of(
                read(3, RandomRun.values(3)),
                new LogEntry.OutcomeReached(
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

        assertThat(rows(site.whole(API + "?outcome=failed&node=ask", 3)))
                .singleElement()
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.MAP)
                .containsEntry("row_seq", 1L)
                .containsEntry("reason_words", "rate limited")
                .containsEntry("node", "ask")
                .containsEntry("source_id", "id-1")
                .containsEntry("preview", "id: id-1 · text: text of row 1");
        assertThat(site.get("/runs/a/rows").body()).contains("data-live=\"/runs/a/rows\"");
    }

    @Test
    void findsRowsByNumberAndBySourceId() throws Exception {
        RandomRun run = recorded(120);
        assertThat(name(rows(site.whole(API + "?at=100&limit=1", run.tokens().size()))
                        .getFirst()))
                .isEqualTo("100.0");
        HttpResponse<String> found = site.get("/runs/a/rows?id=id-77");
        assertThat(found.statusCode()).isEqualTo(303);
        assertThat(found.headers().firstValue("location")).hasValue("/runs/a/rows/77");
        assertThat(site.get("/runs/a/rows?id=nobody").statusCode()).isEqualTo(404);
    }

    @Test
    void rejectsInvalidFilters() throws Exception {
        recorded(3);
        for (String query : List.of(
                "limit=0",
                "limit=1000",
                "sort=colour",
                "dir=up",
                "after=1",
                "before=x.y.z",
                "cost_min=much",
                "cost_max=1e99",
                "row_min=first")) {
            HttpResponse<String> answer = site.get(API + "?" + query);
            assertThat(answer.statusCode()).as(query).isEqualTo(400);
            assertThat(answer.body()).contains("must be");
        }
    }

    @Test
    void showsHostileValuesAsText() throws Exception {
        var entries = new ArrayList<LogEntry>();
        for (int i = 0; i < RowsSite.AWKWARD.size(); i++) {
            entries.add(new LogEntry.RowRead(
                    i + 1,
                    T,
                    RowsSite.AWKWARD.get(i),
                    Optional.of(RowsSite.AWKWARD.get(i)),
                    Row.of(RowsSite.AWKWARD.get(i), RowsSite.AWKWARD.get(i)),
                    Optional.empty()));
        }
        entries.add(new LogEntry.OutcomeReached(
                1,
                0,
                T,
                dev.rowan.api.Outcome.FAILED,
                Optional.of(1),
                Optional.of("<img src=x>"),
                Optional.of("\"><b>"),
                0,
                0,
                1));
        site.committed(entries);
        site.whole(API, RowsSite.AWKWARD.size());

        for (String path : List.of(
                "/runs/a/rows",
                "/runs/a/rows?reason=%3Cimg%20src%3Dx%3E&sink=%22%3E%3Cb%3E&node=%3Ci%3E",
                "/runs/a/search?q=%3Cscript%3E")) {
            assertThat(site.get(path).body())
                    .as(path)
                    .doesNotContain("<script>alert", "<img", "<b>", "<i>", "\u202E", "\u2066");
        }
        assertThat(site.get("/runs/a/rows").body()).contains("&lt;script&gt;alert(1)&lt;/script&gt;");
    }

    @Test
    void exportsWhatTheFilterSelects() throws Exception {
        RandomRun run = recorded(150);
        long expected = run.tokens().stream()
                .filter(token -> token.outcome().equals("failed"))
                .count();
        HttpResponse<String> csv = site.get(API + "/export?format=csv&outcome=failed");
        HttpResponse<String> jsonl = site.get(API + "/export?format=jsonl&outcome=failed");

        assertThat(csv.headers().firstValue("content-disposition").orElse("")).contains("attachment", ".csv");
        assertThat(csv.body().lines())
                .hasSize((int) expected + 1)
                .first()
                .asString()
                .contains("outcome,", "cost_usd");
        assertThat(jsonl.body().lines().map(RowsSite::object).map(line -> line.get("outcome")))
                .hasSize((int) expected)
                .containsOnly("failed");
        assertThat(jsonl.body().lines().map(RowsSite::object).map(line -> line.get("values_read")))
                .allSatisfy(values -> assertThat(values).isInstanceOf(Map.class));
        assertThat(site.get(API + "/export?format=xml").statusCode()).isEqualTo(400);
    }

    @Test
    void escapesFormulasInExportedCells() throws Exception {
        site.committed(List.of(new LogEntry.RowRead(
                1, T, "line 1", Optional.of("=HYPERLINK(1)"), Row.of("a", "b"), Optional.empty())));
        assertThat(site.get(API + "/export?format=csv").body())
                .contains("'=HYPERLINK(1)")
                .doesNotContain(",=HYPER");
    }
}
