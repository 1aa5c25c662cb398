package dev.rowan.web.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.landscape.Needle;
import dev.rowan.landscape.record.Entry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The table of rows as someone sees it over HTTP, while the run is recorded.
class RowsScreenTest {
    private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
    private static final String API = "/api/runs/a/rows";
    private static final String SEARCH = "/api/runs/a/search?q=";
    private static final List<String> AWKWARD = List.of(
            "say \"hello\"",
            "back\\slash",
            "line\nbreak\ttab",
            "käse Ünïcode 日本",
            "smile 😀 end",
            "100% _under_ ^hat^",
            "<script>alert(1)</script>",
            "=SUM(A1:A9)",
            "null",
            "bell\u0007 \u001f",
            "' OR 1=1 --",
            "\u202Eevil\u2066");

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
        committed(run.entries());
        return run;
    }

    private void committed(List<? extends Entry> entries) throws InterruptedException {
        long last = 0;
        for (Entry entry : entries) {
            last = site.recorder.record(entry);
        }
        site.recorder.awaitCommitted(last);
    }

    private static Entry read(long row, Row values) {
        return new Entry.RowRead(row, T, "line " + row, Optional.of("id-" + row), values);
    }

    private static String escaped(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8);
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
        return line instanceof Map<?, ?> map ? map.get("row") + "." + map.get("part") : "?";
    }

    @Test
    void followsARunThatWorks() throws Exception {
        committed(List.of(read(1, RandomRun.values(1)), read(2, RandomRun.values(2))));
        assertThat(site.whole(API + "?outcome=in_flight", 2).get("matched")).isEqualTo(2L);

        committed(List.of(
                read(3, RandomRun.values(3)),
                new Entry.OutcomeReached(
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
                .containsEntry("row", 1L)
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
    void saysWhatIsWrongWithAFilter() throws Exception {
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
        var entries = new ArrayList<Entry>();
        for (int i = 0; i < AWKWARD.size(); i++) {
            entries.add(new Entry.RowRead(
                    i + 1, T, AWKWARD.get(i), Optional.of(AWKWARD.get(i)), Row.of(AWKWARD.get(i), AWKWARD.get(i))));
        }
        entries.add(new Entry.OutcomeReached(
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
        committed(entries);
        site.whole(API, AWKWARD.size());

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
    void searchFindsWhatAScanByHandFinds() throws Exception {
        var values = new ArrayList<Row>();
        for (int i = 0; i < AWKWARD.size(); i++) {
            values.add(Row.of("id", (long) i)
                    .with("text", "before " + AWKWARD.get(i) + " after")
                    .with("\"name\"", "x"));
        }
        values.add(Row.of("flag", true).with("none", null).with("price", new java.math.BigDecimal("12.50")));
        values.add(Row.of("nested", List.of(Map.of("deep", "Needle in HAY"), "other")));
        var entries = new ArrayList<Entry>();
        for (int i = 0; i < values.size(); i++) {
            entries.add(read(i + 1, values.get(i)));
        }
        committed(entries);
        var needles = new ArrayList<>(AWKWARD);
        needles.addAll(List.of(
                "\"", "\\", "\\n", "\n", "😀", "日", "NEEDLE", "hay", "12.5", "true", "NULL", "%", "_", "^", "name",
                "before", "\":\"", "u0007", "\u0007", "e", "text", "zzz"));
        for (String needle : needles) {
            Set<Object> expected = new TreeSet<>();
            for (int i = 0; i < values.size(); i++) {
                if (byHand(values.get(i).asMap(), needle)) {
                    expected.add((long) i + 1);
                }
            }
            Set<Object> found = site.lines(SEARCH + escaped(needle), "hit").stream()
                    .map(hit -> (Object) hit.get("row"))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(found).as("needle '%s'", needle).isEqualTo(expected);
        }
    }

    /// Whether a leaf has the text, without anything that the search uses.
    private static boolean byHand(Object value, String needle) {
        return switch (value) {
            case null -> "null".contains(needle.toLowerCase(java.util.Locale.ROOT));
            case Map<?, ?> map -> map.values().stream().anyMatch(each -> byHand(each, needle));
            case List<?> list -> list.stream().anyMatch(each -> byHand(each, needle));
            default ->
                String.valueOf(value)
                        .toLowerCase(java.util.Locale.ROOT)
                        .contains(needle.toLowerCase(java.util.Locale.ROOT));
        };
    }

    @Test
    void searchTellsWhereAndKeepsToTheFilters() throws Exception {
        committed(List.of(
                read(1, Row.of("text", "a lamp that broke")),
                read(2, Row.of("text", "a LAMP that works")),
                RandomRun.failed(2, "no lamp wanted"),
                new Entry.OutcomeReached(
                        2,
                        0,
                        T,
                        dev.rowan.api.Outcome.FAILED,
                        Optional.of(1),
                        Optional.of("refused"),
                        Optional.empty(),
                        0,
                        0,
                        9)));

        assertThat(site.lines(SEARCH + "lamp", "hit")).hasSize(3);
        assertThat(site.lines(SEARCH + "lamp&outcome=failed", "hit"))
                .extracting(hit -> hit.get("where_words") + ": " + hit.get("before") + "|" + hit.get("match") + "|"
                        + hit.get("after"))
                .containsExactlyInAnyOrder("as read: a |LAMP| that works", "error at ask: no |lamp| wanted");
        assertThat(site.lines(SEARCH + "lamp", "end").getFirst().get("why")).isEqualTo("complete");
        assertThat(site.get(SEARCH).statusCode()).isEqualTo(400);
        assertThat(site.get(SEARCH + "x".repeat(Needle.MOST + 1)).statusCode()).isEqualTo(400);
        assertThat(site.get("/runs/a/search?q=lamp").body()).contains("<mark>LAMP</mark>", "3 hits, all there are.");
    }

    @Test
    void searchStopsAtAThousandHitsAndSaysSo() throws Exception {
        var entries = new ArrayList<Entry>();
        for (int row = 1; row <= 1_100; row++) {
            entries.add(read(row, RandomRun.values(row)));
        }
        committed(entries);
        assertThat(site.lines(SEARCH + "text", "hit")).hasSize(1_000);
        assertThat(site.lines(SEARCH + "text", "end").getFirst().get("why")).isEqualTo("most_hits");
        assertThat(site.get("/runs/a/search?q=text").body()).contains("These are 100 hits; there are more.");
    }

    @Test
    void hangingUpFreesThePlaceOfASearch() throws Exception {
        var entries = new ArrayList<Entry>();
        for (int row = 1; row <= 3_000; row++) {
            entries.add(read(row, RandomRun.values(row)));
        }
        committed(entries);
        for (int i = 0; i < 12; i++) {
            try (var lines =
                    new BufferedReader(new InputStreamReader(site.open(SEARCH + "text"), StandardCharsets.UTF_8))) {
                assertThat(lines.readLine()).startsWith("{\"hit\"");
            }
        }
        List<Map<?, ?>> last = site.lines(SEARCH + "row+2999", "hit");
        while (last.isEmpty()) {
            last = site.lines(SEARCH + "row+2999", "hit");
        }
        assertThat(last).singleElement().extracting(hit -> hit.get("row")).isEqualTo(2_999L);
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
    void exportedCellsAreNoFormulas() throws Exception {
        committed(List.of(new Entry.RowRead(1, T, "line 1", Optional.of("=HYPERLINK(1)"), Row.of("a", "b"))));
        assertThat(site.get(API + "/export?format=csv").body())
                .contains("'=HYPERLINK(1)")
                .doesNotContain(",=HYPER");
    }
}
