package dev.rowan.web.rows;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rowan.api.Row;
import dev.rowan.landscape.SearchTerm;
import dev.rowan.landscape.record.LogEntry;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
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
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/// Searching values over HTTP.
@Timeout(180)
class RowsSearchTest {
    private static final Instant T = Instant.parse("2026-01-01T00:00:00Z");
    private static final String SEARCH = "/api/runs/a/search?q=";

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

    private static LogEntry read(long row, Row values) {
        return new LogEntry.RowRead(row, T, "line " + row, Optional.of("id-" + row), values, Optional.empty());
    }

    private static String escaped(String word) {
        return URLEncoder.encode(word, StandardCharsets.UTF_8);
    }

    @Test
    void searchFindsWhatAFullScanFinds() throws Exception {
        var values = new ArrayList<Row>();
        for (int i = 0; i < RowsSite.AWKWARD.size(); i++) {
            values.add(Row.of("id", (long) i)
                    .with("text", "before " + RowsSite.AWKWARD.get(i) + " after")
                    .with("\"name\"", "x"));
        }
        values.add(Row.of("flag", true).with("none", null).with("price", new java.math.BigDecimal("12.50")));
        values.add(Row.of("nested", List.of(Map.of("deep", "Needle in HAY"), "other")));
        var entries = new ArrayList<LogEntry>();
        for (int i = 0; i < values.size(); i++) {
            entries.add(read(i + 1, values.get(i)));
        }
        site.committed(entries);
        var needles = new ArrayList<>(RowsSite.AWKWARD);
        needles.addAll(List.of(
                "\"", "\\", "\\n", "\n", "😀", "日", "NEEDLE", "hay", "12.5", "true", "NULL", "%", "_", "^", "name",
                "before", "\":\"", "u0007", "\u0007", "e", "text", "zzz"));
        for (String term : needles) {
            Set<Object> expected = new TreeSet<>();
            for (int i = 0; i < values.size(); i++) {
                if (byHand(values.get(i).asMap(), term)) {
                    expected.add((long) i + 1);
                }
            }
            Set<Object> found = site.lines(SEARCH + escaped(term), "hit").stream()
                    .map(hit -> (Object) hit.get("row_seq"))
                    .collect(Collectors.toCollection(TreeSet::new));
            assertThat(found).as("needle '%s'", term).isEqualTo(expected);
        }
    }

    /// Whether a leaf contains the text, independently of the search.
    private static boolean byHand(Object value, String term) {
        return switch (value) {
            case null -> "null".contains(term.toLowerCase(java.util.Locale.ROOT));
            case Map<?, ?> map -> map.values().stream().anyMatch(each -> byHand(each, term));
            case List<?> list -> list.stream().anyMatch(each -> byHand(each, term));
            default ->
                String.valueOf(value)
                        .toLowerCase(java.util.Locale.ROOT)
                        .contains(term.toLowerCase(java.util.Locale.ROOT));
        };
    }

    @Test
    void searchShowsTheLocationAndAppliesTheFilters() throws Exception {
        site.committed(List.of(
                read(1, Row.of("text", "a lamp that broke")),
                read(2, Row.of("text", "a LAMP that works")),
                RandomRun.failed(2, "no lamp wanted"),
                new LogEntry.OutcomeReached(
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
        assertThat(site.get(SEARCH + "x".repeat(SearchTerm.MAX_LENGTH + 1)).statusCode())
                .isEqualTo(400);
        assertThat(site.get("/runs/a/search?q=lamp").body()).contains("<mark>LAMP</mark>", "3 matches in total.");
    }

    @Test
    void searchStopsAtAThousandHits() throws Exception {
        var entries = new ArrayList<LogEntry>();
        for (int row = 1; row <= 1_100; row++) {
            entries.add(read(row, RandomRun.values(row)));
        }
        site.committed(entries);
        assertThat(site.lines(SEARCH + "text", "hit")).hasSize(1_000);
        assertThat(site.lines(SEARCH + "text", "end").getFirst().get("why")).isEqualTo("most_hits");
        assertThat(site.get("/runs/a/search?q=text").body()).contains("These are 100 matches; there are more.");
    }

    @Test
    void disconnectingCancelsTheSearch() throws Exception {
        var entries = new ArrayList<LogEntry>();
        for (int row = 1; row <= 3_000; row++) {
            entries.add(read(row, RandomRun.values(row)));
        }
        site.committed(entries);
        int started = 0;
        while (started < 12) { // a disconnected search may still hold its slot for a moment
            HttpResponse<InputStream> answer = site.open(SEARCH + "text");
            try (var lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))) {
                String first = lines.readLine();
                if (answer.statusCode() == 429) {
                    assertThat(first).contains("3 searches are running");
                } else {
                    assertThat(first).startsWith("{\"hit\"");
                    started++;
                }
            }
        }
        List<Map<?, ?>> last = site.lines(SEARCH + "row+2999", "hit");
        while (last.isEmpty()) {
            last = site.lines(SEARCH + "row+2999", "hit");
        }
        assertThat(last).singleElement().extracting(hit -> hit.get("row_seq")).isEqualTo(2_999L);
    }
}
